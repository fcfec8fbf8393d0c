import { describe, expect, test } from 'vitest'
import { surveyDesign } from '../../src/mechanism/survey-design.ts'
import { power } from '../../src/planning/power.ts'

const truth = [0.3, 0.2, 0.1, ...new Array<number>(17).fill(0.4 / 17)]
const die = surveyDesign({ kind: 'forced', truth: 2 / 3, yes: 1 / 6, no: 1 / 6 })

test('one frequency needs about z²·n·Var/w² people, whatever is left out', () => {
  const goal = 'share(0) ± 0.03'
  const variance = Math.E / (Math.E - 1) ** 2 + 0.3 * 0.7
  const expected = (1.959964 ** 2 * variance) / 0.03 ** 2
  const { people, mean, epsilon, within, halved, doubled, warnings } = power({ truth, epsilon: 1, goal })
  // Looks come up to 3 % late, and the interval covers that of the posterior beside that of the answers alone.
  expect(mean! / expected).toBeGreaterThan(0.99)
  expect(mean! / expected).toBeLessThan(1.15)
  expect(people.median).toBeLessThanOrEqual(people.upper80)
  expect(people.upper80).toBeLessThanOrEqual(people.upper95)
  expect([epsilon, within, warnings]).toEqual([1, 0.03, []])
  const varianceAt = (e: number) => Math.exp(e) / Math.expm1(e) ** 2 + 0.3 * 0.7
  expect(halved!.people / people.upper80).toBeCloseTo(varianceAt(0.5) / varianceAt(1), 1)
  expect(doubled!.people / people.upper80).toBeCloseTo(varianceAt(2) / varianceAt(1), 1)
  const level = power({ truth, people: people.upper80, goal })
  expect(level.epsilon).toBeCloseTo(1, 1)
  expect(level.settled).toBeGreaterThanOrEqual(0.8)
  const margin = power({ truth, people: people.upper80, epsilon: 1, goal: 'share(0) ± ?' })
  expect(margin.within).toBeCloseTo(0.03, 3)
  expect(margin.settled).toBeGreaterThanOrEqual(0.8)
})

test('one test of a forced response has the classical power, to three digits', () => {
  // Blair, Imai, Zhou (2015): λ = 1/6 + (2/3)θ is the share of yes, with variance λ(1 − λ)/n; Φ by an independent table.
  const goal = 'share(1) > 0.05'
  const plan = (people?: number) =>
    power({ truth: [0.9, 0.1], mechanism: die, goal, looks: 'once', ...(people && { people }) })
  const variance = (theta: number) => {
    const yes = 1 / 6 + (2 / 3) * theta
    return (yes * (1 - yes)) / (2 / 3) ** 2
  }
  const z = 1.959963984540054
  for (const [n, reached] of [
    [1000, (0.05 - z * Math.sqrt(variance(0.05) / 1000)) / Math.sqrt(variance(0.1) / 1000)],
    [2000, (0.05 - z * Math.sqrt(variance(0.05) / 2000)) / Math.sqrt(variance(0.1) / 2000)],
  ]) {
    expect(plan(n).settled).toBeCloseTo(standardNormal(reached), 4)
  }
  // z(α/2) and z(.8): ((1.95996·√Var₀ + .84162·√Var)/.05)².
  const root = z * Math.sqrt(variance(0.05)) + 0.8416212335729143 * Math.sqrt(variance(0.1))
  expect(plan().people.upper80).toBe(Math.ceil((root / 0.05) ** 2))
})

/** Φ by numbers of Simpson's rule, from −10. */
function standardNormal(x: number): number {
  const steps = 4000
  const h = (x + 10) / steps
  let total = 0
  for (let i = 0; i <= steps; i++) {
    const t = -10 + i * h
    total += (i === 0 || i === steps ? 1 : i % 2 ? 4 : 2) * Math.exp((-t * t) / 2)
  }
  return (total * h) / 3 / Math.sqrt(2 * Math.PI)
}

test('comparisons and the top k take fewer people where the difference is larger, and more at a smaller level', () => {
  for (const goal of ['share(0) > share(1)', 'top(1) by 0.01']) {
    const near = power({ truth: [0.3, 0.25, 0.25, 0.2], epsilon: 1, goal })
    const far = power({ truth: [0.4, 0.2, 0.2, 0.2], epsilon: 1, goal })
    expect(near.people.upper80).toBeGreaterThan(2 * far.people.upper80)
    expect(near.halved!.people).toBeGreaterThan(2 * near.people.upper80)
  }
})

test('the expected distance of whole laws falls as 1/√n, and liars leave a rest that no number of people removes', () => {
  const at = (people: number) => power({ truth, epsilon: 1, people }).error!
  expect(at(400_000) / at(100_000)).toBeCloseTo(0.5, 1)
  const plan = power({ truth, epsilon: 1, error: 0.05 })
  expect(at(plan.people.upper80)).toBeCloseTo(0.05, 3)
  expect(() => power({ truth, epsilon: 1, error: 0.001, liars: 0.01 })).toThrow(
    /^error must be above 0\.0\d+/,
  )
})

