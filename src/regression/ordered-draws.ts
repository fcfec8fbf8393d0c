import { dot, mean } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { Basis } from '../posterior/smooth/basis.ts'
import { CellLaw } from '../posterior/smooth/cell-law.ts'
import type { Place } from '../posterior/smooth/hyper-moves.ts'
import { Layout, type RandomTerm, type Shape } from '../posterior/smooth/linear-layout.ts'
import { type Scaling, unstandardise } from './scaling.ts'

/** Number of displayed coefficients of a function of the cells: its slope, and its bend. */
const SHOWN = 2
/** A bend with a smaller sum of squares than this is rounding. */
const LEAST_BEND = 1e-9

/** A column of the design that varies from group to group. */
export interface VaryingColumn {
  /** Index of its bracket in the formula. */
  readonly grouping: number
  readonly levels: number
  /** The column of the design; 0 is the intercept. */
  readonly column: number
}

/** Data that determine the layout of a draw. */
export interface OrderedShape {
  readonly shape: Shape
  readonly scaling: Scaling
  readonly varying: readonly VaryingColumn[]
}

/** Positions of the effects of a varying column. */
interface Effects {
  readonly sd: number
  /** Positions in a draw: of the displayed effects, level by level, and of the others. */
  readonly shown: number
  readonly others: number
  /** Position of the first level's coefficients in the sampler, and their number for each level. */
  readonly at: number
  readonly width: number
  /** Index of the hyperparameter ln τ, and of the first level's scale λ. */
  readonly tauAt: number
  readonly scalesAt: number
  readonly functions: Int32Array
}

/**
 * The numbers of a draw of a softmax-linear regression, in this order:
 *
 *     location and scale of each column, each τ, location and scale of each group;
 *     then other parameters of the shape: waves, outer cells, S, α, and the groups' weights λ.
 *
 * Location and scale are the slope and the bend of the least-squares fit to the whole effect of a column, waves included. Without the
 * waves, the coefficients of the line and of the first wave would hardly be identified. Coefficients are per unit of each column before
 * standardisation. Random intercepts are those of people at the means of the columns.
 */
export class OrderedDraws {
  readonly layout: Layout
  readonly law: CellLaw
  /** The number of numbers in a draw, and the number of displayed ones, which come first. */
  readonly width: number
  readonly shown: number
  readonly effects: readonly Effects[]
  private readonly columns: number
  private readonly scaling: Scaling
  private readonly varying: readonly VaryingColumn[]
  /** Position of the first coefficient of each function; only the intercept has the later functions. */
  private readonly blocks: readonly number[]
  /** The line and the bend nearest to each function of the basis, by least squares over the inner cells. */
  private readonly nearest: readonly [line: Float64Array, bend: Float64Array]
  private readonly hyperAt: number
  private readonly lambdaAt: number
  private readonly c: Float64Array

  constructor({ shape, scaling, varying }: OrderedShape) {
    const D = scaling.sds.length
    const terms = termsOf(varying)
    const layout = new Layout({ shape, covariates: D - 1, terms })
    this.columns = D
    this.scaling = scaling
    this.varying = varying
    this.layout = layout
    this.law = new CellLaw(shape.bins, shape.first)
    this.c = new Float64Array(layout.size)
    this.nearest = nearestTo(shape.bins, layout)
    let at = SHOWN * D
    const taus = at
    at += varying.length
    const starts = varying.map(({ levels }) => {
      at += SHOWN * levels
      return at - SHOWN * levels
    })
    this.shown = at
    this.blocks = Array.from({ length: layout.size }, (_, f) => {
      if (f < SHOWN) return f * D
      const length = f < layout.slope.length ? D : 1
      at += length
      return at - length
    })
    this.effects = varying.map(({ grouping, levels, column }, t) => {
      const placed = layout.terms[grouping]
      const functions = column === 0 ? layout.level : layout.slope
      const slope = placed.term.slopes.indexOf(column - 1)
      const within = column === 0 ? 0 : layout.level.length + slope * layout.slope.length
      const others = at
      at += levels * (functions.length - SHOWN)
      return {
        ...{ sd: taus + t, shown: starts[t], others, functions },
        ...{ at: placed.at + within, width: placed.width, scalesAt: placed.scalesAt },
        tauAt: placed.tauAt + 1 + slope,
      }
    })
    this.hyperAt = at
    this.lambdaAt = at + 2
    this.width = at + 2 + layout.scales
  }

