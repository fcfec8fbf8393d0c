import { sum } from '../../arrays/sums.ts'
import { workOfStep } from '../chains/default-work.ts'
import type { Rebuild } from '../chains/recipe.ts'
import type { Chained } from '../draw-posterior.ts'
import type { Shape } from '../smooth/linear-layout.ts'
import { smooth } from '../smooth/smooth.ts'
import { smoothGroups } from '../smooth/smooth-groups.ts'
import { LINEAR_WARMUP } from '../smooth/softmax-linear.ts'
import { fromTallyCopy, type Tally, type TallyCopy, toTallyCopy } from '../tally/tally.ts'

/** Work of a step for groups, in steps of a chain for each group. */
const WORK = 8

/** The sampler of one question with an order. */
export function chainedNumber(tally: Tally, { kind, bins, first }: Shape): Chained {
  const shape = { kind, bins, first }
  return {
    name: 'smooth',
    width: tally.categories,
    warmup: LINEAR_WARMUP,
    visits: workOfStep(tally),
    create: warmup => smooth(tally, shape, warmup),
    recipe: { law: 'numbers', data: (): NumbersRecipe => ({ tally: toTallyCopy(tally), shape }) },
  }
}

/** The sampler of the same question with several groups. */
export function chainedGroups(tallies: readonly Tally[], { kind, bins, first }: Shape): Chained {
  const shape = { kind, bins, first }
  return {
    name: 'smooth',
    width: tallies.length * tallies[0].categories + 1,
    warmup: LINEAR_WARMUP,
    visits: WORK * sum(tallies.map(workOfStep)),
    create: warmup => smoothGroups(tallies, shape, warmup),
    recipe: {
      law: 'numbers by group',
      data: (): GroupsRecipe => ({ tallies: tallies.map(toTallyCopy), shape }),
    },
  }
}

interface GroupsRecipe {
  readonly tallies: readonly TallyCopy[]
  readonly shape: Shape
}

export const rebuildGroups: Rebuild<GroupsRecipe> = ({ tallies, shape }, warmup) =>
  smoothGroups(tallies.map(fromTallyCopy), shape, warmup)

interface NumbersRecipe {
  readonly tally: TallyCopy
  readonly shape: Shape
}

export const rebuildNumbers: Rebuild<NumbersRecipe> = ({ tally, shape }, warmup) =>
  smooth(fromTallyCopy(tally), shape, warmup)
