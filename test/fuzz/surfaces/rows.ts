import fc from 'fast-check'
import { expandPlan, type Run } from '../../../src/sweep/expansion.ts'
import type { Plan } from '../../../src/sweep/plan.ts'
import { playRun } from '../../../src/sweep/play-run.ts'
import { requireRow } from '../../../src/sweep/require-row.ts'
import { asIs, type Edit, edits, grow, type Mutant, oddValue } from '../generators/mutation.ts'
import { expectThat, refusalOf, type Surface } from '../harness/surface.ts'

interface RowCase {
  /** Whose job it was, and whose row came back. */
  readonly job: number
  readonly row: number
  /** Its faults, or something else. */
  readonly faults: readonly Edit[] | Mutant<unknown>
}

const PLAN: Plan = {
  categories: [3, 5],
  users: [40],
  epsilon: [1],
  truth: [{ dirichlet: 0.5 }, { vector: [0.5, 0.3, 0.2] }],
  strategies: ['srr', 'fisher', 'subset-selection'],
  sampler: ['gibbs'],
  prior: [],
  groupSize: [1, 7],
  memory: ['all'],
  runs: 2,
  seed: 1,
}

const RUNS: readonly Run[] = expandPlan(PLAN)
const texts = new Map<number, string>()

/** The row of a run, as text: played once. */
function goodRow(index: number): string {
  let text = texts.get(index)
  if (text === undefined) texts.set(index, (text = JSON.stringify(playRun(RUNS[index]))))
  return text
}

const index = fc.nat(RUNS.length - 1)

const cases = fc
  .record({
    job: index,
    other: index,
    isOther: fc.nat(19).map(n => n === 0),
    faults: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Edit[]>([]) },
      { weight: 15, arbitrary: edits(1, 2) },
      { weight: 1, arbitrary: oddValue.map(asIs) },
    ),
  })
  .map(({ job, other, isOther, faults }): RowCase => ({ job, row: isOther ? other : job, faults }))

/** Rows that workers send for their jobs. */
export const rows: Surface<RowCase> = {
  name: 'rows',
  cases,
  known: [5, null, undefined, 'row', [], {}]
    .map((value): RowCase => ({ job: 0, row: 0, faults: asIs(value) }))
    .concat(
      forged({ measures: { totalVariation: -7 } }),
      forged({ laws: [{ estimate: [2, -1, 0] }] }),
      forged({ name: 'another' }),
      forged({ laws: { length: 3e8 } }),
      { job: 0, row: 1, faults: [] },
    ),
  limitMs: 50,
  check(input) {
    const run = RUNS[input.job]
    const sent = given(input)
    try {
      const row = requireRow(run, sent)
      expectThat(row.name === run.name, () => `the row of ${row.name} was taken for ${run.name}`)
      const { totalVariation } = row.measures
      expectThat(totalVariation >= 0 && totalVariation <= 1, () => `a distance of ${totalVariation}`)
      const [{ estimate }] = row.laws
      const total = estimate.reduce((sum, value) => sum + value, 0)
      expectThat(Math.abs(total - 1) < 1e-5 && estimate.every(value => value >= 0), () => `${estimate}`)
      return 'valid'
    } catch (error) {
      const isGood = Array.isArray(input.faults) && input.faults.length === 0 && input.row === input.job
      expectThat(!isGood, () => `a good row was refused: ${(error as Error).message}`)
      return refusalOf(error)
    }
  },
  show: input => `for ${RUNS[input.job].name}: ${fc.stringify(given(input))}`,
}

function forged(changes: object): RowCase {
  return { job: 0, row: 0, faults: asIs({ ...JSON.parse(goodRow(0)), ...changes }) }
}

function given({ row, faults }: RowCase): unknown {
  if (!Array.isArray(faults)) return grow(faults as Mutant<unknown>)
  return grow({ base: JSON.parse(goodRow(row)), edits: faults })
}
