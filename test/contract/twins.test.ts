import { describe, expect, test } from 'vitest'
import type { StrategyKind } from '../../src/catalogue/strategy-kind.ts'
import { mechanismContract, samplerContract, strategyContract, utilityContract } from '../../src/contract.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { extend } from '../../src/loop/strategy/extend.ts'
import type { Channel } from '../../src/mechanism/mechanism.ts'
import type { MechanismKind } from '../../src/mechanism/mechanism-kind.ts'
import { levelColumn } from '../../src/mechanism/own-column.ts'
import { srr } from '../../src/mechanism/srr.ts'
import type { SamplerKind } from '../../src/posterior/kind/sampler-kind.ts'
import { gibbsKind } from '../../src/posterior/samplers/gibbs.ts'
import { stream } from '../../src/random/stream.ts'
import { honesty } from '../../src/utility/honesty.ts'

// A stranger's kinds, and twins of them that are wrong by design: the contracts must see it. The chance of a false alarm is 1e-6
// for each contract.

const seed = 1
const K = 4
const rulesOf = (violations: { rule: string }[]) => [...new Set(violations.map(({ rule }) => rule))]

/** Randomized response with its columns written out, and with whatever a twin has in their place. */
function ownChannel(epsilon: number, twin: Partial<Channel & { epsilon: number }> = {}): Channel {
  const lie = 1 / (Math.exp(epsilon) + K - 1)
  return {
    name: 'own',
    categories: K,
    respond: (category, rng) => (rng.uniform() < K * lie ? rng.integer(K) : category),
    column(response) {
      if (typeof response !== 'number' || !(response in [0, 1, 2, 3])) throw new RangeError('no response')
      return levelColumn({
        categories: K,
        logScale: Math.log(lie),
        logBase: 0,
        point: response,
        logPeak: epsilon,
      })
    },
    responses: () => [0, 1, 2, 3],
    toRequest: () => ({ mechanism: 'own', categories: K, epsilon }),
    ...twin,
  }
}
const ownKind: MechanismKind = {
  name: 'own',
  fromRequest: request => ownChannel(request.epsilon as number),
  strategy: ({ epsilon }) => ownChannel(epsilon),
}
const catalogue = extend(builtIn, { mechanisms: [ownKind] })

describe('the contract of mechanisms', () => {
  const rules = (twin: Parameters<typeof ownChannel>[1]) =>
    rulesOf(mechanismContract(ownChannel(1, twin), { seed, catalogue }))

  test('accepts a stranger’s', () => {
    expect(mechanismContract(ownChannel(1), { seed, catalogue })).toEqual([])
  })

  test('sees an understated ε, in the request or beside it', () => {
    expect(rules({ epsilon: 0.9 })).toEqual(['level'])
    const understates = ownChannel(1, {
      toRequest: () => ({ mechanism: 'own', categories: K, epsilon: 0.5 }),
    })
    const [{ rule, message }] = mechanismContract(understates, { seed, catalogue })
    expect([rule, message]).toEqual([
      'level',
      expect.stringMatching(/^its request states the level 0.5, but its channel spends (1|0.9999|1.0000)/),
    ])
  })

  test('sees columns that do not sum to one, and a false claim about extreme responses', () => {
    const { column } = ownChannel(1)
    expect(rules({ column: response => ({ ...column(response), logScale: -2 }) })).toEqual(['level'])
    const unlike = ownChannel(1, {
      column: y =>
        y === 0 ? levelColumn({ categories: K, logScale: Math.log(0.1), logBase: 0 }) : column(y),
    })
    expect(rulesOf(mechanismContract(unlike, { seed, catalogue }))).toEqual(['level'])
  })

  test('sees a respond that follows another law', () => {
    const weaker = ownChannel(0.8)
    expect(rules({ respond: weaker.respond })).toEqual(['draws'])
    expect(rules({ respond: (category, rng) => ownChannel(1).respond((category + 1) % K, rng) })).toEqual([
      'draws',
    ])
    expect(rules({ respond: () => 7 })).toEqual(['draws'])
  })

  test('sees a request that does not come back', () => {
    const [{ rule, message }] = mechanismContract(ownChannel(1), { seed })
    expect([rule, message]).toEqual([
      'request',
      expect.stringMatching(/^its request names the kind "own", which the catalogue does not have/),
    ])
    expect(rules({ toRequest: () => ({ mechanism: 'own', categories: K, epsilon: 2 }) })).toEqual(['request'])
  })

  test('sees a malformed response that gets a column, and responses that are listed twice', () => {
    const [one] = ownChannel(1).responses!()
    const careless = ownChannel(1, {
      column: response => ownChannel(1).column(Number(response) in [0, 1, 2, 3] ? Number(response) : one),
    })
    expect(rulesOf(mechanismContract(careless, { seed, catalogue }))).toContain('malformed')
    const twice = ownChannel(1, {
      responses: () => [0, 1, 2, 3, 3],
      column: y => ({ ...ownChannel(1).column(y) }),
    })
    expect(rulesOf(mechanismContract(twice, { seed, catalogue }))).toEqual(['level'])
  })
})

