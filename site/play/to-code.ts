import { optionsOf, type Setting } from './setting.ts'

/** The program that gives the page's numbers. */
export function toTypeScript(setting: Setting): string {
  const options = Object.entries(optionsOf(setting)).map(
    ([name, value]) =>
      `  ${name}: ${JSON.stringify(value)
        .replaceAll('"', "'")
        .replace(/([[,:])(?=\S)/g, '$1 ')
        .replaceAll('[ ', '[')},`,
  )
  return [
    "import { simulate } from 'adobest'",
    '',
    'const { truth, runs } = simulate({',
    ...options,
    '})',
    "console.log('truth', truth)",
    'for (const { strategy, estimate, totalVariation, auditedEpsilon, posterior } of runs) {',
    '  const [lower, upper] = posterior.interval(0.95)',
    '  console.log(strategy, { totalVariation, auditedEpsilon, estimate, lower, upper })',
    '}',
    '',
  ].join('\n')
}

/** The same as a plan of ten runs, for `adobest sweep`. */
export function toPlan(setting: Setting): string {
  const { categories, rho, shares } = setting
  const { users, strategies, epsilon, groupSize, sampler, prior, seed, truth } = optionsOf(setting)
  const plan = {
    ...(shares === undefined ? { categories, truth: { dirichlet: rho } } : { truth }),
    users,
    epsilon,
    strategies,
    groupSize,
    sampler,
    ...(prior !== undefined && { prior }),
    runs: 10,
    seed,
  }
  return `${JSON.stringify(plan, null, 2)}\n`
}
