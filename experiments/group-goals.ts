/**
 * How many people does a question about the difference of two groups take, with and without pooling, and how often is the answer wrong?
 * Four groups, three categories, ε = 2, `auto`; the question is in which of the first two groups category 0 is more frequent, up to ties
 * within a margin of .1. Two further groups lie around the same mean law.
 *
 * Pooling concerns estimates and decisions, not requests. So both rules look at the same answers, whenever their number has grown by a
 * quarter: `pooled` is the estimator's `decision`, `separate` the same rule on the posterior of each group's answers alone. A row is a true
 * difference. `settled` are shares of runs, `people` medians over all runs, in which unsettled runs count as the largest number; `wrong`
 * are shares of all runs. At a difference of exactly the margin a tie counts as wrong.
 *
 *     npx tsx experiments/group-goals.ts [--seeds 40] [--people 4000]
 */
import { parseArgs } from 'node:util'
import { mechanismFromRequest } from '../src/catalogue/requests.ts'
import { requireInteger } from '../src/check/check.ts'
import { createEstimator } from '../src/loop/estimator.ts'
import { estimateAlone } from '../src/loop/goal/answers-alone.ts'
import { type ChoiceGoal, choiceEvidence, holdsAlone, leadOf, priorShareOf } from '../src/loop/goal/choice.ts'
import { PRIOR_DRAWS, verdictOnChoice } from '../src/loop/goal/verdict.ts'
import { createRespondent } from '../src/loop/respondent.ts'
import type { Posterior } from '../src/posterior/chains/posterior.ts'
import { diagnose } from '../src/posterior/draws/diagnostics.ts'
import { drawDirichletPrior } from '../src/posterior/kind/draw-dirichlet-prior.ts'
import { createTally, type Tally } from '../src/posterior/tally/tally.ts'
import { answerOf, type Decision } from '../src/query/answer.ts'
import { parseGoal } from '../src/query/parse-goal.ts'
import { createAlias } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const MARGIN = 0.1
const DIFFERENCES = [0, MARGIN, 0.2, 0.4]
const CONFIDENCE = 0.95
const EPSILON = 2
const CATEGORIES = 3
const BY = ['north', 'south', 'east', 'west']
/** The looks of `simulate`: after a hundred answers, and after every growth by a quarter. */
const FIRST_LOOK = 100
const GROWTH = 1.25
/** Number of draws of a decision, by four chains instead of two. */
const DRAWS = 250

const GOAL = parseGoal(`share(0 | group = north) > share(0 | group = south) by ${MARGIN}`, {
  categories: CATEGORIES,
  by: BY,
}) as ChoiceGoal
/** Prior draws of the shares of category 0 in two independent groups. */
const PRIOR = sharesOf(
  [0, 1].map(g => drawDirichletPrior('learned', CATEGORIES, PRIOR_DRAWS, stream('prior', g))),
)
/** Indicator of category 0. */
const SHARE = Float64Array.from({ length: CATEGORIES }, (_, x) => Number(x === 0))

/** The groups' laws; those of the first two differ by this much in category 0. */
function lawsOf(difference: number): number[][] {
  const law = (share: number) => [share, (4 / 7) * (1 - share), (3 / 7) * (1 - share)]
  return [law(0.3 + difference / 2), law(0.3 - difference / 2), law(0.34), law(0.26)]
}

/** The shares of category 0 at draws of the laws of two groups. */
function sharesOf([one, other]: readonly Float64Array[]) {
  const values = new Float64Array((2 * one.length) / CATEGORIES)
  for (let i = 0; i < values.length; i++) values[i] = (i % 2 === 0 ? one : other)[CATEGORIES * (i >> 1)]
  return { values, width: 2 }
}

/** The rule on separate posteriors of the groups. */
function separately(
  [north, south]: readonly Posterior[],
  tallies: readonly Tally[],
  answers: number,
): Decision {
  const drawn = sharesOf([north.draws, south.draws])
  const leads = Float64Array.from(
    { length: drawn.values.length / 2 },
    (_, row) => drawn.values[2 * row] - drawn.values[2 * row + 1],
  )
  const { essBulk, essTail } = diagnose(leads, north.chains)
  const [one, other] = [north, south].map(({ mean }, g) => estimateAlone(tallies[g], SHARE, mean))
  const evidence = choiceEvidence(GOAL, drawn, {
    worth: Math.max(2, Math.min(essBulk, essTail, leads.length)) || 2,
    prior: answer => priorShareOf(GOAL, answer, PRIOR),
    alone: answer => !one || !other || holdsAlone(GOAL, answer, leadOf(one, other), CONFIDENCE),
  })
  const { answer, settled, probability } = verdictOnChoice(evidence, CONFIDENCE)
  return { goal: String(GOAL), settled, answer: answerOf(GOAL, answer), probability, answers }
}

