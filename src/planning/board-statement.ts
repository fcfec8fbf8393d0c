import { exp } from '../elementary/exp.ts'
import type { Goal } from '../query/parse-goal.ts'
import type { Query } from '../query/query.ts'
import { wordsOf } from '../query/words-of-query.ts'
import type { PowerSetting } from './power-options.ts'

interface Planned {
  readonly people: { readonly upper80: number }
  readonly epsilon: number
  readonly within?: number
  readonly error?: number
  readonly settled?: number
}

/** A plan in two sentences, for an ethics board. */
export function boardStatement(setting: PowerSetting, plan: Planned): string {
  const { people, epsilon, error, settled } = plan
  const invited = setting.people ?? people.upper80
  const chance = settled ?? 0.8
  const { goals } = setting
  const who = `With ${invited.toLocaleString('en')} people${setting.nonresponse > 0 ? ' invited' : ''} and ε = ${short(epsilon)}`
  const aim =
    goals.length === 0
      ? `the expected total variation distance between the estimated and the true frequencies is ${short(error!)}`
      : `the probability is ${percent(chance)} that ${aimsOf(goals, plan, setting)} settled ${
          setting.looks === 'once' ? 'by one test' : 'with confidence'
        } ${setting.looks === 'once' ? `of level ${short(1 - setting.confidence)}` : percent(setting.confidence)}`
  const odds =
    `Each answer is randomized before it leaves the person: whatever is known about somebody, ` +
    `their answer changes the odds of any guess about them by a factor of at most ${short(exp(epsilon))}.`
  return `${who}, ${aim}. ${odds}`
}

function aimsOf(goals: readonly Goal[], plan: Planned, setting: PowerSetting): string {
  if (goals.length === 1) return `${aimOf(goals[0], plan, setting)} is`
  return `${goals.length} goals (${goals.join('; ')}) are all`
}

function aimOf(goal: Goal, { within }: Planned, { vocabulary }: PowerSetting): string {
  const words = (query: Query) => wordsOf(query, vocabulary)
  if ('within' in goal) return `${words(goal.query)} within ±${short(within ?? goal.within)}`
  if ('above' in goal) return `the question whether ${words(goal.query)} is above ${short(goal.above)}`
  const { order, take } = goal
  if (order.length === 2) return `the question which is larger, ${order.map(words).join(' or ')},`
  return take === 1
    ? 'the question which is the most frequent'
    : `the question which ${take} are the most frequent`
}

const short = (value: number) => String(Number(value.toPrecision(3)))
const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`
