import type { Coin } from '../../src/mechanism/coin.ts'
import type { Channel, Response } from '../../src/mechanism/mechanism.ts'
import type { CryptoRng, Rng } from '../../src/random/rng.ts'

/** The answers of one person in whole numbers: each, as JSON, has probability weight/total. */
export interface Law {
  readonly weights: ReadonlyMap<string, bigint>
  readonly total: bigint
  /** The draws that were made, for every outcome the same: from how many numbers each. */
  readonly draws: readonly bigint[]
}

/** Where choices turn that are made by a number below some total: the heads of coins, and what else a test says. */
const turns = new Map<bigint, Set<bigint>>()

/** Puts down where a whole number below `total` decides: stands for the coins, which then are what they were. */
function turnsAt(total: bigint, thresholds: readonly bigint[]): void {
  const known = turns.get(total) ?? new Set([0n])
  for (const threshold of thresholds) if (threshold > 0n && threshold < total) known.add(threshold)
  turns.set(total, known)
}

/** Of another mechanism's choices nothing need be known. */
export function forgetTurns(): void {
  turns.clear()
}

/** The module of coins with makers that put down where their coins turn. */
export function recorded<M extends { coin: MakeCoin<never[]>; truthCoin: MakeCoin<never[]> }>(coins: M): M {
  return { ...coins, coin: record(coins.coin), truthCoin: record(coins.truthCoin) }
}

type MakeCoin<A extends unknown[]> = (...args: A) => Coin

function record<A extends unknown[]>(make: MakeCoin<A>): MakeCoin<A> {
  return (...args) => {
    const coin = make(...args)
    turnsAt(coin.heads + coin.tails, [coin.heads])
    return coin
  }
}

/** Stands for the module of big integers. */
export const bigIntegers = {
  integerBelowBig: bigChoice,
}

/** Stands for the module of thresholds, by the numbers themselves. */
export const evenThresholds = {
  thresholds: (values: readonly bigint[], limit: bigint) => {
    const known = new Set([0n, ...values.filter(value => value < limit)])
    const starts = [...known].sort((a, b) => (a < b ? -1 : 1))
    const lengths = starts.map((start, i) => (starts[i + 1] ?? limit) - start)
    return {
      draw: (rng: Rng) => starts[(rng as Player).choose(lengths, limit)],
      isBelow: (drawn: bigint, index: number) => drawn < values[index],
    }
  },
}

/** One number of each stretch in which all decide alike. */
function bigChoice(rng: Rng, n: bigint): bigint {
  const starts = [...(turns.get(n) ?? [0n])].sort((a, b) => (a < b ? -1 : 1))
  const lengths = starts.map((start, i) => (starts[i + 1] ?? n) - start)
  return starts[(rng as Player).choose(lengths, n)]
}

interface Player extends CryptoRng {
  choose(weights: readonly bigint[], total: bigint): number
}

/** Plays `respond` through all outcomes of its draws. Throws if it draws otherwise for one outcome than for another. */
export function lawOf(channel: Channel, category: number): Law {
  const weights = new Map<string, bigint>()
  const path: { at: number; readonly of: number }[] = []
  let weight = 1n
  let draws: bigint[] = []
  let depth = 0
  let expected: string | undefined
  const choose = (lengths: readonly bigint[], total: bigint) => {
    draws.push(total)
    if (depth === path.length) path.push({ at: 0, of: lengths.length })
    const { at } = path[depth++]
    weight *= lengths[at]
    return at
  }
  const refused = () => {
    throw new Error('not in whole numbers')
  }
  const player: Player = {
    kind: 'crypto',
    choose,
    integer: n => choose(new Array<bigint>(n).fill(1n), BigInt(n)),
    uint32: refused,
    uniform: refused,
    fill: refused,
  }
  for (;;) {
    weight = 1n
    draws = []
    depth = 0
    const answer: Response = channel.respond(category, player)
    const key = JSON.stringify(answer)
    weights.set(key, (weights.get(key) ?? 0n) + weight)
    expected ??= draws.join()
    if (draws.join() !== expected) throw new Error(`draws from ${draws.join()}, and from ${expected}`)
    while (path.length > 0 && path[path.length - 1].at + 1 === path[path.length - 1].of) path.pop()
    if (path.length === 0) break
    path[path.length - 1].at++
  }
  return { weights, total: draws.reduce((product, n) => product * n, 1n), draws }
}
