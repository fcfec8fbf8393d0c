import { columnMeans, largest } from '../../arrays/sums.ts'
import { drawLaw } from '../../catalogue/draw-law.ts'
import { priorLaws } from '../../catalogue/prior-law.ts'
import type { View } from '../../domain/domain.ts'
import { isOrdered } from '../../domain/read-question.ts'
import { square } from '../../elementary/square.ts'
import { drain } from '../../posterior/draw-posterior.ts'
import { diagnose } from '../../posterior/draws/diagnostics.ts'
import type { ByGroup } from '../../posterior/functional/by-group.ts'
import { lawsOfBelief, observedShares } from '../../posterior/functional/grouped.ts'
import { type LawsAsked, type OfPeople, vocabularyOfLaws } from '../../posterior/functional/law-beliefs.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { Found } from '../../query/answer.ts'
import { writeInfluence } from '../../query/functional.ts'
import { cellsOfView, type Laws, type Term, termsOf, valuesOf } from '../../query/of-query.ts'
import { type Goal, queriesOf } from '../../query/parse-goal.ts'
import type { Query } from '../../query/query.ts'
import { scalarOf } from '../../query/scalar.ts'
import { estimateAlone, type NormalOfOne } from './answers-alone.ts'
import {
  type ChoiceGoal,
  choiceEvidence,
  type DrawnValues,
  holdsAlone,
  isOrderOfTwo,
  priorShareOf,
} from './choice.ts'
import { type Verdict, verdictOf } from './judge.ts'
import { type Finding, PRIOR_DRAWS, verdictOnChoice, verdictOnValue } from './verdict.ts'

/** Number of chains for a decision. */
export const LOOK_CHAINS = 2
/** Smallest and largest number of draws of each chain for an interim look. */
const [LEAST_DRAWS, MOST_DRAWS] = [500, 5000]
/** Number of draws of a chain that have to be outside of an interval; and number of draws for each unit of the required odds. */
const [LEAST_TAIL, DRAWS_PER_ODDS] = [25, 2]

/** A view that a goal is about, with its questions as a collection of its own, and its index among all views. */
interface Part {
  readonly view: View
  readonly asked: LawsAsked
  readonly place: number
}

/**
 * Decides about a goal of a collection of several parts, by posterior draws of the views that it is about. Groups are drawn together if
 * they are pooled, otherwise one by one.
 *
 * For shares and means of categories and of tables, the prior-free evidence must agree. Pooling always draws groups together, and tables
 * towards independence: by the posterior alone, a difference of exactly the margin would be settled as a tie too often.
 */
export class LawJudge {
  readonly goal: Goal
  private readonly asked: LawsAsked
  private readonly confidence: number
  private readonly parts: readonly Part[]
  private readonly views: number
  private readonly terms: readonly (readonly Term[])[]
  private prior: DrawnValues | undefined

  /** @param places indices of the views that the goal is about */
  constructor(
    goal: Goal,
    asked: LawsAsked,
    views: readonly View[],
    places: readonly number[],
    confidence: number,
  ) {
    const { domain, by, variable, name } = asked
    this.goal = goal
    this.asked = asked
    this.confidence = confidence
    this.views = views.length
    this.terms = queriesOf(goal).map(query => termsOf(query, vocabularyOfLaws(asked)))
    this.parts = places.map(place => {
      const view = views[place]
      const ask = view.questions.length === 2 ? 'pairs' : 'singles'
      const part = domain.isSingle ? domain : domain.part(view.about)
      return { view, place, asked: { domain: part, ask, by, variable, name } }
    })
  }

  /** @param tallies of all parts, group by group and view by view */
  look(tallies: readonly Tally[], seed: string): Verdict {
    const answers = tallies.reduce((total, { size }) => total + size, 0)
    return verdictOf(this.goal, this.find(tallies, seed), answers)
  }

  private find(tallies: readonly Tally[], seed: string): Finding {
    const { goal, confidence } = this
    const laws = this.draw(tallies, seed)
    const queryValues = this.read(laws)
    const { values, width } = queryValues
    if ('within' in goal) {
      const probability = (from: number, to: number) =>
        values.filter(value => value >= from && value <= to).length / values.length
      return verdictOnValue({ intervals: [scalarOf(values).interval(confidence)], probability }, goal.within)
    }
    const rows = values.length / width
    const diagnosedValues = 'above' in goal ? values : this.leads(queryValues)
    const { essBulk, essTail } = diagnosedValues
      ? diagnose(diagnosedValues, LOOK_CHAINS)
      : { essBulk: rows / 2, essTail: rows / 2 }
    const evidence = choiceEvidence(goal, queryValues, {
      worth: Math.max(2, Math.min(essBulk, essTail, rows)) || 2,
      prior: answer => this.priorShare(goal, answer),
      alone: answer => {
        const alone = this.alone(tallies, laws)
        return alone === undefined || holdsAlone(goal, answer, alone, confidence)
      },
    })
    return verdictOnChoice(evidence, confidence)
  }

  /** Posterior draws of the laws that the goal is about. */
  private draw(tallies: readonly Tally[], seed: string): Laws {
    const { by } = this.asked
    const effort = { draws: this.draws, chains: LOOK_CHAINS }
    const beliefs = this.parts.map(({ asked, place }, i) => {
      const own = this.talliesOf(place, tallies)
      return drain(drawLaw(asked, own, { ...effort, seed: i === 0 ? seed : `${seed} ${i}` }))
    })
    const people = (by ?? [undefined]).map((_, g) =>
      tallies.slice(g * this.views, (g + 1) * this.views).reduce((total, { size }) => total + size, 0),
    )
    return (questions, groups) => {
      const i = this.partOf(questions)
      const local = this.localOf(i, questions)
      return lawsOfBelief(
        beliefs[i] as OfPeople | ByGroup<OfPeople>,
        by,
        observedShares(people),
      )(local, groups)
    }
  }

