import { refuse, requireNumber } from '../check/check.ts'
import { SHARE_RANGE } from '../check/ranges.ts'
import { wholeWeights } from '../simplex/whole-weights.ts'
import { certifyLike } from './audit.ts'
import { type Mechanism, requireHeld } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { type SurveyLaw, type SurveyQuestion, surveyLaw } from './survey-law.ts'
import { wholeMechanism } from './whole-channel.ts'

const NAME = 'survey-design'

/** Options of a survey design. */
export type SurveyDesignOptions = SurveyQuestion & {
  /**
   * c, the share of people who ignore the design and say no, from 0 to below 1; default 0. Only for yes and no. If no more than a
   * bound on it is known, leave it out, and estimate with `robust: { share: c }`.
   */
  readonly noncompliance?: number
}

/**
 * A survey design for sensitive questions, as a mechanism like any other. Response 1 is yes, 0 is no, and category 1 has the trait. With a
 * and b the probabilities of yes from somebody who has it and from somebody who has not:
 *
 *     warner       a = p,                 b = 1 − p            "I have it" with probability p, else "I am without it": true or not?
 *     forced       a = truth + yes,       b = yes              the truth, or yes, or no, whatever is true
 *     crosswise    a = 1 − prevalence,    b = prevalence       exactly one of the trait and an innocuous one?
 *                  with a and b exchanged where `yes: 'both-or-none'` is what 1 says, as it does in most papers
 *     unrelated    a = p + (1 − p)·prevalence,  b = (1 − p)·prevalence     the question, or else an innocuous one
 *     ε = max( |ln(a/b)|, |ln((1 − a)/(1 − b))| )
 *
 * `forced` also has a form for K categories, where with probability `1 − truth` an answer is drawn from `law`:
 * `Pr(y | x) = (1 − truth) law_y + truth·1[x = y]`. The triangular design has no finite level, and is refused.
 *
 * If people use a die of their own, the request only describes how their answers came about; `adobest decode --design` reads them. If a
 * device answers, it draws in whole numbers.
 *
 * With `noncompliance` c, `Pr(yes | x)` is `1 − c` times that of the design, and estimates have the wider intervals that this
 * makes. The level remains that of the design, by which all those answer who follow it; no device answers such a request.
 *
 * @param options.kind `warner`, `forced`, `crosswise` or `unrelated`; the other options are its probabilities, above 0 and below 1
 * @throws RangeError on a bad argument
 * @see Warner (1965), Randomized response; Greenberg, Abul-Ela, Simmons, Horvitz (1969), The unrelated question; Fox, Tracy (1986),
 *   Randomized response, for forced answers; Yu, Tian, Tang (2008), Two new models, for the crosswise and triangular designs
 * @example
 * // A die: 1 is no, 6 is yes, everything else the truth.
 * surveyDesign({ kind: 'forced', truth: 2 / 3, yes: 1 / 6, no: 1 / 6 }).epsilon // 1.6094379124341003, which is ln 5
 */
export function surveyDesign(options: SurveyDesignOptions): Mechanism<number> {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object with kind')
  const { noncompliance, ...question } = options
  const { law, plain } = surveyLaw(question as SurveyQuestion)
  const design = wholeMechanism({
    name: NAME,
    ...law,
    toRequest: () => ({ mechanism: NAME, ...copyOf(plain) }),
  })
  if (noncompliance === undefined) return design
  const share = requireNumber('noncompliance', noncompliance, SHARE_RANGE)
  if (design.categories > 2)
    refuse('noncompliance', share, 'left out with more than two categories, where none means no')
  return share === 0 ? design : partlyFollowed(design, law, share)
}

export const surveyDesignKind = {
  name: NAME,
  categoriesOf: ({ law }) => (Array.isArray(law) ? law.length : 2),
  fromRequest: ({ mechanism, ...options }) => surveyDesign(options as never),
} as const satisfies MechanismKind

/** The design as it is answered if a share of the people say no without following it. */
function partlyFollowed(design: Mechanism<number>, law: SurveyLaw, share: number): Mechanism<number> {
  const [ignore, all] = wholeWeights(Float64Array.of(share, 1))
  const total = law.total * all
  const answered = wholeMechanism({
    name: NAME,
    weights: law.weights.map(([, yes]) => [total - yes * (all - ignore), yes * (all - ignore)]),
    total,
    toRequest: () => ({ ...design.toRequest(), noncompliance: share }),
  })
  certifyLike(answered, design)
  return {
    ...answered,
    epsilon: design.epsilon,
    followed: design,
    respond(category, rng) {
      if (rng?.kind === 'crypto') {
        requireHeld(category, 2)
        refuse(
          'noncompliance',
          share,
          'left out of a request that a device answers: a device follows its design',
        )
      }
      return answered.respond(category, rng)
    },
  }
}

/** A question as data of the caller's own. */
function copyOf(question: SurveyQuestion): SurveyQuestion {
  return 'law' in question ? { ...question, law: Array.from(question.law) } : { ...question }
}
