import type { Mutants } from '../mutants.ts'

/** Samplers and their moves: the law that they leave invariant, and what they remember. */
export const SAMPLERS: readonly Mutants[] = [
  {
    file: 'src/posterior/samplers/delayed-acceptance.ts',
    tests: ['test/posterior/samplers/delayed-acceptance.test.ts'],
    changes: [
      ['value: accepted ? after : before', 'value: after'],
      ['-drawExponential(rng) < after - before', '-drawExponential(rng) < before - after'],
      ['isFirstAnchor || -drawExponential(rng) < after - before', 'true'],
      ['      else state.concentration = concentration\n', ''],
      ['cached?.expansion === expansion', 'cached !== undefined'],
      ['if (isFirstAnchor || movesExactly || movePairs) corrections', 'if (isFirstAnchor) corrections'],
      ['if (isBackwards) sweep.moveConcentration(rng, state)', ''],
      ['tally.size > GROWTH * state.size', 'tally.size > 100 * GROWTH * state.size'],
      ['exact.value(theta) - surrogate.value(theta)', 'exact.value(theta)'],
    ],
  },
  {
    file: 'src/posterior/samplers/slice.ts',
    tests: ['test/posterior/samplers/slice.test.ts'],
    changes: [
      ['      sweep.moveConcentration(rng, state)\n', ''],
      ['latest?.size !== tally.size', 'latest === undefined'],
      ['state.tuning = null\n      return', 'state.tuning = tuning\n      return'],
      ['sweep.start(state)', ''],
    ],
  },
  {
    file: 'src/posterior/samplers/hmc.ts',
    tests: ['test/posterior/samplers/hmc.test.ts'],
    changes: [
      ['log(rng.uniform()) < gain', 'log(rng.uniform()) < -gain'],
      ['if (!taken) z.set(start)', ''],
      [
        'correction(expansion, z) - correction(expansion, start)',
        'correction(expansion, start) - correction(expansion, z)',
      ],
      ['exact.value(theta) - expansion.evaluate(theta, totals)', 'exact.value(theta)'],
      ['for (let x = 0; x < K; x++) totals[x] += rho[x]', ''],
      ['binding.size !== tally.size', 'false'],
      ['tally.size > GROWTH * state.geometry.size', 'tally.size < 0'],
      ['state.stepSize = exp(next.logAverage)\n    state.tuning = null', 'state.tuning = null'],
      ['(first?.gradients ?? 0) + last.gradients', 'last.gradients'],
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
    tests: [
      'test/posterior/samplers/sequence/sequence.test.ts',
      'test/posterior/samplers/sequence/resumed.test.ts',
    ],
    changes: [
      ['exp(proposed - old)', 'exp(old - proposed)'],
      ['value: isAccepted ? value : oldValue', 'value'],
      [
        '      theta.set(before)\n      if (state.concentration !== null) rho.fill(state.concentration)\n    }',
        '      if (state.concentration !== null) rho.fill(state.concentration)\n    }',
      ],
      ['exactValues.delete(state)', ''],
      ['cached?.size === tally.size', 'cached !== undefined'],
      ['proposed === -Infinity ? 0 :', 'proposed === -Infinity ? 1 :'],
      ['acceptance += settle(rng, state, likelihood, state.concentration) / parts.length', 'acceptance = 1'],
      ['rng.uniform() < 0.5 ? moveAlong : redrawSmall', 'redrawSmall'],
      ['state.fraction * exp(step)', 'state.fraction / exp(step)'],
      ['if (state.concentration !== null) rho.fill(state.concentration)\n      if (tally', 'if (tally'],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/small-entries.ts',
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
