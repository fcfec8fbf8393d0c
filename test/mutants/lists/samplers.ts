import type { Mutants } from '../mutants.ts'

const EXACT = 'test/posterior/samplers/exact-posterior.test.ts'
/** Of the tests of exact posteriors those of one sampler alone; of the others all. */
const onlyOf = (sampler: string) =>
  `^(?!${['gibbs', 'hmc', 'slice', 'delayed-acceptance', 'sequence'].filter(name => name !== sampler).join('|')})`
const DELAYED = 'test/posterior/samplers/delayed-acceptance.test.ts'
const HMC = 'test/posterior/samplers/hmc/hmc.test.ts'
const SEQUENCE_TESTS = [
  'test/posterior/samplers/sequence/sequence.test.ts',
  'test/posterior/samplers/sequence/resumed.test.ts',
]

/** Samplers and their moves: the law that they leave invariant, and what they remember. */
export const SAMPLERS: readonly Mutants[] = [
  {
    file: 'src/posterior/tally/kept.ts',
    changes: [
      ['entry?.size === this.size', 'entry !== undefined'],
      ['this.entries.delete(key)', ''],
      ['this.tally?.size ?? 0', '0'],
    ],
  },
  {
    file: 'src/posterior/samplers/delayed-acceptance.ts',
    tests: [DELAYED, EXACT],
    only: onlyOf('delayed-acceptance'),
    changes: [
      ['corrections.set(state, accepted ? after : before)', 'corrections.set(state, after)'],
      ['-drawExponential(rng) < after - before', '-drawExponential(rng) < before - after'],
      ['before === undefined || -drawExponential(rng) < after - before', 'true'],
      ['    else state.concentration = concentration\n', ''],
      ['    state.anchor = anchor\n    corrections.forget(state)', '    state.anchor = anchor'],
      ['if (isFirstAnchor || movedExactly || movePairs) corrections', 'if (isFirstAnchor) corrections'],
      ['if (isBackwards) sweep.moveConcentration(rng, state)', ''],
      ['tally.size > GROWTH * state.size', 'tally.size > 100 * GROWTH * state.size'],
      ['exact.value(theta) - likelihood.value(theta)', 'exact.value(theta)'],
    ],
  },
  {
    file: 'src/posterior/samplers/slice.ts',
    tests: ['test/posterior/samplers/slice.test.ts', EXACT],
    only: onlyOf('slice'),
    changes: [
      ['      sweep.moveConcentration(rng, state)\n', ''],
      [
        'new Kept<Tally, ReturnType<typeof createCellSweep> | undefined>(tally)',
        'new Kept<Tally, ReturnType<typeof createCellSweep> | undefined>()',
      ],
      ['state.tuning = null\n      return', 'state.tuning = tuning\n      return'],
      ['sweep.start(state)', ''],
    ],
  },
  {
    file: 'src/posterior/moves/tuned-nuts.ts',
    changes: [
      ['arrived - known.excess', 'known.excess - arrived'],
      ['return { ...info, taken: false }', 'info = { ...info, taken: false }'],
      ['known.route === route && ', ''],
      [' && areEqual(judged, z)', ''],
      ['      known.excess = arrived\n', ''],
      ['? step.logAverage : step.logStep', '? step.logStep : step.logStep'],
      ['(1 - LAST_STRETCH) * length', 'length'],
      ['Math.min(made, last)', 'made'],
      ['saturated: first.saturated + last.saturated', 'saturated: last.saturated'],
      ['chains.of(state, createChain)', 'createChain(state)'],
    ],
    tests: ['test/posterior/moves/tuned-nuts.test.ts', HMC],
  },
  {
    file: 'src/posterior/chains/step-counts.ts',
    changes: [
      ['chain.length < LEAST_ENERGIES', 'chain.length < 2'],
      ['square(energy - chain[t - 1])', 'Math.abs(energy - chain[t - 1])'],
    ],
  },
  {
    file: 'src/posterior/samplers/hmc/geometry.ts',
    tests: [HMC, EXACT],
    only: onlyOf('hmc'),
    changes: [
      ['exact.value(theta) - expansion.evaluate(theta, score)', 'exact.value(theta)'],
      ["new Kept<Geometry['anchor'], Expansion>(tally)", "new Kept<Geometry['anchor'], Expansion>()"],
    ],
  },
  {
    file: 'src/posterior/moves/gibbs-sweep.ts',
    changes: [
      ['for (let x = 0; x < K; x++) totals[x] += rho[x]', ''],
      ['!(tally.isWhole || isTaken(rng))', 'false'],
      ['!isAlone && ', ''],
    ],
  },
  {
    file: 'src/posterior/samplers/hmc/hmc.ts',
    tests: [HMC, EXACT],
    only: onlyOf('hmc'),
    changes: [
      ['tally.size > GROWTH * state.geometry.size', 'tally.size < 0'],
      ['bothOf(info, move(rng, state))', 'move(rng, state)'],
    ],
  },
  {
    file: 'src/posterior/samplers/gibbs.ts',
    tests: ['test/posterior/samplers/gibbs.test.ts'],
    changes: [
      ['state.concentration = sweep(rng', 'sweep(rng'],
      ['learned ? rho[0] : null', 'null'],
      ['{ max: 0 })', '{})'],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/sequence.ts',
    tests: [...SEQUENCE_TESTS, EXACT],
    only: onlyOf('sequence'),
    changes: [
      ['if (augment(rng, state)) forget(state)', 'augment(rng, state)'],
      ['acceptance += settle(rng, state, likelihood, state.concentration) / parts.length', 'acceptance = 1'],
      ['state.fraction * exp(step)', 'state.fraction / exp(step)'],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/settle.ts',
    tests: [...SEQUENCE_TESTS, 'test/posterior/samplers/sequence/settle.test.ts'],
    changes: [
      ['exp(proposed - old)', 'exp(old - proposed)'],
      ['        values.set(state, value)\n', ''],
      ['new Kept<SequenceState, number>(tally)', 'new Kept<SequenceState, number>()'],
      [
        '        theta.set(before)\n        if (state.concentration !== null)',
        '        if (state.concentration !== null)',
      ],
      ['proposed === -Infinity ? 0 :', 'proposed === -Infinity ? 1 :'],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/proposals.ts',
    tests: [...SEQUENCE_TESTS, EXACT],
    only: onlyOf('sequence'),
    changes: [
      ['    rho.fill(moving.concentration)\n', ''],
      ['for (let x = 0; x < K; x++) theta[x] /= sum', ''],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/small-entries.ts',
    tests: ['test/posterior/samplers/sequence/small-entries.test.ts', EXACT],
    only: onlyOf('sequence'),
    changes: [
      ['      rest(rho, proposed / sum) -\n      rest(concentration, small / sum)', '      0'],
      ['rest(rho, proposed / sum)', 'rest(rho, small / sum)'],
      ['count * logRho', '0'],
      ['if (!(-drawExponential(rng) < gain)) return concentration', ''],
      ['separableValue(likelihood, proposal) -\n      separableValue(likelihood, theta)', '0'],
      ['count * log(delta)', '0'],
      ['drawPower(rng, rho, limit)', 'drawPower(rng, concentration, limit)'],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/coordinate-draws.ts',
    changes: [
      ['if (gain < 0 && !(-drawExponential(rng) < gain)) continue', ''],
      ['restSlopes / rest + bend - power * tangent', 'restSlopes / rest - power * tangent'],
      ['const power = sumRho - rho[x] - 1', 'const power = sumRho - rho[x]'],
      ['information[x] + bend', 'information[x]'],
      ['(share / (1 - share)) * rest', 'share * rest'],
      ['tangent * (share - before)', '0'],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/decode-start.ts',
    changes: [
      ['const STANDS_OUT = 2.7', 'const STANDS_OUT = 27'],
      ['(1 - rest) / total', '1'],
      ['rest / (K - prominent)', 'rest / K'],
      ['if (theta[x] > 0) prominent++', ''],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/local-expansion.ts',
    changes: [
      ['(theta[x] / others) * rest', 'theta[x]'],
      ['information[x] * local.anchor[x] - size', '-size'],
      ['if (isMoved[x]) rest -= anchor[x]', 'if (isMoved[x]) rest -= theta[x]'],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/log-shares.ts',
    changes: [
      ['drawExponential(rng) / concentration', 'drawExponential(rng)'],
      ['LOG_LEAST - drawExponential', 'LOG_LEAST + drawExponential'],
    ],
  },
  {
    file: 'src/posterior/samplers/auto-sampler.ts',
    changes: [
      ['epsilon >= log(50 * categories)', 'epsilon >= log(500 * categories)'],
      ['const MANY_CATEGORIES = 1000', 'const MANY_CATEGORIES = 2000'],
      ['distinct <= FEW_ANSWERS * K', 'distinct <= K'],
      ['tally.size < K && K * distinct', 'K * distinct'],
      ['const MOST_PRIOR_SHARE = 0.05', 'const MOST_PRIOR_SHARE = 0.5'],
      ['const ENOUGH_COLUMNS = 30', 'const ENOUGH_COLUMNS = 60'],
      ['tally.size >= K && largestShare', 'largestShare'],
    ],
  },
  {
    file: 'src/posterior/samplers/expanded-draws.ts',
    changes: [
      ['theta[d * G + cell] * share', 'theta[d * G + cell] / sizes[cell]'],
      ['learned ? concentrations[d] : rho[x]', 'rho[x]'],
      ['rho[x] = sizes[x] * concentration', 'rho[x] = concentration'],
      ['K > MOST_TOLD_APART', 'K > 10 * MOST_TOLD_APART'],
      ['if (sweeps <= DROPPED) continue', ''],
    ],
  },
]
