import type { Catalogue } from '../catalogue/catalogue.ts'
import { samplerKind } from '../catalogue/samplers.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import { groupDisagreements } from './group-plan.ts'
import type { WrittenPlan } from './plan-schema.ts'
import { recordDisagreements } from './record-plan.ts'
import { movingLengths, ownCategories } from './truth.ts'

/** Contradictions between valid settings of a plan. Each is reported as a line that says what was expected. */
export function disagreements(plan: WrittenPlan, catalogue: Catalogue): string[] {
  return [
    ...aboutPeople(plan),
    ...aboutLengths(plan),
    ...aboutMethods(plan, catalogue),
    ...groupDisagreements(plan),
    ...recordDisagreements(plan),
    ...aboutGoals(plan),
  ]
}

/** Largest length of the list of numbers of categories in a message. */
const MOST_LISTED = 4

/** Conditions, and the messages if they do not hold. */
type Conditions = readonly (readonly [good: boolean, mistake: string])[]

function mistakesIn(conditions: Conditions): string[] {
  return conditions.filter(([good]) => !good).map(([, mistake]) => mistake)
}

function aboutPeople({ categories, users, truth, question, questions }: WrittenPlan): string[] {
  const isDrawn = truth.some(
    entry => 'dirichlet' in entry || (isMoving(entry) && ownCategories(entry) === undefined),
  )
  const hasCategories = categories !== undefined || question !== undefined || questions !== undefined
  const needsUsers = truth.some(entry => !('file' in entry))
  return mistakesIn([
    [users !== undefined || !needsUsers, 'users must be given, unless all truths are files'],
    [users === undefined || needsUsers, 'users must be left out: every row of a file is a person'],
    [hasCategories || !isDrawn, 'categories must be given, for a truth that is drawn'],
    [categories === undefined || needsUsers, 'categories must be left out: files have their own'],
    [categories === undefined || question === undefined, 'categories must be left out: question has its own'],
  ])
}

/** Checks the numbers of categories of truths that contain vectors. */
function aboutLengths({ categories: given, truth, question }: WrittenPlan): string[] {
  const categories = question ? [orderedQuestion(question).cells] : given
  const lengths = new Set(categories)
  const listed = [...lengths].slice(0, MOST_LISTED).join(' or ')
  return truth.flatMap((entry, i) => {
    const own = lengthsOf(entry)
    const odd = own.find(length => !lengths.has(length))
    return mistakesIn([
      [own.length < 2, `truth[${i}] must have vectors of one length; got ${own.join(' and ')} numbers`],
      [
        odd === undefined || categories === undefined,
        `truth[${i}] must have as many numbers as categories says, ${listed}; got ${odd}`,
      ],
    ])
  })
}

function lengthsOf(entry: WrittenPlan['truth'][number]): number[] {
  if (Array.isArray(entry)) return [entry.length]
  if ('laws' in entry) return [entry.laws[0].length]
  return isMoving(entry) ? [...new Set(movingLengths(entry))] : []
}

function aboutMethods(
  { sampler, prior, memory, goal, question }: WrittenPlan,
  { samplers }: Catalogue,
): string[] {
  const kindOf = (name: string) => samplerKind(name, samplers, 2, 1)
  const fixed = sampler.find(name => kindOf(name).priors === 'fixed')
  const isSmooth = question !== undefined && (prior?.includes('smooth') ?? true)
  const forgets = memory.find(each => each !== 'all')
  const paced = sampler.find(name => kindOf(name).pace)
  return mistakesIn([
    [
      fixed === undefined || !prior?.includes('learned'),
      `prior must be a number above 0, for the sampler ${fixed}; got "learned"`,
    ],
    [
      question !== undefined || !prior?.includes('smooth'),
      'prior must be a number above 0 or "learned", without question; got "smooth"',
    ],
    [
      !isSmooth || sampler.every(name => name === 'auto'),
      `sampler must be left out, with the prior "smooth" that numbers have; got ${sampler.join(', ')}`,
    ],
    [
      forgets === undefined || paced === undefined,
      `memory must be "all", for the sampler ${paced}; got ${JSON.stringify(forgets)}`,
    ],
    [
      forgets === undefined || goal === undefined,
      `memory must be "all", with a goal; got ${JSON.stringify(forgets)}`,
    ],
  ])
}

function aboutGoals({ goal, confidence, guarantee }: WrittenPlan): string[] {
  const isAsked = goal !== undefined
  return mistakesIn([
    [isAsked || confidence === undefined, 'confidence must be left out without a goal'],
    [isAsked || guarantee === undefined, 'guarantee must be left out without a goal'],
  ])
}