  /**
   * Position in a draw of the coefficient of a function, for a level of a varying column.
   *
   * @param i index of the function among those of the level
   */
  effectAt(t: number, level: number, i: number): number {
    const { shown, others, functions } = this.effects[t]
    if (i < SHOWN) return shown + SHOWN * level + i
    return others + (functions.length - SHOWN) * level + i - SHOWN
  }

  /** The names of the numbers. */
  names(
    columns: readonly string[],
    sds: readonly string[],
    effectName: (t: number, level: number) => string,
  ) {
    const names = new Array<string>(this.width)
    const { layout, blocks, effects, varying } = this
    for (let f = 0; f < layout.size; f++) {
      const count = f < layout.slope.length ? columns.length : 1
      for (let j = 0; j < count; j++) names[blocks[f] + j] = `${this.functionName(f)}: ${columns[j]}`
    }
    effects.forEach(({ sd, functions, scalesAt }, t) => {
      names[sd] = sds[t]
      for (let level = 0; level < varying[t].levels; level++) {
        functions.forEach((f, i) => {
          names[this.effectAt(t, level, i)] = `${this.functionName(f)}: ${effectName(t, level)}`
        })
        if (varying[t].column === 0)
          names[this.lambdaAt + scalesAt + level] = `weight: ${effectName(t, level)}`
      }
    })
    names[this.hyperAt] = 'sd(waves)'
    names[this.hyperAt + 1] = 'decay(waves)'
    return names
  }

  /** Writes a draw, from the sampler's coefficients of standardised columns, hyperparameters and scales. */
  write({ x, h, scales }: Place, out: Float64Array): void {
    const { layout, blocks, effects, scaling, varying, columns: D } = this
    const { slope, size } = layout
    for (let f = 0; f < size; f++) {
      out[blocks[f]] = x[f]
      for (let j = 1; j < D && f < slope.length; j++)
        out[blocks[f] + j] = x[size + (j - 1) * slope.length + f]
    }
    for (let j = 0; j < D; j++) this.project(1, out, f => (j === 0 || f < slope.length ? blocks[f] + j : -1))
    for (let f = 0; f < slope.length; f++) unstandardise(scaling, out, blocks[f])
    effects.forEach(({ sd, at, width, tauAt, functions }, t) => {
      const per = scaling.sds[varying[t].column]
      out[sd] = exp(h[tauAt]) / per
      for (let level = 0; level < varying[t].levels; level++) {
        for (let i = 0; i < functions.length; i++) {
          out[this.effectAt(t, level, i)] = x[at + level * width + i] / per
        }
        this.project(1, out, f => this.placeOf(t, level, f))
      }
    })
    out[this.hyperAt] = exp(h[0])
    out[this.hyperAt + 1] = h[1]
    out.set(scales, this.lambdaAt)
  }

