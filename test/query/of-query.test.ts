import { describe, expect, test } from 'vitest'
import { writeInfluence } from '../../src/query/functional.ts'
import { askable, termsOf, valuesOf } from '../../src/query/of-query.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { type Asked, vocabularyOf } from '../../src/query/vocabulary.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'

const asked = {
  questions: { sex: ['f', 'm'], q: { ordered: ['never', 'often', 'always'] }, n: { whole: [0, 2] } },
  by: { region: ['north', 'south'] },
} satisfies Asked
const vocabulary = vocabularyOf(asked)
const { domain } = vocabulary

/** A law of all people of each group: P(sex, q, n), the first question fastest. */
const rng = stream('laws of queries')
const LAWS = { north: draw(), south: draw() }
const SHARES = { north: 0.3, south: 0.7 }

function draw() {
  const cells = domain.sizes.reduce((product, size) => product * size, 1)
  return drawDirichlet(rng, new Float64Array(cells).fill(1), new Float64Array(cells))
}

/** Everybody with their values and their weight. */
function people(groups: readonly string[]) {
  const total = groups.reduce((sum, group) => sum + SHARES[group as 'north'], 0)
  return groups.flatMap(group =>
    Array.from(LAWS[group as 'north'], (mass, cell) => {
      const codes = codesOf(cell)
      const [, q, n] = domain.kinds.map((kind, j) => ('values' in kind ? kind.values[codes[j]] : codes[j]))
      return { sex: codes[0], q, n, nCode: codes[2], weight: (mass * SHARES[group as 'north']) / total }
    }),
  )
}

function codesOf(cell: number): number[] {
  let left = cell
  return domain.sizes.map(size => {
    const code = left % size
    left = (left - code) / size
    return code
  })
}

function law(questions: readonly number[], groups: readonly string[] = ['north', 'south']) {
  const cells = questions.reduce((product, j) => product * domain.sizes[j], 1)
  const out = new Float64Array(cells)
  const total = groups.reduce((sum, group) => sum + SHARES[group as 'north'], 0)
  for (const group of groups) {
    LAWS[group as 'north'].forEach((mass, cell) => {
      const codes = codesOf(cell)
      const place = questions.reduceRight((at, j) => at * domain.sizes[j] + codes[j], 0)
      out[place] += (mass * SHARES[group as 'north']) / total
    })
  }
  return out
}

type Person = ReturnType<typeof people>[number]
const ALL = people(['north', 'south'])
const NORTH = people(['north'])
const SOUTH = people(['south'])
const mass = (some: readonly Person[]) => some.reduce((sum, { weight }) => sum + weight, 0)
const mean = (some: readonly Person[], of: (one: Person) => number) =>
  some.reduce((sum, one) => sum + one.weight * of(one), 0) / mass(some)
const share = (some: readonly Person[], is: (one: Person) => boolean) => mean(some, one => Number(is(one)))

function correlation(some: readonly Person[], f: (one: Person) => number, g: (one: Person) => number) {
  const [a, b] = [mean(some, f), mean(some, g)]
  const covariance = mean(some, one => (f(one) - a) * (g(one) - b))
  return covariance / Math.sqrt(mean(some, one => (f(one) - a) ** 2) * mean(some, one => (g(one) - b) ** 2))
}

/** Cramér's V of sex and q by its definition. */
function association(some: readonly Person[]) {
  let total = 0
  for (const sex of [0, 1]) {
    for (const q of [1, 2, 3]) {
      const expected = share(some, one => one.sex === sex) * share(some, one => one.q === q)
      total += (share(some, one => one.sex === sex && one.q === q) - expected) ** 2 / expected
    }
  }
  return Math.sqrt(total)
}

