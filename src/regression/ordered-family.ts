import { refuse } from '../check/check.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { aboutText } from '../domain/ordered.ts'
import { log } from '../elementary/log.ts'
import { denseColumn } from '../mechanism/column.ts'
import type { Rebuild } from '../posterior/chains/recipe.ts'
import type { Sampler } from '../posterior/kind/sampler.ts'
import { COVARIATE_SD } from '../posterior/smooth/smooth-prior.ts'
import { LINEAR_WARMUP, SoftmaxLinear } from '../posterior/smooth/softmax-linear.ts'
import { createTally } from '../posterior/tally/tally.ts'
import type { Family } from './family.ts'
import { effectName, type Model, sdName } from './model.ts'
import { OrderedDraws, type OrderedShape, termsOf } from './ordered-draws.ts'
import type { Records } from './regression-records.ts'

/** Largest number of parameters; a draw has a number for each. */
const MOST_PARAMETERS = 20_000
/** Largest number of patterns times draws in an average: distributions over many cells are costly. */
const MOST_LAWS = 1e6

/** Data from which the sampler is made. */
interface OrderedRecipe extends OrderedShape {
  readonly records: Pick<Records, 'starts' | 'column' | 'count' | 'columns' | 'categories'>
  /** The standardised design at each pattern, `[patterns × D]`. */
  readonly rows: Float64Array
  /** The group of each pattern in each bracket of the formula. */
  readonly groups: readonly Int32Array[]
}

/**
 * Softmax-linear regression of a scale, a whole number or a number (`SoftmaxLinear`). Let P₁ and P₂ be a straight and a bent function of
 * the cells' positions, each with mean 0 and mean square 1 over the range. Then
 *
 *     ln Pr(cell i | x) = (l·x) P₁(i) + (s·x) P₂(i) + waves − ln Σ,
 *
 * so l moves the values, and s spreads them.
 */
export function orderedFamily(model: Model, kind: OrderedKind): Family {
  const { records, design, varying } = model
  const { bins, first } = kind
  const shape = { kind: kind.kind, bins, first }
  const columns = varying.map(({ term: { grouping, levels, column } }) => ({ grouping, levels, column }))
  const ofShape = { shape, scaling: design.scaling, varying: columns }
  const draws = new OrderedDraws(ofShape)
  if (draws.width > MOST_PARAMETERS)
    refuse('the number of parameters', draws.width, `at most ${MOST_PARAMETERS}`)
  const brackets = varying.filter(({ slope }) => slope === undefined)
  const recipe: OrderedRecipe = {
    ...ofShape,
    records: {
      ...{ starts: records.starts, column: records.column, count: records.count },
      ...{ columns: records.columns, categories: records.categories },
    },
    rows: design.rows,
    groups: brackets.map(({ term }) => term.group),
  }
  let chained: SoftmaxLinear | undefined
  const law = () => (chained ??= linearLaw(recipe))
  const D = design.names.length
  return {
    title: `smooth, of ${aboutText(kind)}`,
    parameters: draws.names(design.names, varying.map(sdName), (t, level) =>
      effectName(varying[t].group, varying[t].levels[level], varying[t].slope),
    ),
    coefficients: 2 * D,
    random: varying.map((_, t) => ({
      sd: draws.effects[t].sd,
      effects: Array.from({ length: 2 * columns[t].levels }, (__, j) => draws.effects[t].shown + j),
    })),
    chained: {
      name: 'smooth',
      width: draws.width,
      watched: draws.shown,
      warmup: LINEAR_WARMUP,
      visits: workOf(recipe),
      create: warmup => samplerOf(law(), draws, warmup),
      recipe: { law: 'ordered regression', data: () => recipe },
    },
    mode: undefined,
    cells: kind.cells,
    mostLaws: MOST_LAWS,
    priorSd: i => COVARIATE_SD[Math.floor(i / D)],
    writeLaw: (draw, row, groups, out) => draws.writeLaw(draw, row, groups, out),
    logDensity(draw) {
      const { x, h, scales } = draws.read(draw)
      return law().likelihood.evaluate(x) + law().prior.jointDensity(h, scales, x)
    },
  }
}

export const rebuildOrdered: Rebuild<OrderedRecipe> = (recipe, warmup) =>
  samplerOf(linearLaw(recipe), new OrderedDraws(recipe), warmup)

function samplerOf(law: SoftmaxLinear, draws: OrderedDraws, warmup: number): Sampler<unknown> {
  return law.sampler(warmup, (place, out) => draws.write(place, out))
}

function linearLaw({ shape, scaling, varying, records, rows, groups }: OrderedRecipe): SoftmaxLinear {
  const D = scaling.sds.length
  const { starts, column, count, columns, categories: K } = records
  const known = Array.from({ length: columns.length / K }, (_, c) =>
    denseColumn(columns.slice(c * K, (c + 1) * K).map(log)),
  )
  const patterns = Array.from({ length: starts.length - 1 }, (_, p) => {
    const tally = createTally(K)
    for (let cell = starts[p]; cell < starts[p + 1]; cell++)
      tally.addWeighted(known[column[cell]], count[cell])
    return {
      tally,
      covariates: Array.from(rows.subarray(p * D + 1, (p + 1) * D)),
      levels: groups.map(group => group[p]),
    }
  })
  return new SoftmaxLinear({ shape, patterns, covariates: D - 1, terms: termsOf(varying) })
}

/** The cost of a step, of some thirty evaluations for each pattern, in visits of 0.6 µs. */
function workOf({ records: { starts, categories, column } }: OrderedRecipe): number {
  return 30 * ((starts.length - 1) * (1 + categories / 20) + column.length / 16)
}
