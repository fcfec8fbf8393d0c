import { expect, test } from 'vitest'
import { evaluateUtility } from '../../../src/catalogue/scan-subsets.ts'
import { createEstimator } from '../../../src/loop/estimator.ts'
import { builtIn } from '../../../src/loop/strategy/built-in.ts'
import { extend } from '../../../src/loop/strategy/extend.ts'
import { semiAdaptiveKind } from '../../../src/loop/strategy/semi-adaptive.ts'
import { srr, srrKind } from '../../../src/mechanism/srr.ts'
import { gibbsKind } from '../../../src/posterior/samplers/gibbs.ts'
import { simulate } from '../../../src/simulation/simulate.ts'
import { honesty } from '../../../src/utility/honesty.ts'

const mine = extend(builtIn, {
  utilities: [{ ...honesty, name: 'my-utility' }],
  samplers: [{ ...gibbsKind, name: 'my-sampler' }],
  strategies: [{ ...semiAdaptiveKind, name: 'my-strategy' }],
})

test('a copy of a built-in kind under another name gives the numbers of the built-in one', () => {
  const setting = { truth: [0.5, 0.3, 0.2], users: 40, epsilon: 1, groupSize: 10, draws: 20, seed: 1 }
  const estimates = (strategies: string[], sampler: string) =>
    simulate({ ...setting, strategies, sampler, catalogue: mine }).runs.map(run => Array.from(run.estimate))
  expect(estimates(['srr'], 'my-sampler')).toEqual(estimates(['srr'], 'gibbs'))
  expect(
    evaluateUtility('my-utility', [0.5, 0.5], srr({ categories: 2, epsilon: 1 }), { catalogue: mine }),
  ).toBe(evaluateUtility('honesty', [0.5, 0.5], srr({ categories: 2, epsilon: 1 })))
  // The seed of a strategy's answers follows from its name, so that another name meets other answers.
  expect(estimates(['my-utility@0.7', 'my-strategy:0.8'], 'gibbs').flat().every(Number.isFinite)).toBe(true)
})

test('the catalogue that is extended stays what it was', () => {
  expect(builtIn.samplers.map(({ name }) => name)).not.toContain('my-sampler')
  expect(mine.mechanisms).toEqual(builtIn.mechanisms)
})

test('a module may export other things beside its lists, here as with --use', () => {
  const module = {
    default: honesty,
    LEVELS: [1, 2],
    helper: () => 1,
    utilities: [{ ...honesty, name: 'from-a-module' }],
  }
  expect(extend(builtIn, module).utilities.map(({ name }) => name)).toContain('from-a-module')
})

test('a kind may be an object of a class, whose functions stand in its prototype', () => {
  class Mine {
    readonly name = 'classy'
    evaluate() {
      return 0.25
    }
  }
  const catalogue = extend(builtIn, { utilities: [new Mine()] })
  const mechanism = srr({ categories: 2, epsilon: 1 })
  expect(evaluateUtility('classy', [0.5, 0.5], mechanism, { catalogue })).toBe(0.25)
})

test.each([
  ['its sum is 2', [1, 1]],
  ['its least entry -1', [2, -1]],
  ['not a finite number', [Number.NaN, 1]],
])('a sampler whose draws are no distributions is refused: %s', (message, values) => {
  const kind = {
    ...gibbsKind,
    name: 'broken',
    create: (setting: Parameters<typeof gibbsKind.create>[0]) => ({
      ...gibbsKind.create(setting),
      theta(_: unknown, out: Float64Array) {
        out.set(values)
        return out
      },
    }),
  }
  const setting = { truth: [0.5, 0.5], users: 20, epsilon: 1, strategies: ['srr'], draws: 20, seed: 1 }
  const catalogue = extend(builtIn, { samplers: [kind] })
  expect(() => simulate({ ...setting, sampler: 'broken', catalogue })).toThrow(message)
})

