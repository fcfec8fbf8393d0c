import fc from 'fast-check'
import { plainCopy } from '../../../src/check/plain.ts'
import {
  createEstimator,
  type Estimator,
  type EstimatorSnapshot,
  mechanismFromRequest,
  restoreEstimator,
  stream,
  tallyFromJSON,
} from '../../../src/index.ts'
import { canonicalJSON, digestOf } from '../../../src/loop/snapshot.ts'
import { type Edit, edits, grow } from '../generators/mutation.ts'
import { goodSnapshot, indexOf, SNAPSHOTS } from '../generators/snapshots.ts'
import { expectThat, refusalOf, type Surface } from '../harness/surface.ts'

interface SnapshotCase {
  /** Which good snapshot. */
  readonly index: number
  readonly faults: readonly Edit[]
  /** Whether they were made by somebody who renewed the digest. */
  readonly isForged: boolean
  /** Whether an estimate is asked for, too: that takes its time. */
  readonly estimate: boolean
}

/** Repeats of a list at the most: the limit in time is one for snapshots of a hundred kilobytes or so, not of megabytes. */
const MOST_REPEATS = 200

function shortened(edit: Edit): Edit {
  const { op } = edit
  return op.kind === 'repeat' ? { ...edit, op: { ...op, times: Math.min(op.times, MOST_REPEATS) } } : edit
}

const cases = fc.record<SnapshotCase>(
  {
    index: fc.nat(SNAPSHOTS - 1),
    faults: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 15, arbitrary: edits(1, 2).map(all => all.map(shortened)) },
    ),
    isForged: fc.nat(9).map(n => n > 0),
    estimate: fc.nat(99).map(n => n === 0),
  },
  { noNullPrototype: true },
)

/** Snapshots of estimators, damaged or forged. */
export const snapshots: Surface<SnapshotCase> = {
  name: 'snapshots',
  cases,
  known: [
    known('hmc', 'chain.concentration', [null]),
    known('slice', 'chain.concentration', [null]),
    known('gibbs', 'chain.concentration', 0),
    known('sgrld', 'chain.observations.recent', new Array(60).fill(0)),
    known('sgrld', 'chain.observations.recent', [2 ** 31]),
    known('sgld', 'chain.observations.sealed', [2 ** 40]),
    known('sgld', 'chain.phi', []),
    known('sgld', 'pending.batches', 2 ** 30),
    known('gibbs', 'tally.counts.0', Number.MAX_SAFE_INTEGER),
    known('gibbs', 'options.prior', { length: 3e8 }),
    known('gibbs', 'options.categories', 1e9),
    known('gibbs', 'version', 1),
  ],
  limitMs: 500,
  check(input) {
    const snapshot = changed(input)
    let estimator: Estimator
    try {
      estimator = restoreEstimator(snapshot as EstimatorSnapshot)
    } catch (error) {
      expectThat(input.faults.length > 0, () => `a good snapshot was refused: ${(error as Error).message}`)
      // A fault that only a sampler or a strategy stumbles over is one that nothing has checked for.
      expectThat((error as Error).cause === undefined, () => String((error as Error).cause))
      return refusalOf(error)
    }
    play(estimator)
    requireItsOwnObservations(estimator)
    if (input.estimate && isQuick(estimator)) requireItsOwnPosterior(estimator)
    return 'valid'
  },
  show: input => `${fc.stringify(input)}: ${fc.stringify(changed(input))}`,
}

/** A forged value in a snapshot of this sampler after most answers, at a place named as `chain.phi.0`. */
function known(sampler: string, place: string, value: unknown): SnapshotCase {
  const index = indexOf(sampler)
  const path: number[] = []
  let node: unknown = JSON.parse(goodSnapshot(index))
  for (const name of place.split('.')) {
    path.push(Object.keys(node as object).indexOf(name))
    node = (node as Record<string, unknown>)[name]
  }
  return { index, faults: [{ path, op: { kind: 'replace', value } }], isForged: true, estimate: true }
}

function changed({ index, faults, isForged }: SnapshotCase): unknown {
  const snapshot = grow({ base: JSON.parse(goodSnapshot(index)), edits: faults })
  return isForged ? withDigest(snapshot) : snapshot
}

/** A snapshot with the digest that belongs to it, if there is anything to digest. */
function withDigest(snapshot: unknown): unknown {
  try {
    const { digest: _, ...rest } = plainCopy('snapshot', snapshot, Infinity)
    Object.defineProperty(snapshot, 'digest', { value: digestOf(canonicalJSON(rest)), enumerable: true })
  } catch {
    // It is no plain data.
  }
  return snapshot
}

/** Whoever was restored can go on: two people answer. */
function play(estimator: Estimator): void {
  const rng = stream('people')
  for (let person = 0; person < 2; person++) {
    const mechanism = mechanismFromRequest(estimator.request())
    estimator.observe(mechanism.respond(rng.integer(mechanism.categories), rng))
  }
}

/** What a sampler that keeps the observations knows of them is what the tally has. */
function requireItsOwnObservations(estimator: Estimator): void {
  // Asked for another request, it has caught up.
  estimator.request()
  const { chain, tally } = estimator.snapshot()
  const { observations } = chain as { observations?: { sealed: number[]; recent: number[] } }
  if (observations === undefined) return
  const known = tally.counts.map((_, c) => observations.sealed[c] ?? 0)
  for (const c of observations.recent) known[c]++
  expectThat(String(known) === String(tally.counts), () => `it knows of ${known}, of ${tally.counts}`)
}

/** The other exact samplers' estimates come from the tally by the same way as `gibbs`'s, in ten times the time. */
function isQuick(estimator: Estimator): boolean {
  const { sampler } = estimator.snapshot().options
  return sampler !== 'hmc' && sampler !== 'slice' && sampler !== 'delayed-acceptance'
}

/** Few draws are enough to be the same. */
const FEW = { draws: 100 }

/** The estimate is that of the tally, as another estimator gives it that has seen nothing else. */
function requireItsOwnPosterior(estimator: Estimator): void {
  const { options, tally } = JSON.parse(JSON.stringify(estimator.snapshot())) as EstimatorSnapshot
  const { mean, sampler } = estimator.estimate(FEW)
  const total = mean.reduce((sum, value) => sum + value, 0)
  expectThat(mean.every(value => value >= 0) && Math.abs(total - 1) < 1e-9, () => `the mean is ${mean}`)
  // At their step size these hardly move: their means depend on all that they have been through.
  if (sampler === 'sgld' || sampler === 'sgrld') return
  const fresh = createEstimator(options)
  fresh.observeMany(tallyFromJSON(tally))
  const { mean: expected } = fresh.estimate(FEW)
  expectThat(
    mean.every((value, x) => value === expected[x]),
    () => `the mean is ${mean}; that of the tally's posterior ${expected}`,
  )
}