  /** The tallies of a view, group by group. */
  private talliesOf(place: number, tallies: readonly Tally[]): Tally[] {
    return tallies.filter((_, i) => i % this.views === place)
  }

  /** The part whose view has these questions. */
  private partOf(questions: readonly number[]): number {
    return this.parts.findIndex(({ view }) => questions.every(j => view.questions.includes(j)))
  }

  /** The indices of questions within the view of a part. */
  private localOf(i: number, questions: readonly number[]): number[] {
    const { view } = this.parts[i]
    return questions.map(j => view.questions.indexOf(j))
  }

  private read(laws: Laws): DrawnValues {
    const { domain } = this.asked
    const columns = this.terms.map(terms => valuesOf(terms, domain, laws))
    const rows = Math.min(...columns.map(({ length }) => length))
    const width = columns.length
    const values = new Float64Array(rows * width)
    columns.forEach((column, q) => {
      for (let row = 0; row < rows; row++) values[row * width + q] = column[row]
    })
    return { values, width }
  }

  private leads({ values, width }: DrawnValues): Float64Array | undefined {
    if (width !== 2) return undefined
    return Float64Array.from({ length: values.length / 2 }, (_, row) => values[2 * row] - values[2 * row + 1])
  }

  /** Number of draws of each chain: enough for quantiles at this confidence, and to show the odds that the goal needs. */
  get draws(): number {
    const { goal, confidence } = this
    const outside = 1 - confidence
    if ('within' in goal) return Math.min(MOST_DRAWS, Math.max(LEAST_DRAWS, Math.ceil(LEAST_TAIL / outside)))
    if ('order' in goal && !isOrderOfTwo(goal)) return LEAST_DRAWS
    const answers: readonly Found[] = 'above' in goal ? [true, false] : goal.by ? [0, 1, 'tie'] : [0, 1]
    const odds = answers.map(answer => {
      const share = this.priorShare(goal, answer)
      // An answer with a small prior probability only has to reach the confidence.
      return Math.max(1, share / (1 - share))
    })
    const needed = (confidence / outside) * largest(Float64Array.from(odds))
    return Math.min(MOST_DRAWS, Math.max(LEAST_DRAWS, Math.ceil(DRAWS_PER_ODDS * needed)))
  }

  private priorShare(goal: ChoiceGoal, answer: Found): number {
    return priorShareOf(goal, answer, this.priorValues)
  }

  /** Values of the goal's queries at draws from the prior. */
  get priorValues(): DrawnValues {
    this.prior ??= this.drawPrior()
    return this.prior
  }

  private drawPrior(): DrawnValues {
    const priors = this.parts.map(({ asked }) => priorLaws(asked, PRIOR_DRAWS))
    return this.read((questions, groups) => {
      const i = this.partOf(questions)
      return priors[i](this.localOf(i, questions), groups)
    })
  }

  /** The prior-free normal distribution of the value, or of the difference of two; undefined if the answers do not identify it. */
  private alone(tallies: readonly Tally[], laws: Laws): NormalOfOne | undefined {
    if (!this.needsAlone) return undefined
    let [mean, variance] = [0, 0]
    for (const [q, terms] of this.terms.entries()) {
      for (const term of terms) {
        const found = this.termAlone(term, tallies, laws)
        if (found === undefined) return undefined
        mean += (q === 0 ? 1 : -1) * term.sign * found.mean
        variance += square(found.sd)
      }
    }
    return { mean, sd: Math.sqrt(variance) }
  }

  /** Whether prior-free evidence exists for this goal, and so has to agree. */
  get needsAlone(): boolean {
    const queries = queriesOf(this.goal)
    return (
      queries.length <= 2 &&
      queries.every(query => this.isTold(query)) &&
      this.terms.flat().every(({ groups, questions }) => {
        const { view } = this.parts[this.partOf(questions)]
        // A table has it only for functionals of both questions; groups have it only for functionals of one group.
        return questions.length === view.questions.length && !(this.asked.by && groups?.length !== 1)
      })
    )
  }

  /** Whether prior-free evidence exists for a query: a share or a mean, of categories or of a table. */
  private isTold({ form }: Query): boolean {
    const { domain } = this.asked
    const isOfTables = this.parts.every(({ view }) => view.questions.length === 2)
    const isOfCategories = domain.isSingle && !isOrdered(domain.kinds[0])
    return (form === 'share' || form === 'mean') && (isOfTables || isOfCategories)
  }

  private termAlone({ groups, questions, functional }: Term, tallies: readonly Tally[], laws: Laws) {
    const { by, domain } = this.asked
    const i = this.partOf(questions)
    const own = this.talliesOf(this.parts[i].place, tallies)
    const tally = own[by ? by.indexOf(groups![0]) : 0]
    const cells = cellsOfView(domain, questions)
    const mean = columnMeans(laws(questions, groups), cells)
    const influence = new Float64Array(cells)
    writeInfluence(functional, mean, influence)
    const found = estimateAlone(tally, influence, mean)
    if (found === undefined) return undefined
    const from = influence.reduce((sum, value, x) => sum + value * mean[x], 0)
    return { mean: functional.value(mean, 0) + found.mean - from, sd: found.sd }
  }
}
