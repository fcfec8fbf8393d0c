import type { Factor } from './covariates.ts'
import type { CoefficientJSON, Regression } from './regression.ts'

const TITLES = ['Estimate', 'Est.Error', 'l-95% CI', 'u-95% CI', 'Rhat', 'Bulk_ESS', 'Tail_ESS']

/** The printed summary: the model and the people, the sampling, and the coefficients with their diagnostics. */
export function regressionText(regression: Pick<Regression, 'family' | 'covariates' | 'toJSON'>): string {
  const found = regression.toJSON()
  const { people, patterns, draws, chains, warmup, random } = found
  const lines = [
    ` Family: ${regression.family}`,
    `Formula: ${found.formula}`,
    `   Data: ${number(people)} answers, ${worthText(found.effective)}${number(patterns)} covariate patterns`,
    `Answers: ${found.mechanisms.join(', ')}; epsilon ${Number(found.epsilon.toPrecision(5))}`,
    `  Draws: ${chains} chains, each ${number(draws)} draws after ${number(warmup)} of warm-up; ${number(chains * draws)} in all, ${found.divergences} divergent`,
  ]
  if (random.length > 0) lines.push('', 'Random effects:')
  for (const group of new Set(random.map(term => term.group))) {
    const own = random.filter(term => term.group === group)
    const { levels } = regression.covariates.find(({ name }) => name === group) as Factor
    lines.push(`~${group} (${number(levels.length)} levels)`, ...table(own.map(({ sd }) => sd)))
  }
  lines.push('', 'Coefficients:', ...table(found.coefficients), '')
  lines.push(...found.warnings.map(warning => `Warning: ${warning}`))
  return `${lines.join('\n').trimEnd()}\n`
}

function table(rows: readonly CoefficientJSON[]): string[] {
  const cells = [
    ['', ...TITLES],
    ...rows.map(row => [
      row.name,
      ...[row.mean, row.sd, row.lower, row.upper].map(digits),
      row.rhat.toFixed(2),
      ...[row.essBulk, row.essTail].map(ess => String(Math.floor(ess))),
    ]),
  ]
  const widths = cells[0].map((_, i) => Math.max(...cells.map(line => line[i].length)))
  return cells.map(line =>
    line
      .map((text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i])))
      .join(' ')
      .trimEnd(),
  )
}

/** Formats a number with two decimals, as R's tables have, and with more if it is small. */
function digits(value: number): string {
  const size = Math.abs(value)
  return size >= 0.1 || size === 0
    ? value.toFixed(2)
    : size >= 1e-4
      ? String(Number(value.toPrecision(2)))
      : value.toExponential(1)
}

function number(value: number): string {
  return value.toLocaleString('en')
}

/** States the effective number of answers if weights are unequal. */
function worthText(effective: number | undefined): string {
  return effective === undefined ? '' : `worth ${number(Math.round(effective))} of equal weight, `
}
