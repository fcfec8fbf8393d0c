import { describe, expect, test } from 'vitest'
import { type Contender, exponent, interleave, ratios, spread, timed } from '../../bench/pairs.ts'
import { against, figure, renew, table, withQuartiles } from '../../bench/report.ts'

const times = (...seconds: number[]) => seconds.map(cpu => ({ cpu, elapsed: 10 * cpu }))

describe('measuring in turn', () => {
  /** Notes when it is called, and takes so long as it is told. */
  function made(name: string, calls: string[]): Contender {
    return round => {
      calls.push(`${name}${round}`)
      return { [name]: { cpu: round, elapsed: round } }
    }
  }

  test('calls every contender once a round, another one first each time', () => {
    const calls: string[] = []
    interleave([made('a', calls), made('b', calls)], 2)
    expect(calls).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2'])
  })

  test('drops the round before the first', () => {
    expect(interleave([made('a', [])], 2).a.map(({ cpu }) => cpu)).toEqual([1, 2])
  })

  test('keeps the parts of one program apart', () => {
    const program: Contender = round => ({
      fast: { cpu: round, elapsed: round },
      slow: { cpu: 3 * round, elapsed: 5 * round },
    })
    const { fast, slow } = interleave([program], 4)
    expect(ratios(slow, fast, 'cpu').median).toBe(3)
    expect(ratios(slow, fast, 'elapsed').median).toBe(5)
  })

  test('does the work, and refuses one whose result is no number', () => {
    const seen: number[] = []
    const { work } = timed('work', round => seen.push(round))(7)
    expect(seen).toEqual([7])
    expect(work.elapsed).toBeGreaterThanOrEqual(0)
    expect(() => timed('work', () => Number.NaN)(7)).toThrow('work, round 7, came to NaN')
  })
})

describe('ratios', () => {
  test('are taken round by round: a slow round is one of both', () => {
    expect(ratios(times(2, 40, 6), times(1, 20, 3), 'cpu')).toEqual({ median: 2, lower: 2, upper: 2 })
  })

  test('are not the ratio of the medians', () => {
    const [one, other] = [times(1, 2, 30), times(10, 1, 20)]
    expect(ratios(one, other, 'cpu').median).toBe(1.5)
    expect(spread([1, 2, 30]).median / spread([10, 1, 20]).median).toBe(0.2)
  })

  test('have quartiles', () => {
    expect(spread([5, 1, 4, 2, 3])).toEqual({ lower: 2, median: 3, upper: 4 })
  })

  test('need pairs', () => {
    expect(() => ratios(times(1, 2), times(1), 'cpu')).toThrow('2 and 1 measurements make no pairs')
  })
})

describe('exponents', () => {
  const power = (e: number) => [10, 100, 1000].map(x => ({ x, y: 3 * x ** e }))

  test.each([0, 1, 1.5, 2])('of exact powers are found: %s', e => {
    expect(exponent(power(e))).toBeCloseTo(e, 12)
  })

  test('of what stays the same with a wobble are small', () => {
    const points = [1, 1.1, 0.9, 1.05].map((y, i) => ({ x: 10 ** i, y }))
    expect(Math.abs(exponent(points))).toBeLessThan(0.05)
  })

  test('need two points', () => {
    expect(exponent([{ x: 1, y: 1 }])).toBeNaN()
  })
})

describe('the results', () => {
  test('say what is missed', () => {
    expect(against('It', 1.21, 1.2, 'ms')).toBe('It: 1.21 ms, where at most 1.2 is the target: **missed**.')
    expect(against('It', 1.2, 1.2, 'ms')).toMatch(/\*\*met\*\*/)
    expect(against('It', Number.NaN, 1.2, 'ms')).toMatch(/\*\*missed\*\*/)
  })

  test('have three digits and no exponents', () => {
    expect([123_456, 12.345, 0.012345, Number.NaN].map(figure)).toEqual(['123456', '12.3', '0.0123', '–'])
  })

  test('give quartiles where there is more than one measurement', () => {
    expect(withQuartiles(spread([1, 2, 3]))).toBe('2 (1.5–2.5)')
    expect(withQuartiles(spread([2]))).toBe('2')
  })

  test('have tables', () => {
    expect(table(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | ---: |\n| 1 | 2 |')
  })

  test('keep the sections that are not measured anew, in order, and drop those that are no more', () => {
    const old = '# Old\n\n## B\n\nb, *old*\n\n## A\n\na\n\n## Gone\n\ngone\n'
    expect(renew(old, '# New', ['A', 'B', 'C'], new Map([['B', 'b, new']]))).toBe(
      '# New\n\n## A\n\na\n\n## B\n\nb, new\n',
    )
    expect(renew('', '# New', ['A'], new Map([['A', 'a']]))).toBe('# New\n\n## A\n\na\n')
  })

  test('stay as they are where nothing is measured', () => {
    const text = '# H\n\n## A\n\na\n\n| x |\n| --- |\n\n## B\n\nb\n'
    expect(renew(text, '# H', ['A', 'B'], new Map())).toBe(text)
  })
})
