import { seedFor } from '../loop/engine.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import { probit } from '../posterior/draws/probit.ts'
import { stream } from '../random/stream.ts'
import { canTell, type LiarSigns, liarSigns } from '../risk/liar-signs.ts'
import { RobustMeans } from '../risk/robust-means.ts'
import { INTERVAL_LEVEL } from './frequencies.ts'

/** From this p-value down, signs are spoken of. */
const ALARM = 0.05

/** What the option `--robust` says. */
export const ROBUST =
  'intervals that hold although up to this share of the people send what they like; signs of them'

/** A line on the signs of liars; nothing where there are too few answers to tell. */
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

/** How many people gave a response. */
export interface Counted {
  readonly mechanism: Mechanism
  readonly response: Response
  count: number
}

/** Of answers that were collected, intervals that reckon with a share of liars, and the signs of them. */
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
