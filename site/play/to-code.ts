import type { SimulateOptions } from '../../src/index.ts'
import { CROWDS, crowdOptions, optionsOf, type Setting } from './setting.ts'

/** The program that computes the page's numbers. */
export function toTypeScript(setting: Setting): string {
  const { checkpoints, draws } = crowdOptions(setting, 0)
  const facts = ['totalVariation', 'auditedEpsilon', ...(setting.goal ? ['answers', 'decision'] : [])]
  const results = ['strategy', 'estimate', 'posterior', ...facts].join(', ')
  const shown = [...facts, 'estimate', 'lower', 'upper'].join(', ')
  const compared = setting.goal ? 'answers' : 'totalVariation'
  return [
    "import { simulate } from 'adobest'",
    '',
    'const setting = {',
    ...Object.entries(optionsOf(setting)).map(([name, value]) => `  ${name}: ${literal(value)},`),
    `} as const`,
    'const { truth, runs } = simulate(setting)',
    "console.log('truth', truth)",
    `for (const { ${results} } of runs) {`,
    '  const [lower, upper] = posterior.interval(0.95)',
    `  console.log(strategy, { ${shown} })`,
    '}',
    '',
    `// The same with ${CROWDS} crowds, each estimate from fewer draws.`,
    `for (let crowd = 0; crowd < ${CROWDS}; crowd++) {`,
    `  const effort = { checkpoints: ${checkpoints}, draws: ${draws}, seed: \`\${setting.seed}/\${crowd}\` }`,
    '  const { runs } = simulate({ ...setting, ...effort })',
    `  console.log(crowd, runs.map(({ ${compared} }) => ${compared}))`,
    '}',
    '',
  ].join('\n')
}

/** Plain data as source code. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([name, part]) => `${name}: ${literal(part)}`)
      .join(', ')} }`
  }
  return JSON.stringify(value)
}

/** A string literal in single quotes, with its contents escaped. */
function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  // Escaped, because some programs take these characters for the end of a line.
  return `'${inside.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** The setting as a plan for `adobest sweep`, with as many runs as crowds. */
export function toPlan(setting: Setting): string {
  // Plans have no number of checkpoints.
  const { checkpoints: _, ...options }: SimulateOptions = optionsOf(setting)
  const plan = { ...options, runs: CROWDS }
  return `${JSON.stringify(plan, null, 2)}\n`
}
