/** The purpose of a collection. */
export const QUESTIONS = {
  all: 'all shares',
  within: 'one share, to ±3 points',
  above: 'is one above a threshold?',
  compare: 'which of two is larger?',
  top1: 'which is the most frequent?',
  top3: 'which are the first three?',
} as const

export type Question = keyof typeof QUESTIONS

/** The numbers of a planned collection. */
export interface Plan {
  readonly categories: number
  readonly users: number
  readonly epsilon: number
}

/** The mean error of a strategy in runs of one setting. */
export interface Measured extends Plan {
  /** The concentration of the law of the truths, from sparse (0.01) to even (1). */
  readonly rho: number
  readonly strategy: string
  readonly runs: number
  readonly error: number
  readonly standardError: number
}

/** Mean number of people until a question was settled. */
export interface Settled {
  readonly question: Question
  readonly truth: string
  readonly categories: number
  readonly epsilon: number
  readonly auto: number
  /** The mean for subset selection; absent if it was not played. */
  readonly sets?: number
}

/** Distance of two settings, by ratios; the ratio of ε counts most. */
function apart(a: Plan, b: Plan): number {
  const steps = (x: number, y: number) => Math.abs(Math.log(x / y))
  return (
    2 * steps(a.epsilon, b.epsilon) +
    steps(a.categories, b.categories) +
    steps(a.users / a.categories, b.users / b.categories)
  )
}

/** Measurements in the setting nearest to the plan. */
export function nearestMeasured(plan: Plan, measured: readonly Measured[]): Measured[] {
  const least = Math.min(...measured.map(one => apart(plan, one)))
  return measured.filter(one => apart(plan, one) === least)
}

/** Numbers of people until a question was settled, in the settings nearest to the plan. */
export function nearestSettled(plan: Plan, question: Question, settled: readonly Settled[]): Settled[] {
  const asked = settled.filter(one => one.question === question)
  const distance = (one: Settled) =>
    apart(plan, { ...one, users: (plan.users / plan.categories) * one.categories })
  const least = Math.min(...asked.map(distance))
  return asked.filter(one => distance(one) === least)
}

/**
 * The expected total variation distance of unbiased estimates by subset selection, for equally frequent categories and without prior
 * knowledge: K/2 times the mean absolute error `√(2/π) σ` of one category. At most 1.
 *
 * @see Ye, Barg (2018), for σ
 */
export function evenError({ categories: K, users, epsilon }: Plan): number {
  const ratio = Math.exp(epsilon)
  const size = Math.min(K - 1, Math.max(1, Math.round(K / (ratio + 1))))
  const total = size * ratio + K - size
  const named = (size * ratio) / total
  const other = (size * (ratio * (size - 1) + K - size)) / ((K - 1) * total)
  const share = other + (named - other) / K
  const sigma = Math.sqrt((share * (1 - share)) / users) / (named - other)
  return Math.min(1, (K / 2) * Math.sqrt(2 / Math.PI) * sigma)
}

/** Error above which an estimate of all shares is hardly useful. */
const USELESS = 0.35
/** Number of categories from which on channels with few distinct answers save time in estimates. */
const MANY = 50
/** Number of categories in a set of subset selection. With 1, subset selection is SRR. */
const setSize = ({ categories, epsilon }: Plan) =>
  Math.max(1, Math.round(categories / (Math.exp(epsilon) + 1)))

/** The recommended strategy and the reason for it, in a sentence or two. */
export function adviseOn(
  plan: Plan,
  question: Question,
  smallestError: number,
): { strategy: string; why: string } {
  if (question !== 'all') {
    return {
      strategy: 'auto, with a goal',
      why: 'It asks only about what settles the question, and stops when it is settled.',
    }
  }
  if (smallestError > USELESS) {
    return {
      strategy: 'a goal, or fewer categories',
      why: 'With so few people for each category no channel says much about all shares. Merge categories, ask more people, or ask a single question.',
    }
  }
  if (setSize(plan) === 1) {
    return {
      strategy: 'auto, or srr',
      why: 'At this ε the best sets have one category: subset selection is plain randomized response.',
    }
  }
  if (plan.categories >= MANY) {
    return {
      strategy: 'auto, or block-design',
      why: 'Sets say more at this ε, and few distinct answers keep estimates quick.',
    }
  }
  return {
    strategy: 'auto, or subset-selection',
    why: `Sets of about ${setSize(plan)} categories say more than single ones at this ε.`,
  }
}
