import { describe, expect, test } from 'vitest'
import { createSimulation, type SimulateOptions, simulate } from '../../src/simulation/simulate.ts'
import { figuresOf } from '../support/figures.ts'

const OPTIONS: SimulateOptions = {
  categories: 5,
  truth: { dirichlet: 0.5 },
  users: 100,
  strategies: ['fisher', 'srr'],
  sampler: 'gibbs',
  epsilon: 1,
  draws: 20,
  checkpoints: 5,
  seed: 1,
}

describe('a simulation that is played step by step', () => {
  test.each([
    ['gibbs', 1],
    ['sgld', 1],
    ['slice', 40],
  ] as const)(
    'gives what simulate gives, whatever order the runs step in: %s, groups of %i',
    (sampler, groupSize) => {
      const options = { ...OPTIONS, sampler, groupSize }
      const { truth, users, runs } = createSimulation(options)
      let open = runs
      while (open.length > 0) open = open.toReversed().filter(run => run.step())
      const whole = simulate(options)
      expect({ truth, users }).toEqual({ truth: whole.truth, users: whole.users })
      expect(runs.map(run => figuresOf(run.end()))).toEqual(whole.runs.map(figuresOf))
      expect(runs.map(run => figuresOf(run.end()))).not.toEqual(
        simulate({ ...options, seed: 2 }).runs.map(figuresOf),
      )
    },
  )

  test('is asked for its estimate at any time, and goes on as if it had not been', () => {
    const [asked] = createSimulation(OPTIONS).runs
    const [alone] = createSimulation(OPTIONS).runs
    expect(asked.end().meanSubsetSize).toBe(0)
    while (asked.step())
      if (asked.answers % 40 === 1) expect(asked.end().trajectory.at(-1)?.answers).toBe(asked.answers)
    while (alone.step());
    expect(asked.end().trajectory).toEqual(alone.end().trajectory)
    expect(asked.end().posterior.draws).toEqual(alone.end().posterior.draws)
  })

  test('tells, after each step, who has answered, how, and what is drawn from the posterior', () => {
    const [run] = createSimulation({ ...OPTIONS, users: 5, groupSize: 2 }).runs
    expect([run.answers, run.mechanism, run.trajectory]).toEqual([0, undefined, []])
    const seen: number[] = []
    while (run.step()) {
      seen.push(run.answers)
      expect(run.tally.size).toBe(run.answers)
      expect(run.mechanism?.epsilon).toBeCloseTo(1, 10)
      expect(run.theta.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
    }
    expect(seen).toEqual([2, 4, 5])
    expect(run.step()).toBe(false)
    expect(run.answers).toBe(5)
  })
})
