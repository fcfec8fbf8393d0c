import { goalText } from '../../src/sweep/goal-text.ts'
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
  const facts = ['totalVariation', 'auditedEpsilon', ...(setting.goal ? ['answers', 'decision'] : [])]
  const results = ['strategy', 'estimate', 'posterior', ...facts].join(', ')
  const shown = [...facts, 'estimate', 'lower', 'upper'].join(', ')
  return [
    "import { simulate } from 'adobest'",
    '',
    'const { truth, runs } = simulate({',
    ...options,
    '})',
    "console.log('truth', truth)",
    `for (const { ${results} } of runs) {`,
    '  const [lower, upper] = posterior.interval(0.95)',
    `  console.log(strategy, { ${shown} })`,
    '}',
    '',
  ].join('\n')
}

/** The setting as a plan of ten runs, for `adobest sweep`. */
export function toPlan(setting: Setting): string {
  // A plan does not say how many checkpoints a run has.
  const { checkpoints: _, goal, ...options } = optionsOf(setting)
  const plan = { ...options, ...(goal && { goal: goalText(goal) }), runs: 10 }
  return `${JSON.stringify(plan, null, 2)}\n`
}