describe('the contract of samplers', () => {
  const own = { ...gibbsKind, name: 'own' }

  test('sees a stationary law that is that of another prior, or of answers counted twice', () => {
    const flat = {
      ...own,
      create: (setting: never) =>
        gibbsKind.create({
          ...(setting as object),
          prior: [2, 3, 4].slice(0, (setting as { tally: { categories: number } }).tally.categories),
        } as never),
    }
    expect(rulesOf(samplerContract({ ...flat, priors: 'fixed' } as never, { seed }))).toEqual(['law'])
  })

  test('sees a state that does not hold all of the chain, and chains that disturb each other', () => {
    const forgets = {
      ...own,
      priors: 'fixed' as const,
      create(setting: Parameters<typeof gibbsKind.create>[0]) {
        const sampler = gibbsKind.create(setting)
        let steps = 0
        return {
          ...sampler,
          step: (rng: never, state: never) =>
            steps++ % 7 === 3 ? { state, info: undefined } : sampler.step(rng, state),
        }
      },
    }
    expect(rulesOf(samplerContract(forgets as never, { seed }))).toEqual(['state'])
  })
})

test('the contract of samplers sees a resume that loses a part of the state', () => {
  const own: SamplerKind = {
    ...gibbsKind,
    priors: 'fixed',
    create: setting => ({
      ...gibbsKind.create(setting),
      resume: () => gibbsKind.create(setting).init(stream(2)),
    }),
  }
  expect(rulesOf(samplerContract(own, { seed }))).toEqual(['state'])
})

describe('the contract of utilities', () => {
  test('sees a scan that is not the definition, and values that are no numbers', () => {
    const { scan } = honesty
    const off = {
      ...honesty,
      name: 'own',
      scan: (...given: Parameters<NonNullable<typeof scan>>) => {
        scan!(...given)
        given[2][1] *= 1 + 1e-6
      },
    }
    expect(rulesOf(utilityContract(off, { seed }))).toEqual(['scan'])
    expect(rulesOf(utilityContract({ name: 'own', evaluate: () => Number.NaN }, { seed }))).toEqual([
      'definition',
    ])
    expect(utilityContract({ name: 'own', evaluate: honesty.evaluate }, { seed })).toEqual([])
  })
})

describe('the contract of strategies', () => {
  const own = (create: StrategyKind['create']) =>
    strategyContract({ name: 'own', create }, { seed, catalogue })

  test('sees a channel above ε, one over other categories, and one of no kind of the catalogue', () => {
    const at =
      (factor: number, more: number): StrategyKind['create'] =>
      ({ categories, epsilon }) => ({
        adaptive: false,
        choose: () => srr({ categories: categories + more, epsilon: factor * epsilon }),
      })
    expect(own(at(1, 0))).toEqual([])
    expect(rulesOf(own(at(1.01, 0)))).toEqual(['level'])
    expect(own(at(1.01, 0))[0].message).toMatch(
      /^the audited level of the strategy's channel must be at most 1; got 1.01/,
    )
    expect(rulesOf(own(at(1, 1)))).toEqual(['level'])
    const stranger: StrategyKind = {
      name: 'own',
      create: ({ epsilon }) => ({ adaptive: false, choose: () => ownChannel(epsilon) }),
    }
    expect(rulesOf(strategyContract(stranger, { seed }))).toEqual(['level'])
  })

  test('sees a strategy that forgets what its choices depend on', () => {
    const counting =
      (remembers: boolean): StrategyKind['create'] =>
      ({ categories, epsilon }, memory) => {
        let choices = Number(memory ?? 0)
        return {
          adaptive: true,
          choose: () => srr({ categories, epsilon: epsilon / (1 + (choices++ % 7)) }),
          ...(remembers && { memory: () => choices }),
        }
      }
    expect(own(counting(true))).toEqual([])
    expect(rulesOf(own(counting(false)))).toEqual(['memory'])
  })

  test('sees one that says it is not adaptive but is, and one that changes θ', () => {
    const create: StrategyKind['create'] = ({ categories, epsilon }) => ({
      adaptive: false,
      choose: theta => srr({ categories, epsilon: theta[0] > 0.5 ? epsilon : epsilon / 2 }),
    })
    expect(rulesOf(own(create))).toEqual(['adaptive'])
    expect(
      rulesOf(
        own(({ categories, epsilon }) => ({
          adaptive: false,
          choose: theta => {
            theta.sort()
            return srr({ categories, epsilon })
          },
        })),
      ),
    ).toEqual(['adaptive'])
  })
})