interface Outcome {
  readonly pooled: Decision
  readonly separate: Decision
}

/** Asks people of the groups in turn until both rules have settled, or everybody has answered. */
function play(difference: number, seed: number, people: number): Outcome {
  const estimator = createEstimator({
    categories: CATEGORIES,
    by: BY,
    epsilon: EPSILON,
    goal: GOAL,
    confidence: CONFIDENCE,
    seed,
  })
  const rng = stream(seed, 'answers', String(difference))
  const respondent = createRespondent({ categories: CATEGORIES, epsilon: EPSILON, rng })
  const laws = lawsOf(difference).map(createAlias)
  const tallies = Object.fromEntries(BY.map(name => [name, createTally(CATEGORIES)]))
  let pooled: Decision | undefined
  let separate: Decision | undefined
  let nextLook = FIRST_LOOK
  for (let asked = 1; asked <= people; asked++) {
    const g = (asked - 1) % BY.length
    const request = estimator.request(BY[g])
    const response = respondent.respond(request, laws[g].draw(rng))
    estimator.observe(response, undefined, BY[g])
    tallies[BY[g]].add(mechanismFromRequest(request), response)
    if (asked < nextLook && asked < people) continue
    nextLook = GROWTH * asked
    if (!pooled?.settled) pooled = estimator.decision()
    if (!separate?.settled) {
      const estimate = estimator.estimate({ draws: DRAWS, pooling: false })
      const [north, south] = BY.map(name => estimate.group(name))
      separate = separately([north, south], [tallies.north, tallies.south], asked)
    }
    if (pooled.settled && separate.settled) break
  }
  return { pooled: pooled!, separate: separate! }
}

/** A row of the table. */
function rowOf(difference: number, outcomes: readonly Outcome[], most: number): Row {
  const share = (of: (outcome: Outcome) => boolean) => outcomes.filter(of).length / outcomes.length
  // The first group has the larger share, unless both are alike.
  const isWrong = ({ settled, answer }: Decision) =>
    settled && (answer === 'tie' ? difference >= MARGIN : answer === BY[1] || difference === 0)
  const peopleOf = ({ settled, answers }: Decision) => (settled ? answers : most)
  const median = (of: (outcome: Outcome) => number) =>
    outcomes.map(of).sort((a, b) => a - b)[outcomes.length >> 1]
  const ratio = meanWithError(
    outcomes.map(({ pooled, separate }) => Math.log(peopleOf(pooled) / peopleOf(separate))),
  )
  return {
    difference,
    seeds: outcomes.length,
    'settled pooled': share(({ pooled }) => pooled.settled),
    'settled separate': share(({ separate }) => separate.settled),
    'people pooled': median(({ pooled }) => peopleOf(pooled)),
    'people separate': median(({ separate }) => peopleOf(separate)),
    ratio: Math.exp(ratio.mean),
    'its error': Math.exp(ratio.mean) * ratio.standardError!,
    'wrong pooled': share(({ pooled }) => isWrong(pooled)),
    'wrong separate': share(({ separate }) => isWrong(separate)),
    'ties pooled': share(({ pooled }) => pooled.settled && pooled.answer === 'tie'),
    'ties separate': share(({ separate }) => separate.settled && separate.answer === 'tie'),
  }
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '40' },
      people: { type: 'string', default: '4000' },
    },
  })
  const seeds = requireInteger('seeds', Number(values.seeds), 2)
  const people = requireInteger('people', Number(values.people), FIRST_LOOK)
  const rows = DIFFERENCES.map(difference => {
    const outcomes = Array.from({ length: seeds }, (_, i) => play(difference, i + 1, people))
    return rowOf(difference, outcomes, people)
  })
  printRows(`a difference between two of ${BY.length} groups, margin ${MARGIN}`, rows)
  writeRows('groups', 'goals', rows)
})
