import { randomPartitions } from '../../src/mechanism/random-partitions.ts'
import { drawBinomial } from '../../src/random/binomial.ts'
import { createAlias } from '../../src/random/categorical.ts'
import { drawMultinomial } from '../../src/random/multinomial.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { memoized } from '../../src/risk/memoized.ts'
import { secondRound } from '../../src/risk/second-round.ts'
import { nearestOnSimplex } from './nearest-on-simplex.ts'
import type { Row } from './write-rows.ts'

export interface Panel {
  readonly categories: number
  readonly people: number
  readonly rounds: number
  /** The chance that a value changes from one round to the next. */
  readonly change: number
  readonly permanent: number
  readonly first: number
  readonly seed: number
}

/** A protocol of a panel: the probabilities of a report, and the simulation of a round's reports. */
interface Way {
  readonly name: string
  /** The exact level of one report. */
  readonly level: number
  /** A report supports its sender's value with probability p, and any other value with probability q. */
  readonly p: number
  readonly q: number
  /** The level that each report adds between any two values. */
  readonly second: number
  /** The level of each value's own permanent answer. */
  readonly permanent: number
  /** Sets the value of a person. */
  change(person: number, value: number): void
  /** Number of values with a permanent answer, over all people; undefined if values may share one. */
  readonly distinct?: () => number
  /** For each category, the number of reports of a round that support it. */
  supports(): Float64Array
}

/** Plays a panel in every way, with the same people and changes. */
export function runPanel(panel: Panel): Row[] {
  const { categories: K, people, rounds, change, seed } = panel
  const law = Float64Array.from({ length: K }, (_, x) => 1 / (x + 1))
  const alias = createAlias(law)
  return waysOf(panel).map(way => {
    const rng = stream(seed, 'people')
    const held = new Int32Array(people)
    const longest = longestHeld(people, rounds)
    const counts = new Float64Array(K)
    let [variation, squares] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < people; i++) {
        if (round > 0 && rng.uniform() >= change) continue
        if (round > 0) counts[held[i]]--
        held[i] = alias.draw(rng)
        counts[held[i]]++
        way.change(i, held[i])
        longest.change(i, held[i], round)
      }
      const supports = way.supports()
      const raw = supports.map(count => (count / people - way.q) / (way.p - way.q))
      const projected = nearestOnSimplex(raw)
      for (let x = 0; x < K; x++) {
        variation += Math.abs(projected[x] - counts[x] / people) / 2 / rounds
        squares += (raw[x] - counts[x] / people) ** 2 / K / rounds
      }
    }
    return {
      way: way.name,
      'level of a report': way.level,
      'total variation': variation,
      'standard error': Math.sqrt(squares),
      'budget, same changes': way.distinct
        ? (way.permanent * way.distinct()) / people
        : longest.mean(most => Math.min(rounds * way.second, way.permanent + (rounds - most) * way.second)),
      'budget, any changes': rounds * way.second,
    }
  })
}

/** For each person, the number of rounds of the most frequent value. */
function longestHeld(people: number, rounds: number) {
  const current = new Int32Array(people).fill(-1)
  const since = new Int32Array(people)
  const held = Array.from({ length: people }, () => new Map<number, number>())
  const change = (person: number, value: number, round: number) => {
    const before = current[person]
    if (before >= 0) {
      held[person].set(before, (held[person].get(before) ?? 0) + round - since[person])
    }
    current[person] = value
    since[person] = round
  }
  return {
    change,
    /** The mean of a function of these rounds. */
    mean(of: (most: number) => number): number {
      current.forEach((value, person) => {
        change(person, value, rounds)
      })
      return held.reduce((sum, values) => sum + of(Math.max(...values.values())), 0) / people
    },
  }
}

function waysOf(panel: Panel): Way[] {
  const { categories: K, permanent, first, seed } = panel
  const draws = (name: string) => stream(seed, name)
  const request = memoized({
    kind: 'loloha',
    categories: K,
    permanent,
    first,
    rng: draws('any'),
  }).mechanism.toRequest()
  const g = request.buckets as number
  const correctLevel = (values: number) => secondRound(values, permanent, first).level
  // The published level is right only for two values.
  const published = correctLevel(2)
  const direct = (level: number) => twice(panel, [Int32Array.from({ length: K }, (_, x) => x)], K, level)
  const hashed = (level: number) => twice(panel, randomPartitions(K, g), g, level)
  return [
    fresh(panel),
    { ...direct(correctLevel(K)), name: 'grr' },
    { ...direct(published), name: 'grr, published second round' },
    { ...hashed(correctLevel(g)), name: `loloha, ${g} buckets` },
    { ...hashed(published), name: `loloha, ${g} buckets, published second round` },
    unary(panel),
  ]
}

