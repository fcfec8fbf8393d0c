import type { CoefficientJSON, Regression } from './regression.ts'

const TITLES = ['Estimate', 'Est.Error', 'l-95% CI', 'u-95% CI', 'Rhat', 'Bulk_ESS', 'Tail_ESS']

/** The printed summary: what was fitted to whom, how it was drawn, and the coefficients with their diagnostics. */
export function regressionText(regression: Regression): string {
  const found = regression.toJSON()
  const { labels, reference, people, patterns, draws, chains, warmup, random } = found
  const family = labels.length === 2 ? 'bernoulli' : `categorical of ${labels.length}`
  const lines = [
    ` Family: ${family}, logit against ${reference}`,
    `Formula: ${found.formula}`,
    `   Data: ${number(people)} answers, ${number(patterns)} covariate patterns`,
    `Answers: ${found.mechanisms.join(', ')}; epsilon ${Number(found.epsilon.toPrecision(5))}`,
    `  Draws: ${chains} chains, each ${number(draws)} draws after ${number(warmup)} of warm-up; ${number(chains * draws)} in all, ${found.divergences} divergent`,
  ]
  if (random !== undefined) {
    const levels = random.effects.length / (labels.length - 1)
    lines.push('', 'Random intercept:', `~${random.group} (${number(levels)} levels)`, ...table([random.sd]))
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

/** Two decimals, as R's tables have, and more where the number is small. */
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
