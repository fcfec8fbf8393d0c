import type { Figures } from './adaptation.ts'

/** The part of the figures that everybody may see. */
export type PublicFigures = Pick<Figures, 'tallied' | 'laws' | 'parts' | 'mean' | 'interval' | 'anytime'>

/**
 * The public part of figures, in steps of a thousandth. It leaves out the raw shares of answers: multiplied by the number of answers they
 * are counts, and the difference of two counts would reveal the answers of a batch.
 */
export function publicFigures(figures: Figures): PublicFigures {
  const { tallied, laws, parts, mean, interval, anytime } = figures
  return {
    tallied,
    parts,
    laws: laws.map(({ answered: _, expectation, quantiles, ...law }) => rounded(law)),
    ...(mean &&
      interval && { mean: rounded(mean), interval: { ...rounded(interval), level: interval.level } }),
    ...(anytime && { anytime: rounded(anytime) }),
  }
}

/** Whether each part of the figures has as many people as before, or at least a batch more; at least one has more. */
export function isBatchApart(
  before: PublicFigures | undefined,
  { tallied, parts }: Figures,
  batch: number,
): boolean {
  // Releases with a single question stored no parts.
  const earlier = before?.parts ?? [{ group: '', about: [], answers: before?.tallied ?? 0 }]
  const answersBefore = (group: string, about: readonly string[]) =>
    earlier.find(part => part.group === group && part.about.join() === about.join())?.answers ?? 0
  const more = parts.map(({ group, about, answers }) => answers - answersBefore(group, about))
  return tallied > (before?.tallied ?? 0) && more.every(n => n === 0 || n >= batch)
}

/** Plain data whose shares are in steps of a thousandth. */
function rounded<T>(value: T): T {
  const of = (part: unknown): unknown => {
    if (typeof part === 'number') return Math.round(1000 * part) / 1000
    if (Array.isArray(part)) return part.map(of)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, of(one)]))
  }
  return of(value) as T
}