/** Fresh unary encoding in each round; no answer is kept. */
function fresh({ categories: K, people, first, seed }: Panel): Way {
  const rng = stream(seed, 'fresh')
  const q = 1 / (Math.exp(first) + 1)
  const held = new Int32Array(people).fill(-1)
  const counts = new Float64Array(K)
  return {
    name: 'fresh unary encoding',
    level: first,
    p: 0.5,
    q,
    second: first,
    permanent: 0,
    distinct: () => 0,
    change(person, value) {
      if (held[person] >= 0) counts[held[person]]--
      counts[value]++
      held[person] = value
    },
    supports: () => counts.map(count => drawBinomial(rng, count, 0.5) + drawBinomial(rng, people - count, q)),
  }
}

/** Randomized response over the g buckets of each person's partition, applied twice; `level` is that of the second round. */
function twice(panel: Panel, partitions: readonly Int32Array[], g: number, level: number): Omit<Way, 'name'> {
  const { categories: K, people, permanent, seed } = panel
  const rng = stream(seed, 'twice', g, level)
  const [a, b] = [Math.exp(permanent), Math.exp(level)]
  const [p1, q1] = [a / (a + g - 1), 1 / (a + g - 1)]
  const [p2, q2] = [b / (b + g - 1), 1 / (b + g - 1)]
  const p = p1 * p2 + (g - 1) * q1 * q2
  const H = partitions.length
  const own = Int32Array.from({ length: people }, () => rng.integer(H))
  const kept = Array.from({ length: people }, () => new Map<number, number>())
  const current = new Int32Array(people).fill(-1)
  const counts = new Float64Array(H * g)
  return {
    level: Math.log(p / ((1 - p) / (g - 1))),
    p,
    q: H === 1 ? (1 - p) / (g - 1) : 1 / g,
    second: level,
    permanent,
    ...(H === 1 && { distinct: () => kept.reduce((sum, answers) => sum + answers.size, 0) }),
    change(person, value) {
      const bucket = partitions[own[person]][value]
      let answer = kept[person].get(bucket)
      if (answer === undefined) {
        const other = rng.integer(g - 1)
        answer = rng.uniform() < p1 ? bucket : other + Number(other >= bucket)
        kept[person].set(bucket, answer)
      }
      if (current[person] >= 0) counts[current[person]]--
      current[person] = own[person] * g + answer
      counts[current[person]]++
    },
    supports() {
      const supports = new Float64Array(K)
      for (let h = 0; h < H; h++) {
        const reports = randomizeAgain(counts.subarray(h * g, (h + 1) * g), p2 - q2, rng)
        for (let x = 0; x < K; x++) supports[x] += reports[partitions[h][x]]
      }
      return supports
    },
  }
}

/** Each answer stays with this probability; otherwise it becomes any answer, all of them equally likely. */
function randomizeAgain(counts: Float64Array, stays: number, rng: SeededRng): Float64Array {
  let moved = 0
  const left = counts.map(count => {
    const stay = drawBinomial(rng, count, stays)
    moved += count - stay
    return stay
  })
  const anywhere = drawMultinomial(
    rng,
    moved,
    new Float64Array(counts.length).fill(1),
    new Float64Array(counts.length),
  )
  return left.map((count, y) => count + anywhere[y])
}

/** Unary encoding at ε∞, with every bit randomized again in each round. */
function unary({ categories: K, people, permanent, first, seed }: Panel): Way {
  const rng = stream(seed, 'unary')
  const other = 1 / (Math.exp(permanent) + 1)
  const { level } = secondRound(2, permanent, first)
  const keeps = Math.exp(level) / (Math.exp(level) + 1)
  const kept = Array.from({ length: people }, () => new Map<number, Uint16Array>())
  const current = new Array<Uint16Array | undefined>(people)
  const counts = new Float64Array(K)
  const skip = Math.log1p(-other)
  const drawBits = (value: number) => {
    const bits: number[] = rng.uniform() < 0.5 ? [value] : []
    // The number of zeros from one 1 to the next is geometric.
    for (let x = -1; ; ) {
      x += 1 + Math.floor(Math.log1p(-rng.uniform()) / skip)
      if (x >= K) break
      if (x !== value) bits.push(x)
    }
    return Uint16Array.from(bits)
  }
  return {
    name: 'osue',
    level: first,
    p: 0.5,
    q: 1 / (Math.exp(first) + 1),
    second: K * level,
    permanent,
    distinct: () => kept.reduce((sum, answers) => sum + answers.size, 0),
    change(person, value) {
      let bits = kept[person].get(value)
      if (bits === undefined) {
        bits = drawBits(value)
        kept[person].set(value, bits)
      }
      for (const x of current[person] ?? []) counts[x]--
      for (const x of bits) counts[x]++
      current[person] = bits
    },
    supports: () =>
      counts.map(count => drawBinomial(rng, count, keeps) + drawBinomial(rng, people - count, 1 - keeps)),
  }
}
