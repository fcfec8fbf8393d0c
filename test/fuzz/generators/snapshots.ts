import { createEstimator, type EstimatorOptions, mechanismFromRequest, stream } from '../../../src/index.ts'

const STRATEGIES = [
  'srr',
  'fisher',
  'semi:0.8',
  'information',
  'auto',
  'subset-selection',
  'oue',
  'olh',
  'hadamard',
  'public-prior',
  'public-prior:adaptive',
] as const

const SAMPLERS = ['gibbs', 'hmc', 'slice', 'delayed-acceptance', 'sequence', 'sgld', 'sgrld'] as const

/** Before the first answer, after few, and after so many that `auto` and `information` have made a design of their own. */
const PEOPLE = [0, 3, 60] as const

const SETTINGS = PEOPLE.flatMap(people =>
  SAMPLERS.flatMap(sampler => STRATEGIES.map(strategy => ({ people, sampler, strategy }))),
)

/** How many good snapshots there are. */
export const SNAPSHOTS = SETTINGS.length

/** Which of them is the last with this sampler, by the strategy `srr`. */
export function indexOf(sampler: string): number {
  return SETTINGS.findLastIndex(one => one.sampler === sampler && one.strategy === 'srr')
}

const texts = new Map<number, string>()

/** A good snapshot, as text: of every strategy with every sampler, at three sizes. */
export function goodSnapshot(index: number): string {
  let text = texts.get(index)
  if (text === undefined) texts.set(index, (text = makeSnapshot(index)))
  return text
}

function makeSnapshot(index: number): string {
  const { people, sampler, strategy } = SETTINGS[index]
  const categories = 2 + (index % 3)
  const isExact = sampler !== 'sgld' && sampler !== 'sgrld'
  const priors = isExact ? ['learned' as const, 0.5] : [1, new Array(categories).fill(1.5)]
  const options: EstimatorOptions = {
    categories,
    epsilon: 1,
    strategy,
    sampler,
    prior: priors[index % 2],
    seed: index,
    ...(strategy === 'public-prior' && { publicPrior: Array.from({ length: categories }, (_, x) => x + 1) }),
    ...(index % 5 === 0 && { horizon: 1000 }),
  }
  const estimator = createEstimator(options)
  const rng = stream(index, 'people')
  for (let person = 0; person < people; person++) {
    const mechanism = mechanismFromRequest(estimator.request())
    estimator.observe(mechanism.respond(rng.integer(categories), rng))
  }
  if (index % 2 === 0) estimator.request()
  return JSON.stringify(estimator.snapshot())
}
