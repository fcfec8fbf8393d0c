import { sum } from '../../arrays/sums.ts'
import { drawLaw, pairsOf } from '../../catalogue/draw-law.ts'
import type { GroupDecision, GroupGoal } from '../../goal/group-goal.ts'
import type { RecordsDecision, RecordsGoal } from '../../goal/records-goal.ts'
import { drain, drawChains } from '../../posterior/draw-posterior.ts'
import type { Grouped } from '../../posterior/functional/by-group.ts'
import type { LawsAsked } from '../../posterior/functional/law-beliefs.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { AskedGoal } from '../collection-options.ts'
import { GroupJudge, LOOK } from './judge-groups.ts'
import { LOOK_CHAINS, RecordsJudge } from './judge-records.ts'

/** Looks at the goal of a collection of several parts, given the tally of each. */
export type CollectionJudge = (tallies: readonly Tally[], seed: string) => GroupDecision | RecordsDecision

/** The judge of a goal. */
export function judgeOf({ goal, confidence }: AskedGoal, asked: LawsAsked): CollectionJudge {
  const { domain, by } = asked
  if (by) {
    const judge = new GroupJudge(goal as GroupGoal, confidence)
    return (tallies, seed) => {
      const belief = drain(drawLaw(asked, tallies, { ...LOOK, seed })) as Grouped
      return judge.look(belief, Object.fromEntries(by.map((name, g) => [name, tallies[g]])))
    }
  }
  const judge = new RecordsJudge(goal as RecordsGoal, domain, confidence)
  return ([...tallies], seed) => {
    const { chained } = pairsOf(domain, tallies)
    const answers = sum(tallies.map(({ size }) => size))
    return judge.look(drain(drawChains(chained, { draws: judge.draws, chains: LOOK_CHAINS, seed })), answers)
  }
}
