import { exp } from '../elementary/exp.ts'
import type { Goal } from '../goal/goal.ts'
import type { PartGoal } from './planned-part.ts'
import type { PowerSetting } from './power-options.ts'

interface Planned {
  readonly people: { readonly upper80: number }
  readonly epsilon: number
  readonly within?: number
  readonly error?: number
  readonly settled?: number
}

/** What a plan is, in two sentences that an ethics board can read. */
export function boardStatement(setting: PowerSetting, plan: Planned): string {
  const { people, epsilon, error, settled } = plan
  const invited = setting.people ?? people.upper80
  const chance = settled ?? 0.8
  const goal = setting.goal ?? setting.part?.goal
  const who = `With ${invited.toLocaleString('en')} people${setting.nonresponse > 0 ? ' invited' : ''} and ε = ${short(epsilon)}`
  const aim =
    goal === undefined
      ? `the expected total variation distance between the estimated and the true frequencies is ${short(error!)}`
      : `the probability is ${percent(chance)} that ${aimOf(goal, plan, setting.names)} is settled ${
          setting.looks === 'once' ? 'by one test' : 'with confidence'
        } ${setting.looks === 'once' ? `of level ${short(1 - setting.confidence)}` : percent(setting.confidence)}`
  const odds =
    `Each answer is randomized before it leaves the person: whatever is known about somebody, ` +
    `their answer changes the odds of any guess about them by a factor of at most ${short(exp(epsilon))}.`
  return `${who}, ${aim}. ${odds}`
}

function aimOf(goal: Goal | PartGoal, { within }: Planned, names: readonly string[] | undefined): string {
  const label = (category: number) => (names ? `“${names[category]}”` : `category ${category}`)
  if ('quantile' in goal) return `${quantileName(goal.quantile)} within ±${short(within!)}`
  if ('mean' in goal) return `the mean within ±${short(within!)}`
  if ('table' in goal)
    return `the table of ${goal.table.join(' and ')} within ±${short(within!)} in every cell`
  if ('associated' in goal)
    return `the question whether ${goal.associated.join(' and ')} go together, with Cramér's V above ${short(goal.threshold!)},`
  if ('group' in goal)
    return `the frequency of ${label(goal.category)} in the group ${goal.group} within ±${short(within!)}`
  if ('compare' in goal && 'category' in goal)
    return `the question in which of the groups ${goal.compare.groups.join(' and ')} ${label(goal.category)} is more frequent`
  if ('category' in goal) return `the frequency of ${label(goal.category)} within ±${short(within!)}`
  if ('above' in goal)
    return 'value' in goal.above
      ? `the question whether the share of numbers from ${goal.above.value} on is above ${short(goal.above.threshold)}`
      : `the question whether the frequency of ${label(goal.above.category)} is above ${short(goal.above.threshold)}`
  if ('compare' in goal)
    return `the question which of ${goal.compare.map(label).join(' and ')} is more frequent`
  return goal.top === 1
    ? 'the question which category is the most frequent'
    : `the question which ${goal.top} categories are the most frequent`
}

const quantileName = (p: number) => (p === 0.5 ? 'the median' : `the ${percent(p)} quantile`)
const short = (value: number) => String(Number(value.toPrecision(3)))
const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`