test('those who do not answer are invited beside the others, and liars take people', () => {
  const goal = 'share(0) ± 0.05'
  const all = power({ truth, epsilon: 1, goal }).people.median
  expect(power({ truth, epsilon: 1, goal, nonresponse: 0.5 }).people.median / all).toBeCloseTo(2, 1)
  expect(power({ truth, epsilon: 1, goal, liars: 0.01 }).people.median).toBeGreaterThan(1.2 * all)
  expect(() => power({ truth, epsilon: 1, goal, liars: 0.2 })).toThrow(
    /^the width of the goal must be above 0\.\d+, by which/,
  )
})

test('exactly one thing is left out, and what is refused is said in one sentence', () => {
  const goal = 'share(0) ± 0.05'
  expect(() => power({ truth, goal, people: 100 })).toThrow(
    /^people must be at least \d+, which it takes at ε = 12; got 100$/,
  )
  expect(() => power({ truth, goal })).toThrow(/^epsilon must be given, as people is left out/)
  expect(() => power({ truth, epsilon: 1 })).toThrow(/^error must be given, as people is left out/)
  expect(() => power({ truth, epsilon: 1, goal, error: 0.1 })).toThrow(/^error must be left out with a goal/)
  expect(() => power({ truth, epsilon: 1, people: 10, error: 0.1 })).toThrow(
    /^error must be left out, or people/,
  )
  expect(() => power({ truth: { dirichlet: 1 }, epsilon: 1, goal })).toThrow(/^categories must be given/)
  expect(() => power({ truth: [0.5, 0.4], epsilon: 1, goal })).toThrow(/^truth must be probabilities/)
  expect(() => power({ truth: [0.5, 0.5], mechanism: die, epsilon: 1, goal })).toThrow(
    /^epsilon must be left out/,
  )
  expect(() => power({ truth, epsilon: 1, goal, looks: 'once' })).toThrow(/^looks must be 'loop'/)
  expect(() => power({ truth, goal, people: 20 })).toThrow(/^people must be at least/)
})

test('a plan says for an ethics board what it asks of people', () => {
  const { statement } = power({ truth: [0.7, 0.3], mechanism: die, people: 2000, goal: 'share(1) ± ?' })
  expect(statement).toMatch(
    /^With 2,000 people and ε = 1\.61, the probability is \d+(\.\d)? % that the share/,
  )
  expect(statement).toContain('by a factor of at most 5.')
})

test('the error of a whole law is planned with a channel that tells all categories apart', () => {
  // At half of ε the best single channel for one of these truths pools four categories that are rare.
  const setting = { categories: 5, truth: { dirichlet: 0.1 }, epsilon: 1 } as const
  const { error, halved, doubled } = power({ ...setting, people: 10_000 })
  expect(halved!.people).toBeGreaterThan(10_000)
  expect(doubled!.people).toBeLessThan(10_000)
  expect(power({ ...setting, error: error! }).people.median / 10_000).toBeCloseTo(1, 1)
})

describe('several goals', () => {
  const truth = [0.5, 0.3, 0.2]
  const alone = (goal: string) => power({ truth, epsilon: 2, goal }).people.median

  test('add up where each needs answers of its own, and share those that both need', () => {
    const [one, other] = ['share(0) ± .05', 'share(1) > .2']
    const both = power({ truth, epsilon: 2, goals: [one, other] })
    expect(both.people.median / (alone(one) + alone(other))).toBeCloseTo(1, 1)
    expect(both.statement).toContain('that 2 goals (share(0) ± 0.05; share(1) > 0.2) are all settled')
    const shared = power({ truth, epsilon: 2, goals: [one, 'share(0) > .3'] })
    expect(shared.people.median / Math.max(alone(one), alone('share(0) > .3'))).toBeCloseTo(1, 1)
  })

  test('leave one width, or ε, to be solved for', () => {
    const goals = ['share(0) ± .05', 'share(1) > .2']
    const { people } = power({ truth, epsilon: 2, goals })
    const { within, settled } = power({
      truth,
      epsilon: 2,
      goals: ['share(0) ± ?', goals[1]],
      people: people.upper80,
    })
    expect(within! / 0.05).toBeGreaterThan(0.9)
    expect(within! / 0.05).toBeLessThan(1.1)
    expect(settled).toBeGreaterThan(0.7)
    const { epsilon } = power({ truth, goals, people: people.upper80 })
    expect(epsilon / 2).toBeGreaterThan(0.9)
    expect(epsilon / 2).toBeLessThan(1.1)
    expect(() =>
      power({ truth, epsilon: 2, goals: ['share(0) ± ?', 'share(1) > .28'], people: 200 }),
    ).toThrow(/^people must be enough for the other goals, which take \d+/)
    expect(() => power({ truth, epsilon: 2, goals: ['share(0) ± ?', 'share(1) ± ?'], people: 500 })).toThrow(
      /^goals must be goals of which at most one has a width that is left open/,
    )
  })

  test('are refused beside what is not planned for several', () => {
    expect(() => power({ truth, epsilon: 2, goals: ['top(1)', 'share(0) > .2'], looks: 'once' })).toThrow(
      /^looks must be 'loop'/,
    )
    expect(() => power({ truth, epsilon: 2, goals: [], people: 500 })).toThrow(/^goals must be a list/)
    expect(() => power({ truth, epsilon: 2, goals: ['top(1)'], error: 0.1 })).toThrow(
      /^error must be left out with a goal/,
    )
  })
})
