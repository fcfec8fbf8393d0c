import { matrixChannel } from '../../src/mechanism/matrix-channel.ts'
import { type SurveyDesignOptions, surveyDesign } from '../../src/mechanism/survey-design.ts'
import { unaryChannel } from '../../src/mechanism/unary-channel.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { key, numbers, type Subject, subsets } from './subjects.ts'

// Channels that are given by their probabilities. Their levels follow from these, here by plain logarithms.

/** Rows whose level is at most this: e^{εu/2}, scaled to sum to one for each category. */
export function randomRows(rng: SeededRng, categories: number, epsilon: number): number[][] {
  const responses = 2 + rng.integer(4)
  const columns = numbers(categories).map(() => {
    const weights = numbers(responses).map(() =>
      Math.exp((epsilon / 2) * [0, rng.uniform(), 1][rng.integer(3)]),
    )
    const total = weights.reduce((sum, weight) => sum + weight)
    return weights.map(weight => weight / total)
  })
  return numbers(responses).map(y => columns.map(column => column[y]))
}

export function matrixSubject(rows: number[][]): Subject {
  const law = (x: number) => new Map(rows.map((row, y) => [key(y), row[x]]))
  const spread = rows.map(row => Math.log(Math.max(...row)) - Math.log(Math.min(...row)))
  return { mechanism: matrixChannel({ rows }), epsilon: Math.max(...spread), law }
}

/** p and q of a level: both odds are its root, but for those of p, which end before p rounds to one. */
export function unaryOdds(epsilon: number): [p: number, q: number] {
  const own = Math.min(30, epsilon / 2)
  return [1 / (1 + Math.exp(-own)), 1 / (1 + Math.exp(epsilon - own))]
}

export function unarySubject(categories: number, p: number, q: number): Subject {
  const law = (x: number) => {
    const probability = (set: number[]) =>
      numbers(categories).reduce((product, bit) => {
        const one = bit === x ? p : q
        return product * (set.includes(bit) ? one : 1 - one)
      }, 1)
    const sets = numbers(categories + 1).flatMap(size => subsets(categories, size))
    return new Map(sets.map(set => [key(set), probability(set)]))
  }
  const epsilon = Math.log(p) - Math.log1p(-p) + Math.log1p(-q) - Math.log(q)
  return { mechanism: unaryChannel({ categories, p, q }), epsilon, law }
}

/** A forced response of this level whose law is uniform. */
export function evenlyForced(categories: number, epsilon: number) {
  const odds = Math.exp(epsilon)
  return { truth: (odds - 1) / (odds + categories - 1), law: numbers(categories).map(() => 1 / categories) }
}

/** @param yes Pr(yes) of those who have it not, and of those who have it */
export function binarySubject(design: SurveyDesignOptions, yes: [number, number]): Subject {
  const law = (x: number) =>
    new Map([
      [key(0), 1 - yes[x]],
      [key(1), yes[x]],
    ])
  const [b, a] = yes
  const epsilon = Math.max(Math.abs(Math.log(a / b)), Math.abs(Math.log1p(-a) - Math.log1p(-b)))
  return { mechanism: surveyDesign(design), epsilon, law }
}

export function forcedSubject(truth: number, law: number[]): Subject {
  const rows = law.map((share, y) => law.map((_, x) => (1 - truth) * share + (x === y ? truth : 0)))
  const { epsilon, law: lawOf } = matrixSubject(rows)
  return { mechanism: surveyDesign({ kind: 'forced', truth, law }), epsilon, law: lawOf }
}

/** One of each kind of survey design, with probabilities between the ends. */
export function surveySubjects(p: number, q: number): Subject[] {
  return [
    binarySubject({ kind: 'warner', p }, [1 - p, p]),
    binarySubject({ kind: 'crosswise', prevalence: p }, [p, 1 - p]),
    binarySubject({ kind: 'crosswise', prevalence: p, yes: 'both-or-none' }, [1 - p, p]),
    binarySubject({ kind: 'unrelated', p, prevalence: q }, [(1 - p) * q, p + (1 - p) * q]),
    binarySubject({ kind: 'forced', truth: p, yes: q * (1 - p), no: (1 - q) * (1 - p) }, [
      q * (1 - p),
      p + q * (1 - p),
    ]),
    forcedSubject(p, [q / 2, q / 2, 1 - q]),
  ]
}
