import fc, { type Arbitrary } from 'fast-check'
import { InputError } from '../../../src/data/input-error.ts'
import { expandPlan } from '../../../src/sweep/expansion.ts'
import { type Plan, requirePlan } from '../../../src/sweep/plan.ts'
import { asIs, grow, type Mutant, mutants, onTheWire } from '../generators/mutation.ts'
import { expectThat, refusalOf, type Surface, type Verdict } from '../harness/surface.ts'

/** One value, or a list of several. */
function list<T>(values: readonly T[]): Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(...values),
    fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  )
}

const drawn = fc.record({ dirichlet: fc.constantFrom<unknown>(0.1, 1, [0.1, 1]) }, { noNullPrototype: true })

/** A plan as people write one. */
export const goodPlan = fc.record(
  {
    categories: list([3, 4, 10]),
    users: list([10, 100, 1000]),
    epsilon: list([0.1, 1, 5]),
    truth: fc.oneof(drawn, fc.array(drawn, { minLength: 1, maxLength: 1 })),
    strategies: list(['srr', 'fisher', 'semi:0.8', 'auto', 'public-prior:adaptive', 'honesty@0.9']),
    sampler: list(['auto', 'gibbs', 'hmc', 'sgld']),
    prior: list([1, 2, 0.5]),
    groupSize: list([1, 10]),
    runs: fc.integer({ min: 1, max: 5 }),
    seed: fc.oneof(fc.nat(9), fc.string({ maxLength: 5 })),
  },
  {
    requiredKeys: ['categories', 'users', 'epsilon', 'truth', 'strategies', 'runs', 'seed'],
    noNullPrototype: true,
  },
)

const PLAN = {
  categories: 4,
  users: 100,
  epsilon: 1,
  truth: { dirichlet: 1 },
  strategies: 'srr',
  runs: 2,
  seed: 1,
}

/** Of each setting so many runs are expanded: that takes the time that it takes. */
const FEW_RUNS = 3
/** From here on a plan has too many runs, whatever else it has. */
const TOO_MANY_RUNS = 1e6

/** Plans of sweeps. */
export const plans: Surface<Mutant<unknown>> = {
  name: 'plans',
  cases: mutants(goodPlan),
  known: [
    asIs({ ...PLAN, runs: 1e9 }),
    asIs({ ...PLAN, runs: 2 ** 53 - 1 }),
    asIs({ ...PLAN, epsilon: Array.from({ length: 5000 }, (_, i) => i + 1), users: new Array(5000).fill(1) }),
    asIs({ ...PLAN, categories: 1e9 }),
    asIs({ ...PLAN, users: 2 ** 53 - 1 }),
    asIs({ ...PLAN, truth: { file: '/', column: 'a' } }),
    asIs({ ...PLAN, truth: [[0.5, 0.5], { length: 3e8 }] }),
  ],
  limitMs: 50,
  async check(mutant): Promise<Verdict> {
    let plan: Plan
    try {
      plan = await requirePlan(onTheWire(grow(mutant)), 'plan.json')
    } catch (error) {
      return refusalOf(error, InputError)
    }
    if (plan.runs <= TOO_MANY_RUNS) plan = { ...plan, runs: Math.min(plan.runs, FEW_RUNS) }
    try {
      const names = expandPlan(plan).map(({ name }) => name)
      expectThat(new Set(names).size === names.length, () => 'two runs have one name')
      return 'valid'
    } catch (error) {
      return refusalOf(error, InputError)
    }
  },
  show: mutant => fc.stringify(onTheWire(grow(mutant))),
}
