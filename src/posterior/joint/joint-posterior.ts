import type { Expansion } from '../likelihood/log-likelihood.ts'
import type { Target } from '../moves/nuts.ts'
import type { Tally } from '../tally/tally.ts'
import { AnswersLikelihood } from './answers-likelihood.ts'
import { JointLaw } from './joint-law.ts'
import { even, type JointPair } from './joint-layout.ts'
import { type LogitBasis, turnBasis } from './logit-basis.ts'

/** Largest number of cells of a question whose directions are turned: for more, eigenvectors would take long. */
const MOST_TURNED = 100

/** The answers about a pair of questions, or about one question: one tally for each group of people. */
export interface JointAnswers extends JointPair {
  readonly tallies: readonly Tally[]
}

/** The posterior of the joint law, as a density of its standard normal parameters. */
export class JointPosterior {
  readonly law: JointLaw
  /** The answers about each table, group by group. */
  private readonly answers: readonly (readonly AnswersLikelihood[])[]
  /**
   * Answers whose expansion costs less than the exact likelihood, with the position of their table in a vector of all tables, group by
   * group.
   */
  readonly expandable: readonly { readonly answers: AnswersLikelihood; readonly first: number }[]
  /** Number of cells of all tables of all groups. */
  readonly cells: number
  /** Number of answers about each table, group by group. */
  readonly people: readonly Float64Array[]

  constructor(bases: readonly LogitBasis[], views: readonly JointAnswers[], groups = 0) {
    this.people = Array.from({ length: Math.max(1, groups) }, (_, g) =>
      Float64Array.from(views, ({ tallies }) => tallies[g].size),
    )
    this.answers = views.map(({ tallies }) => tallies.map(tally => new AnswersLikelihood(tally)))
    const all = this.answers.flat()
    const room = all.reduce((sum, { room }) => sum + even(room) + 2, 0)
    this.law = new JointLaw(bases, views, groups, room)
    let next = even(this.law.room)
    for (const each of all) {
      each.settle(this.law.kernel, next)
      next += even(each.room) + 2
    }
    let cells = 0
    const expandable = []
    for (let g = 0; g < Math.max(1, groups); g++) {
      for (const ofView of this.answers) {
        const answers = ofView[g]
        if (answers.isExpanded) expandable.push({ answers, first: cells })
        cells += answers.tally.categories
      }
    }
    this.cells = cells
    this.expandable = expandable
  }

  /**
   * Turns the directions of each question's logits to the eigenvectors of the answers' information at z. The prior stays the same, because
   * its coefficients are isotropic. Rare categories are then separate from frequent ones, and a diagonal metric suits them.
   */
  turn(z: Float64Array): void {
    const { law, answers } = this
    const cells = law.questions.map(({ basis }) => basis.cells)
    const information = cells.map(K => new Float64Array(K <= MOST_TURNED ? K * K : 0))
    law.readDeviations(z)
    for (let g = 0; g < Math.max(1, law.groups.length); g++) {
      law.readGroup(z, g)
      law.tables.forEach((table, i) => {
        const own = answers[i][g]
        const at = law.writeMeans(table)
        const theta = law.kernel.numbers.slice(at, at + table.cells)
        const codesA = Int32Array.from(theta, (_, x) => x % table.sizeA)
        const codesB = Int32Array.from(theta, (_, x) => Math.floor(x / table.sizeA))
        for (const [j, codes] of [
          [table.a, codesA],
          [table.b, codesB],
        ] as const) {
          if (j >= 0 && cells[j] <= MOST_TURNED) own.addInformation(theta, codes, cells[j], information[j])
        }
      })
    }
    law.questions.forEach(({ basis }, j) => {
      if (cells[j] <= MOST_TURNED) turnBasis(basis, information[j])
    })
  }

  /**
   * The posterior as a target.
   *
   * @param expansions those of `expandable`, if these likelihoods are to be replaced by expansions
   */
  target(expansions?: readonly Expansion[]): Target {
    const { law } = this
    return {
      dimension: law.dimension,
      evaluate: (z, gradient) => {
        gradient.fill(0)
        if (expansions) this.follow(expansions)
        const value = this.visit(
          z,
          (answers, score, theta) =>
            expansions && answers.isExpanded
              ? answers.expanded(theta, score)
              : answers.evaluate(theta, score),
          gradient,
        )
        return value + law.addPrior(z, gradient)
      },
    }
  }

  /** The log-likelihood minus its expansions. */
  excess(z: Float64Array, expansions: readonly Expansion[]): number {
    this.follow(expansions)
    return this.visit(z, (answers, score, theta) =>
      answers.isExpanded ? answers.evaluate(theta, score) - answers.expanded(theta, score) : 0,
    )
  }

  /** Writes all tables θ, group by group. */
  writeTables(z: Float64Array, out: Float64Array): void {
    const { numbers } = this.law.kernel
    let at = 0
    this.visit(
      z,
      ({ tally: { categories } }, _, theta) => {
        out.set(numbers.subarray(theta, theta + categories), at)
        at += categories
        return 0
      },
      undefined,
      true,
    )
  }

  private follow(expansions: readonly Expansion[]): void {
    this.expandable.forEach(({ answers }, i) => {
      answers.follow(expansions[i])
    })
  }

  /** The sum of a function over all tables with answers. With a gradient, the scores of the tables are collected too. */
  private visit(
    z: Float64Array,
    of: (answers: AnswersLikelihood, score: number, theta: number) => number,
    gradient?: Float64Array,
    isComplete = false,
  ): number {
    const { law, answers } = this
    const { tables, groups } = law
    let value = 0
    law.readDeviations(z)
    for (let g = 0; g < Math.max(1, groups.length); g++) {
      law.readGroup(z, g)
      if (gradient) law.startPull()
      for (let i = 0; i < tables.length; i++) {
        const own = answers[i][g]
        if (own.tally.size === 0 && !isComplete) continue
        value += of(own, law.score, law.writeTable(tables[i], z))
        if (gradient) law.pullTable(tables[i], z, gradient)
      }
      if (gradient) law.pullGroup(z, gradient, g)
    }
    return value
  }
}
