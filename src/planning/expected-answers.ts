import { dot } from '../arrays/sums.ts'
import { approve, type Limits } from '../catalogue/approve.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StrategySetting } from '../catalogue/strategy-kind.ts'
import { refuse } from '../check/check.ts'
import { createStrategy } from '../loop/strategy/strategy-names.ts'
import { likelihood } from '../mechanism/channel-matrix.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import { drawBinomial } from '../random/binomial.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'

/** Largest number of responses of a channel. */
const MOST_RESPONSES = 2 ** 12

/**
 * A collection in which each response to each channel has its expected count under the truth. The strategy's choices and the width of the
 * posterior are then typical ones.
 *
 * @see Cowan, Cranmer, Gross, Vitells (2011), Asymptotic formulae for likelihood-based tests of new physics: the Asimov data set
 */
export class ExpectedAnswers {
  readonly tally: Tally
  /** Number of answers. */
  answers = 0
  private readonly theta: Float64Array
  private readonly setting: Limits
  private readonly strategy: ReturnType<typeof createStrategy>
  private readonly rng = stream('plan')
  /** The channels so far, and how many people each has asked. */
  private readonly asked: { readonly mechanism: Mechanism; readonly people: number }[] = []

  /** @throws RangeError if the strategy cannot work with the setting */
  constructor(
    name: string,
    { catalogue, ...setting }: Omit<StrategySetting, 'share'> & { readonly catalogue: Catalogue },
    theta: Float64Array,
  ) {
    this.theta = theta
    this.setting = { ...setting, catalogue }
    this.strategy = createStrategy(name, setting, catalogue)
    this.tally = createTally(theta.length)
  }

  /** Lets people answer the channel that the strategy chooses now, up to this total number of answers. */
  extend(to: number): void {
    const { theta, tally, answers, rng } = this
    const state = { tally, answers, size: answers, rng }
    const mechanism = approve(this.strategy.choose(theta, state), this.setting)
    if (!(mechanism.responseCount <= MOST_RESPONSES))
      refuse('strategy', mechanism.name, `one whose channels have at most ${MOST_RESPONSES} responses`)
    for (const response of mechanism.responses()) {
      const chance = dot(likelihood(mechanism, response), theta)
      tally.addWeighted(mechanism.column(response), chance * (to - answers))
    }
    this.asked.push({ mechanism, people: to - answers })
    this.answers = to
  }

  /** Draws random answers of as many people by the same channels. */
  draw(rng: SeededRng): Tally {
    const { theta, asked } = this
    const tally = createTally(theta.length)
    for (const { mechanism, people } of asked) {
      let [left, chanceLeft] = [people, 1]
      for (const response of mechanism.responses()) {
        const chance = dot(likelihood(mechanism, response), theta)
        const count = drawBinomial(rng, left, Math.min(1, chance / chanceLeft))
        if (count > 0) tally.addWeighted(mechanism.column(response), count)
        left -= count
        chanceLeft = Math.max(Number.MIN_VALUE, chanceLeft - chance)
      }
    }
    return tally
  }
}