  /** The sampler's coefficients, hyperparameters and scales of a draw: the inverse of `write`. */
  read(drawn: Float64Array): Place {
    const draw = drawn.slice()
    const { layout, blocks, effects, scaling, varying, columns: D } = this
    const { slope, size } = layout
    const x = new Float64Array(layout.dimension)
    const h = new Float64Array(layout.hyperparameters)
    for (let j = 0; j < D; j++)
      this.project(-1, draw, f => (j === 0 || f < slope.length ? blocks[f] + j : -1))
    for (let f = 0; f < size; f++) {
      x[f] = draw[blocks[f]]
      for (let j = 1; j < D && f < slope.length; j++) {
        x[f] += draw[blocks[f] + j] * scaling.means[j]
        x[size + (j - 1) * slope.length + f] = draw[blocks[f] + j] * scaling.sds[j]
      }
    }
    effects.forEach(({ sd, at, width, tauAt, functions }, t) => {
      const per = scaling.sds[varying[t].column]
      h[tauAt] = log(draw[sd] * per)
      for (let level = 0; level < varying[t].levels; level++) {
        this.project(-1, draw, f => this.placeOf(t, level, f))
        for (let i = 0; i < functions.length; i++) {
          x[at + level * width + i] = draw[this.effectAt(t, level, i)] * per
        }
      }
    })
    h[0] = log(draw[this.hyperAt])
    h[1] = draw[this.hyperAt + 1]
    return { x, h, scales: draw.slice(this.lambdaAt, this.lambdaAt + layout.scales) }
  }

  /**
   * Writes the distribution of a person, given a draw.
   *
   * @param row the design's row of the person, before standardisation
   * @param groups the person's group in each varying column, −1 for none
   */
  writeLaw(draw: Float64Array, row: Float64Array, groups: ArrayLike<number>, out: Float64Array): void {
    const { c, layout, blocks, effects, scaling, varying, columns: D } = this
    for (let f = 0; f < c.length; f++) {
      c[f] = draw[blocks[f]]
      for (let j = 1; j < D && f < layout.slope.length; j++) c[f] += draw[blocks[f] + j] * row[j]
    }
    for (let t = 0; t < effects.length; t++) {
      if (groups[t] < 0) continue
      const { column } = varying[t]
      const { functions } = effects[t]
      const weight = row[column] - scaling.means[column]
      for (let i = 0; i < functions.length; i++) {
        c[functions[i]] += weight * draw[this.effectAt(t, groups[t], i)]
      }
    }
    this.project(-1, c, f => f)
    this.law.write(c, out)
  }

  /**
   * Adds the line and the bend of the later coefficients to the first two, or subtracts them.
   *
   * @param placeOf position of a function's coefficient; −1 if there is none
   */
  private project(sign: 1 | -1, values: Float64Array, placeOf: (f: number) => number): void {
    this.nearest.forEach((share, shown) => {
      for (let f = SHOWN; f < share.length; f++) {
        const place = placeOf(f)
        if (place >= 0) values[placeOf(shown)] += sign * share[f] * values[place]
      }
    })
  }

  /** Position of the coefficient of a function for a level of a varying column; −1 if there is none. */
  private placeOf(t: number, level: number, f: number): number {
    const i = this.effects[t].functions.indexOf(f)
    return i < 0 ? -1 : this.effectAt(t, level, i)
  }

  private functionName(f: number): string {
    const { functions } = this.layout
    if (f >= functions) return f === functions ? 'below' : 'above'
    return f < SHOWN ? ['location', 'scale'][f] : `wave ${f - SHOWN + 1}`
  }
}

function nearestTo(bins: number, { functions }: Layout): readonly [Float64Array, Float64Array] {
  const basis = new Basis(bins)
  const valuesOf = (f: number) => {
    const values = Float64Array.from({ length: bins }, (_, i) => basis.value(f, i))
    const centre = mean(values)
    return values.map(value => value - centre)
  }
  const [line, bend] = [0, 1].map(shown => {
    const own = valuesOf(shown)
    const size = dot(own, own)
    // With two cells, no function has a bend.
    return Float64Array.from({ length: functions }, (_, f) =>
      size > LEAST_BEND ? dot(own, valuesOf(f)) / size : 0,
    )
  })
  return [line, bend]
}

/** The random terms, one for each bracket of the formula. */
export function termsOf(varying: readonly VaryingColumn[]): RandomTerm[] {
  const brackets = [...new Set(varying.map(({ grouping }) => grouping))]
  return brackets.map(bracket => {
    const own = varying.filter(({ grouping }) => grouping === bracket)
    const slopes = own.filter(({ column }) => column > 0).map(({ column }) => column - 1)
    return { levels: own[0].levels, slopes }
  })
}
