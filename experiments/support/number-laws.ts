import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createAlias } from '../../src/random/categorical.ts'
import { drawNormal } from '../../src/random/normal.ts'
import type { SeededRng } from '../../src/random/rng.ts'

/** A law of numbers from 0 to 1: draws one person's number. */
export type NumberLaw = (rng: SeededRng) => number

/** The (k)-th smallest of n uniform numbers: Beta(k, n + 1 − k). */
function orderStatistic(k: number, n: number): NumberLaw {
  const drawn = new Float64Array(n)
  return rng => {
    for (let i = 0; i < n; i++) drawn[i] = rng.uniform()
    return drawn.sort()[k - 1]
  }
}

/** A mixture of normal laws, drawn anew until the number is in the range. */
function mixture(parts: readonly { share: number; mean: number; sd: number }[]): NumberLaw {
  return rng => {
    for (;;) {
      let left = rng.uniform()
      const part = parts.find(({ share }) => (left -= share) < 0) ?? parts[0]
      const x = part.mean + part.sd * drawNormal(rng)
      if (x >= 0 && x <= 1) return x
    }
  }
}

/** People drawn from a table of counts, their values scaled to the range; a value is spread evenly over its `width`. */
function fromCounts(
  values: readonly number[],
  counts: readonly number[],
  from: number,
  to: number,
  width: number,
) {
  const alias = createAlias(Float64Array.from(counts))
  return (rng: SeededRng) => {
    const x = values[alias.draw(rng)] + width * rng.uniform()
    return Math.min(1, Math.max(0, (x - from) / (to - from)))
  }
}

/** Delays of flights in minutes, from vega-datasets (U.S. Bureau of Transportation Statistics), clamped to −60 … 300. */
function delays(): NumberLaw {
  const file = fileURLToPath(
    new URL('../../node_modules/vega-datasets/data/flights-20k.json', import.meta.url),
  )
  const flights = JSON.parse(readFileSync(file, 'utf8')) as { delay: number }[]
  const minutes = flights.map(({ delay }) => delay)
  return fromCounts(minutes, new Array(minutes.length).fill(1), -60, 300, 1)
}

/** Three laws that are made up, and the delays. */
export const NUMBER_LAWS: Readonly<Record<string, NumberLaw>> = {
  beta: orderStatistic(2, 6),
  bimodal: mixture([
    { share: 0.6, mean: 0.3, sd: 0.07 },
    { share: 0.4, mean: 0.72, sd: 0.1 },
  ]),
  spikes: mixture([
    { share: 0.2, mean: 0.25, sd: 0.012 },
    { share: 0.2, mean: 0.6, sd: 0.012 },
    { share: 0.6, mean: 0.5, sd: 0.25 },
  ]),
  delay: delays(),
}

/** Ages and hours of work from a table `column,value,people`, such as that of the Adult data. */
export function lawsOfFile(file: string): Readonly<Record<string, NumberLaw>> {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split(','))
  const law = (column: string, to: number) => {
    const mine = rows.filter(([name]) => name === column)
    return fromCounts(
      mine.map(row => Number(row[1])),
      mine.map(row => Number(row[2])),
      0,
      to,
      1,
    )
  }
  return { age: law('age', 120), hours: law('hours_per_week', 100) }
}
