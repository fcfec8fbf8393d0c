import fc from 'fast-check'
import {
  createEstimator,
  type Estimator,
  type EstimatorSnapshot,
  mechanismFromRequest,
  restoreEstimator,
  stream,
  tallyFromJSON,
} from '../../../src/index.ts'
import { type Edit, edits, grow } from '../generators/mutation.ts'
import { goodSnapshot, SNAPSHOTS } from '../generators/snapshots.ts'
import { expectThat, refusalOf, type Surface } from '../harness/surface.ts'

interface SnapshotCase {
  /** Which good snapshot. */
  readonly index: number
  readonly faults: readonly Edit[]
  /** Whether an estimate is asked for, too: that takes its time. */
  readonly estimate: boolean
}

const cases = fc.record<SnapshotCase>(
  {
    index: fc.nat(SNAPSHOTS - 1),
    faults: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 15, arbitrary: edits(1, 2) }),
    estimate: fc.nat(9).map(n => n === 0),
  },
  { noNullPrototype: true },
)

/** Snapshots of estimators, damaged or forged. */
export const snapshots: Surface<SnapshotCase> = {
  name: 'snapshots',
  cases,
  known: [],
  limitMs: 500,
  check(input) {
    const snapshot = forged(input)
    let estimator: Estimator
    try {
      estimator = restoreEstimator(snapshot as EstimatorSnapshot)
    } catch (error) {
      expectThat(input.faults.length > 0, () => `a good snapshot was refused: ${(error as Error).message}`)
      return refusalOf(error)
    }
    play(estimator)
    if (input.estimate) requireItsOwnPosterior(estimator)
    return 'valid'
  },
  show: input => `${fc.stringify(input)}: ${fc.stringify(forged(input))}`,
}

function forged({ index, faults }: SnapshotCase): unknown {
  return grow({ base: JSON.parse(goodSnapshot(index)), edits: faults })
}

/** Whoever was restored can go on: two people answer. */
function play(estimator: Estimator): void {
  const rng = stream('people')
  for (let person = 0; person < 2; person++) {
    const mechanism = mechanismFromRequest(estimator.request())
    estimator.observe(mechanism.respond(rng.integer(mechanism.categories), rng))
  }
}

/** The estimate is that of the tally, as another estimator gives it that has seen nothing else. */
function requireItsOwnPosterior(estimator: Estimator): void {
  const { options, tally } = JSON.parse(JSON.stringify(estimator.snapshot())) as EstimatorSnapshot
  const { mean, sampler } = estimator.estimate()
  const total = mean.reduce((sum, value) => sum + value, 0)
  expectThat(mean.every(value => value >= 0) && Math.abs(total - 1) < 1e-9, () => `the mean is ${mean}`)
  // At their step size these hardly move: their means depend on all that they have been through.
  if (sampler === 'sgld' || sampler === 'sgrld') return
  const fresh = createEstimator(options)
  fresh.observeMany(tallyFromJSON(tally))
  const { mean: expected } = fresh.estimate()
  expectThat(
    mean.every((value, x) => value === expected[x]),
    () => `the mean is ${mean}; that of the tally's posterior ${expected}`,
  )
}
