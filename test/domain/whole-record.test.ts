import { expect, test } from 'vitest'
import { amplifiedLevel, recordsOf, withFakeCategories } from '../../experiments/support/secret-attribute.ts'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { Domain } from '../../src/domain/domain.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { audit } from '../../src/mechanism/audit.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { matrixChannel } from '../../src/mechanism/matrix-channel.ts'
import { srr } from '../../src/mechanism/srr.ts'

/** The channel of a view over whole records: one column for each record. */
function overRecords(domain: Domain, about: string[], rows: readonly (readonly number[])[]) {
  const view = domain.view(about)
  const records = recordsOf(domain.sizes)
  return matrixChannel({ rows: rows.map(row => records.map(record => row[domain.cell(view, record)])) })
}

test('the level of a view is that of its channel over whole records', () => {
  const domain = Domain.of({ a: 2, b: 3, c: 2 })
  for (const about of [['a'], ['b', 'c'], ['c', 'a']]) {
    const { cells } = domain.view(about)
    const request = { ...srr({ categories: cells, epsilon: 1 }).toRequest(), about }
    const mechanism = mechanismFromRequest(request)
    const whole = overRecords(domain, about, channelMatrix(mechanism as never))
    expect(audit(whole).epsilon).toBeCloseTo(1, 12)
    expect(audit(mechanism).epsilon).toBe(1)
  }
})

test.each([{ sizes: [2, 3] }, { sizes: [2, 3, 4] }, { sizes: [2, 2, 2, 2] }])(
  'one question in secret beside made-up ones (%j) spends more than it is said to',
  ({ sizes }) => {
    const epsilon = 1
    const answerLevel = amplifiedLevel(sizes.length, epsilon)
    const even = sizes.map(size => new Array<number>(size).fill(1 / size))
    const channel = matrixChannel({ rows: withFakeCategories(even, answerLevel) })
    const { epsilon: spent } = audit(channel)
    const categories = sizes.reduce((product, size) => product * size, 1)
    const respondent = createRespondent({ categories, epsilon })
    expect(() => respondent.respond(channel.toRequest(), 0)).toThrow(
      /the request's epsilon must be at most 1/,
    )
    // Records that differ in all questions: every summand of the likelihood changes by the level of the answer.
    expect(spent).toBeCloseTo(answerLevel, 9)
    expect(spent).toBeGreaterThan(epsilon + 0.45)
  },
)