const CASES: [string, number][] = [
  ['share(sex = m)', share(ALL, one => one.sex === 1)],
  ['share(q in {often, always})', share(ALL, one => one.q > 1)],
  ['share(q >= often)', share(ALL, one => one.q >= 2)],
  ['share(q > 2)', share(ALL, one => one.q > 2)],
  [
    'share(q < often | sex = f)',
    share(
      ALL.filter(one => one.sex === 0),
      one => one.q < 2,
    ),
  ],
  ['share(n >= 1)', share(ALL, one => one.nCode >= 2)],
  ['share(n <= 1)', share(ALL, one => one.nCode <= 2)],
  ['share(sex = m, n = 2)', share(ALL, one => one.sex === 1 && one.nCode === 3)],
  [
    'share(q = often | sex = m)',
    share(
      ALL.filter(one => one.sex === 1),
      one => one.q === 2,
    ),
  ],
  [
    'share(q = often | q in {often, always})',
    share(
      ALL.filter(one => one.q > 1),
      one => one.q === 2,
    ),
  ],
  ['share(sex = m | region = north)', share(NORTH, one => one.sex === 1)],
  [
    'share(sex = m | region = north, q = never)',
    share(
      NORTH.filter(one => one.q === 1),
      one => one.sex === 1,
    ),
  ],
  ['mean(q)', mean(ALL, one => one.q)],
  [
    'mean(n | sex = f)',
    mean(
      ALL.filter(one => one.sex === 0),
      one => one.n,
    ),
  ],
  [
    'mean(q | region = north) - mean(q | region = south)',
    mean(NORTH, one => one.q) - mean(SOUTH, one => one.q),
  ],
  ['association(sex, q)', association(ALL)],
  ['association(q, sex | region = south)', association(SOUTH)],
  [
    'correlation(n, q)',
    correlation(
      ALL,
      one => one.n,
      one => one.q,
    ),
  ],
  [
    'correlation(q, n | region = north)',
    correlation(
      NORTH,
      one => one.n,
      one => one.q,
    ),
  ],
]

describe('the value of a query at a law is that among the people', () => {
  test.each(CASES)('%s', (text, expected) => {
    const terms = termsOf(parseQuery(text, asked), vocabulary)
    expect(valuesOf(terms, domain, law)[0]).toBeCloseTo(expected, 12)
  })

  test('a quantile among those of whom something is true', () => {
    const women = ALL.filter(one => one.sex === 0)
    const terms = termsOf(parseQuery('quantile(q, .6 | sex = f)', asked), vocabulary)
    const at = valuesOf(terms, domain, law)[0]
    // A step reaches half way to its neighbours, and its share is spread evenly.
    const below = [1, 2, 3].reduce((sum, step) => {
      const part = Math.min(1, Math.max(0, at - (step - 0.5)))
      return sum + part * share(women, one => one.q === step)
    }, 0)
    expect(below).toBeCloseTo(0.6, 12)
  })

  test('within a bin, its share is spread evenly', () => {
    const number = vocabularyOf({ question: { from: 0, to: 10, bins: 5 } })
    const theta = Float64Array.of(0.1, 0.1, 0.2, 0.3, 0.1, 0.1, 0.1)
    const value = (text: string) => {
      const query = parseQuery(text, { question: { from: 0, to: 10, bins: 5 } })
      return valuesOf(termsOf(query, number), number.domain, () => theta)[0]
    }
    expect(value('share(>= 4)')).toBeCloseTo(0.6, 12)
    expect(value('share(>= 5)')).toBeCloseTo(0.45, 12)
    expect(value('share(< 5)')).toBeCloseTo(0.55, 12)
    expect(value('share(>= 0)')).toBeCloseTo(0.9, 12)
    expect(value('share(<= 10)')).toBeCloseTo(0.9, 12)
  })
})

test.each([...CASES.map(([text]) => text), 'quantile(q, .6 | sex = f)', 'median(n)'])(
  'the influence of %s is its derivative along the simplex',
  text => {
    for (const { questions, functional, groups } of termsOf(parseQuery(text, asked), vocabulary)) {
      const theta = law(questions, groups)
      const influence = new Float64Array(theta.length)
      writeInfluence(functional, theta, influence)
      const direction = theta.map((_, x) => Math.sin(x + 1))
      const drift = direction.reduce((sum, value) => sum + value, 0) / theta.length
      const step = 1e-6
      const moved = (sign: number) =>
        functional.value(
          theta.map((value, x) => value + sign * step * (direction[x] - drift)),
          0,
        )
      const expected = (moved(1) - moved(-1)) / (2 * step)
      const found = influence.reduce((sum, value, x) => sum + value * (direction[x] - drift), 0)
      expect(found).toBeCloseTo(expected, 5)
    }
  },
)

test('a belief answers a query draw by draw', () => {
  const draws = Float64Array.of(0.2, 0.8, 0.4, 0.6)
  const belief = askable({}, vocabularyOf({ categories: ['no', 'yes'] }), () => draws)
  expect(belief.of('share(yes)').mean).toBeCloseTo(0.7, 12)
  expect(belief.of('share(yes) - share(no)').mean).toBeCloseTo(0.4, 12)
  expect(() => belief.of('share(maybe)')).toThrow('one of the levels no, yes where it has "maybe"')
})
