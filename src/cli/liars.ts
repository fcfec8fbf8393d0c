import { seedFor } from '../loop/seed-for.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import { stream } from '../random/stream.ts'
import { canTell, type LiarSigns, liarSigns } from '../risk/liar-signs.ts'
import { RobustMeans } from '../risk/robust-means.ts'
import { probit } from '../special/probit.ts'

/** Largest p-value of reported signs of liars. */
const ALARM = 0.05

/** Help text of the option `--robust`. */
export const ROBUST =
  'intervals that hold even if up to this share of the people send whatever they like; also shows signs of such people'

/** A line on the signs of liars; empty with too few answers. */
export function liarLine(signs: LiarSigns | undefined, categories: readonly string[]): string {
  if (signs === undefined) return ''
  const p = `p = ${signs.pValue.toPrecision(2)}`
  return signs.pValue > ALARM
    ? `signs of made-up answers: none (${p})\n`
    : `signs of made-up answers: ${strongest(signs, categories)} (${p})\n`
}

function strongest(
  { strongest, belowZero, repeated, pair }: LiarSigns,
  categories: readonly string[],
): string {
  if (strongest === 'repeated')
    return `${repeated.count} people gave the answer ${JSON.stringify(repeated.response)}`
  if (strongest === 'pair') {
    const names = pair.categories?.map(x => JSON.stringify(categories[x]))
    return `${names?.join(' and ')} are named together too often`
  }
  return `the rare categories' frequencies add up to ${belowZero.sum.toFixed(3)} ± ${belowZero.standardError.toFixed(3)}`
}

/** Number of people who gave a response. */
export interface Counted {
  readonly mechanism: Mechanism
  readonly response: Response
  count: number
}

/** Intervals that allow for a share of liars among collected answers, and signs of liars. */
export function robustly(
  answers: readonly Counted[],
  options: { readonly categories: number; readonly share: number; readonly seed: string | number },
) {
  const { categories, share, seed } = options
  const means = new RobustMeans(categories, { share })
  for (const { mechanism, response, count } of answers) means.observe(mechanism, response, count)
  return {
    interval: means.interval(probit((1 + INTERVAL_LEVEL) / 2)),
    ...(canTell(categories, means.answers.size) && {
      liars: liarSigns(means.answers, categories, stream(seedFor(seed, 'liars'))),
    }),
  }
}
