import { describe, expect, test, vi } from 'vitest'
import type { SamplerName } from '../../src/catalogue/samplers.ts'
import { type SimulateOptions, type Simulation, simulate } from '../../src/simulation/simulate.ts'
import { checkpointRequests } from '../../src/simulation/trajectory.ts'
import { figuresOf } from '../support/figures.ts'

const OPTIONS: SimulateOptions = {
  categories: 5,
  truth: { dirichlet: 0.5 },
  users: 150,
  strategies: ['fisher', 'semi:0.8', 'srr', 'public-prior:adaptive'],
  epsilon: 1,
  draws: 20,
  seed: 1,
}

const figures = ({ runs }: Simulation) => runs.map(run => ({ ...figuresOf(run), trajectory: undefined }))

describe('recording a trajectory', () => {
  test.each<[SamplerName, groupSize: number]>([
    ['hmc', 1],
    ['hmc', 7],
    ['gibbs', 1],
    ['sgld', 1],
    ['sgrld', 4],
  ])('changes no bit of what else a run has: %s, in groups of %i', (sampler, groupSize) => {
    const options = { ...OPTIONS, users: 100, sampler, groupSize }
    const plain = simulate(options)
    const recorded = simulate({ ...options, checkpoints: 6 })
    expect(figures(recorded)).toEqual(figures(plain))
    for (const run of recorded.runs) expect(run.trajectory).toHaveLength(6)
    // The comparison would see another randomness.
    const [other] = figures(simulate({ ...options, strategies: ['fisher'], seed: 2 }))
    expect(other).not.toEqual(figures(plain)[0])
  })

  test('is repeated by its seed, and is not done unless it is asked for', () => {
    const trajectories = (checkpoints: number) =>
      simulate({ ...OPTIONS, checkpoints }).runs.map(run => run.trajectory)
    expect(trajectories(4)).toEqual(trajectories(4))
    for (const { trajectory, recordingSeconds } of simulate(OPTIONS).runs) {
      expect({ trajectory, recordingSeconds }).toEqual({ trajectory: [], recordingSeconds: 0 })
    }
  })

  test.each([-1, 1.5, Number.NaN])('%f times is refused before anything is run', checkpoints => {
    const onProgress = vi.fn()
    expect(() => simulate({ ...OPTIONS, checkpoints, onProgress })).toThrow(
      /^checkpoints must be a whole number at least 0; got/,
    )
    expect(onProgress).not.toHaveBeenCalled()
  })
})

describe('a checkpoint', () => {
  test('has a distribution, an interval about each of its numbers, and the subsets since the one before', () => {
    for (const run of simulate({ ...OPTIONS, checkpoints: 8 }).runs) {
      let before = 0
      let sizes = 0
      for (const { answers, mean, lower, upper, subsetSize } of run.trajectory) {
        expect(mean.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12)
        expect(lower.every((low, x) => low >= 0 && low < upper[x] && upper[x] <= 1)).toBe(true)
        sizes += subsetSize * (answers - before)
        before = answers
      }
      expect(sizes / 150).toBeCloseTo(run.meanSubsetSize, 12)
    }
  })

  test('at the end is the estimate of the run', () => {
    for (const { posterior, trajectory } of simulate({ ...OPTIONS, checkpoints: 3 }).runs) {
      const [lower, upper] = posterior.interval(0.95)
      expect(trajectory.at(-1)).toMatchObject({ answers: 150, mean: posterior.mean, lower, upper })
    }
  })

  test('of a group is after the whole of it', () => {
    const { runs } = simulate({ ...OPTIONS, strategies: ['srr'], groupSize: 40, checkpoints: 50 })
    expect(runs[0].trajectory.map(({ answers }) => answers)).toEqual([40, 80, 120, 150])
  })

  // Where its hundred draws are worth 25 independent ones, 1.2 standard deviations are six standard errors: the five
  // frequencies of a case fail by chance once in 1e8 seeds.
  test.each<SamplerName>(['hmc', 'gibbs', 'auto'])(
    'is near the posterior given the answers so far: %s',
    sampler => {
      const options = { ...OPTIONS, strategies: ['srr'], sampler, epsilon: 3, users: 400, checkpoints: 10 }
      const [{ trajectory }] = simulate(options).runs
      const { answers, mean } = trajectory.at(-4)!
      // The first people of a longer run are those of a shorter one, and plain SRR asks all of them the same.
      const [{ posterior }] = simulate({ ...options, users: answers, draws: 1000 }).runs
      const apart = (other: Float64Array) =>
        Math.max(...posterior.mean.map((value, x) => Math.abs(value - other[x]) / posterior.sd[x]))
      expect(apart(mean)).toBeLessThan(1.2)
      // Fewer answers than it says are found out.
      expect(apart(trajectory[0].mean)).toBeGreaterThan(1.2)
    },
  )
})

describe('checkpoints', () => {
  test('stand in geometric progression over the last three decades', () => {
    expect(checkpointRequests(4, 1e6)).toEqual([1e3, 1e4, 1e5, 1e6])
    expect(checkpointRequests(7, 1e9)).toEqual([1e6, 3162278, 1e7, 31622777, 1e8, 316227766, 1e9])
    expect(checkpointRequests(4, 64)).toEqual([1, 4, 16, 64])
  })

  test.each([
    [0, 100, []],
    [1, 100, [100]],
    [2, 1, [1]],
    [100, 3, [1, 2, 3]],
  ])('%i of %i requests are %j', (count, requests, due) => {
    expect(checkpointRequests(count, requests)).toEqual(due)
  })
})
