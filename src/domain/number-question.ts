import {
  copyList,
  refuse,
  refuseSecret,
  requireInteger,
  requireNumber,
  requireOptions,
  type Vector,
} from '../check/check.ts'
import type { OrderedKind } from './kind.ts'
import { ordered, requireIncreasing, requireOutside, withOutside } from './ordered.ts'
import type { NumberQuestion, Outside } from './question.ts'

/** Largest number of bins. */
export const MOST_BINS = 2 ** 14

/** Equal bins: x is in bin `⌊(x − from)/w⌋`, where the last bin includes `to`. */
export function equalBins(
  {
    from: lowest,
    to: highest,
    bins: count,
    outside: given,
  }: { from: number; to: number; bins: number; outside?: Outside },
  argument: string,
): OrderedKind {
  const from = requireNumber(`${argument}.from`, lowest)
  const to = requireNumber(`${argument}.to`, highest, { above: from })
  const bins = requireInteger(`${argument}.bins`, count, 2, MOST_BINS)
  const outside = requireOutside(argument, given)
  const width = (to - from) / bins
  if (!(width < Infinity)) refuse(`${argument}.to`, to, 'such that the range is finite')
  const edges = Float64Array.from({ length: bins + 1 }, (_, i) => (i === bins ? to : from + i * width))
  requireIncreasing(`${argument}.bins`, bins, edges, 'few enough for the bins to be told apart')
  return binned(edges, outside, { from, to, bins, ...(outside === 'clamp' && { outside }) }, x => {
    const inside = Math.max(0, Math.min(bins - 1, Math.floor((x - from) / width)))
    return Number(x >= from) * (1 + inside) + Number(x > to) * (bins - inside) - 1
  })
}

/** Bins between edges. */
export function edgesQuestion(
  question: { readonly edges: Vector; readonly outside?: Outside },
  argument: string,
): OrderedKind {
  requireOptions(question, { edges: true, outside: true }, argument)
  const outside = requireOutside(argument, question.outside)
  const name = `${argument}.edges`
  const allowed = `a list of 3 to ${MOST_BINS + 1} numbers`
  const list = copyList(name, question.edges, 3, MOST_BINS + 1, allowed)
  const edges = Float64Array.from(list, (edge, i) => requireNumber(`${name}[${i}]`, edge))
  requireIncreasing(name, question.edges, edges, 'increasing numbers')
  const bins = edges.length - 1
  if (!(edges[bins] - edges[0] < Infinity)) refuse(name, question.edges, 'such that the range is finite')
  return binned(edges, outside, { edges: Array.from(edges), ...(outside === 'clamp' && { outside }) }, x => {
    let reached = -1
    for (let i = 0; i < bins; i++) reached += Number(x >= edges[i])
    return reached + Number(x > edges[bins])
  })
}

function binned(
  edges: Float64Array,
  outside: Outside,
  json: NumberQuestion,
  place: (x: number) => number,
): OrderedKind {
  const bins = edges.length - 1
  const ends = [edges[0], edges[bins]] as const
  const names = Array.from(
    { length: bins },
    (_, i) => `[${edges[i]}, ${edges[i + 1]}${i === bins - 1 ? ']' : ')'}`,
  )
  return ordered({
    kind: 'number',
    edges,
    inside: Float64Array.from(names, (_, i) => edges[i] + (edges[i + 1] - edges[i]) / 2),
    names: withOutside(names, ends, outside),
    outside,
    ends,
    place: (held, argument) => place(requireFinite(held, argument)),
    json,
  })
}

/** The same error for every invalid value, so that it reveals nothing. */
function requireFinite(value: unknown, argument: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuseSecret(argument, 'a finite number')
  return value
}
