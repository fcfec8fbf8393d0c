import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { audit } from '../../src/mechanism/audit.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { matrixChannel } from '../../src/mechanism/matrix-channel.ts'
import { publicPrior } from '../../src/mechanism/public-prior.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'

test('the matrix of a mechanism makes a channel of the same level and the same columns', () => {
  for (const mechanism of [
    subsetSelection({ categories: 5, epsilon: 1.3, size: 2 }),
    publicPrior({ prior: [0.5, 0.3, 0.2], epsilon: 2 }),
  ]) {
    const rows = channelMatrix(mechanism)
    const given = matrixChannel({ rows })
    expect(given.epsilon).toBeCloseTo(mechanism.epsilon, 13)
    channelMatrix(given).forEach((row, y) => {
      row.forEach((value, x) => {
        expect(value / rows[y][x]).toBeCloseTo(1, 13)
      })
    })
  }
})

test('a channel of two probabilities a response has columns of levels, others dense ones', () => {
  const rows = channelMatrix(subsetSelection({ categories: 4, epsilon: 1, size: 2 }))
  expect(matrixChannel({ rows }).column(0).kind).toBe('levels')
  const three = matrixChannel({
    rows: [
      [0.5, 0.3, 0.2],
      [0.5, 0.7, 0.8],
    ],
  })
  expect(three.column(0).kind).toBe('dense')
})

test('answers stand for categories only where each is likelier from those who hold it than from anybody else', () => {
  const standsFor = (rows: number[][]) => matrixChannel({ rows }).answersCategories ?? false
  const [one, two, three] = [
    [0.5, 0.25, 0.125],
    [0.25, 0.625, 0.125],
    [0.25, 0.125, 0.75],
  ]
  expect(standsFor([one, two, three])).toBe(true)
  expect(standsFor([two, one, three])).toBe(false)
  expect(standsFor([one, [0.5, 0.75, 0.875]])).toBe(false)
  // The first response is as likely from the second category as from the first.
  expect(standsFor([[0.5, 0.5, 0.125], [0.25, 0.375, 0.125], three])).toBe(false)
})

test('numbers that sum to one up to 10⁻⁹ are scaled, and the level is that of what is drawn', () => {
  const { epsilon } = matrixChannel({
    rows: [
      [0.3333333333, 0.5],
      [0.6666666666, 0.5],
    ],
  })
  expect(Math.abs(epsilon - Math.log(0.5 / (0.3333333333 / 0.9999999999)))).toBeLessThan(1e-14)
})

test('a zero makes the level infinite: it is audited, and no respondent answers', () => {
  const request = {
    mechanism: 'matrix',
    rows: [
      [1, 0.25],
      [0, 0.75],
    ],
  }
  expect(audit(mechanismFromRequest(request))).toEqual({ epsilon: Infinity, response: 1, pair: [1, 0] })
  const person = createRespondent({ epsilon: 10, categories: 2 })
  expect(() => person.respond(request, 0)).toThrow("the request's epsilon must be at most 10; got Infinity")
})