const refused: [string, object, string][] = [
  ['srr', { mechanisms: [srrKind] }, 'mechanisms[0].name must be a name that is not taken; got "srr"'],
  [
    'a taken name of another list',
    { utilities: [{ ...honesty, name: 'semi' }] },
    'utilities[0].name must be a name that is not taken; got "semi"',
  ],
  [
    'a name twice',
    { samplers: ['a', 'a'].map(name => ({ ...gibbsKind, name })) },
    'samplers[1].name must be a name that is not taken; got "a"',
  ],
  [
    'auto',
    { samplers: [{ ...gibbsKind, name: 'auto' }] },
    'samplers[0].name must be a name that is not taken; got "auto"',
  ],
  [
    'all',
    { utilities: [{ ...honesty, name: 'all' }] },
    'utilities[0].name must be a name that is not taken; got "all"',
  ],
  ...['', 'Mine', 'my@0.8', 'my:0.8', 'a,b', 'a--b', '-a', 'a-', '1a', 'my utility', undefined, 5].map(
    (name): [string, object, string] => [
      `the name ${name}`,
      { utilities: [{ ...honesty, name }] },
      'utilities[0].name must be a name of lower-case letters, digits and single hyphens; got ',
    ],
  ),
  ['no function', { strategies: [{ name: 'a' }] }, 'strategies[0].create must be a function; got undefined'],
  [
    'no priors',
    { samplers: [{ ...gibbsKind, name: 'a', priors: 'some' }] },
    "samplers[0].priors must be 'any' or 'fixed'; got \"some\"",
  ],
  ['null', { samplers: [null] }, 'samplers[0].name must be a name of'],
  ['no list', { samplers: gibbsKind }, 'samplers must be a list of kinds; got '],
  [
    'a misspelt list',
    { utilities: [], sampler: [gibbsKind] },
    'each list of kinds must be called mechanisms, utilities, samplers, strategies; got "sampler"',
  ],
  ['none of the lists', { sampler: [] }, 'at least one of them; got ["sampler"]'],
  ['a list of kinds itself', [gibbsKind], 'at least one of them; got ["0"]'],
  ['a number', 5 as never, 'kinds must be an object or module with lists called mechanisms, '],
]

test.each(refused)('%s is refused', (_, kinds, message) => {
  expect(() => extend(builtIn, kinds)).toThrow(RangeError)
  expect(() => extend(builtIn, kinds)).toThrow(message)
})

test.each([Number.NaN, undefined, 'much'])('a utility of your own that gives %s chooses nothing', value => {
  const mine = { name: 'mine', evaluate: () => value as number }
  const catalogue = extend(builtIn, { utilities: [mine] })
  const estimator = createEstimator({ categories: 4, epsilon: 1, strategy: 'mine', seed: 1, catalogue })
  expect(() => estimator.request()).toThrow(
    'the utility mine of a subset of 0 must be a number or an infinity; got NaN',
  )
  const theta = [0.4, 0.3, 0.2, 0.1]
  expect(() => evaluateUtility('mine', theta, srr({ categories: 4, epsilon: 1 }), { catalogue })).toThrow(
    /^the utility mine must be a number or an infinity; got/,
  )
})

test.each([null, undefined, 7, {}])(
  'a kind of your own whose create returns %j is refused in a sentence',
  made => {
    const create = () => made as never
    const strategies = [{ name: 'mine', create }]
    const samplers = [{ name: 'mine', priors: 'any', create } as const]
    const options = { categories: 4, epsilon: 1, seed: 1 }
    expect(() =>
      createEstimator({ ...options, strategy: 'mine', catalogue: extend(builtIn, { strategies }) }),
    ).toThrow(
      /^what create of the strategy mine returns(\.choose)? must be (an object with choose|a function); got/,
    )
    expect(() =>
      createEstimator({ ...options, sampler: 'mine', catalogue: extend(builtIn, { samplers }) }),
    ).toThrow(
      /^what create of the sampler mine returns(\.init)? must be (an object with init, step, theta|a function)/,
    )
  },
)
