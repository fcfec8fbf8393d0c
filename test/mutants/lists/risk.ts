import type { Mutants } from '../mutants.ts'

/** What an answer risks, memoized answers, and liars. */
export const RISK: readonly Mutants[] = [
  {
    file: 'src/risk/shuffled-level.ts',
    changes: [
      [' + this.cut\n', '\n'],
      ['law[i - 1] * 2 * this.change', 'law[i - 1] * this.change'],
      ['variation / -expm1(-epsilon)', 'variation'],
      ['1 - alpha - this.change', '1 - this.change'],
      ['binomialLaw(people - 1, Math.min(1, 2 * alpha)', 'binomialLaw(people, Math.min(1, 2 * alpha)'],
      ['Math.min(1, 2 * alpha)', 'alpha'],
      ['down: moved * (this.odds - ratio)', 'down: moved * -ratio'],
      ['up: moved * (1 - ratio * this.odds)', 'up: moved'],
      ['  return high\n}\n\n/** The law of C', '  return low\n}\n\n/** The law of C'],
      ['cut: above + below }', 'cut: 0 }'],
      ['if (excess(0) <= 0) return 0', ''],
      ['const TOLERANCE = 1e-5', 'const TOLERANCE = 1e-2'],
    ],
  },
  {
    file: 'src/risk/liar-weight.ts',
    changes: [
      ['Math.max(largest, score, -least[x])', 'Math.max(largest, score)'],
      ['Math.max(largest, score, -least[x])', 'Math.max(largest, -least[x])'],
      ['isIdentified.every(', 'isIdentified.some('],
    ],
  },
  {
    file: 'src/risk/sum-rounded-up.ts',
    changes: [
      ['small - (sum - large) > 0 ? nextUp(sum) : sum', 'sum'],
      ['one > other ? [one, other]', 'one < other ? [one, other]'],
      ['BITS[0]++', ''],
    ],
  },
  {
    file: 'src/risk/people-factor.ts',
    changes: [
      [
        'most = Math.max(most, members * setInformation(size, K, epsilon))',
        'most = members * setInformation(size, K, epsilon)',
      ],
      ['square(row[1] - row[0])', 'Math.abs(row[1] - row[0])'],
      ['let trace = -1 / K', 'let trace = 0'],
      ['(1 - (size - 1) / (K - 1))', '1'],
      ['if (isGood.includes(0)) return Infinity', ''],
      ['K > 2 && prior !== undefined', 'prior !== undefined'],
    ],
  },
  {
    file: 'src/risk/realised-loss.ts',
    tests: ['test/catalogue/report-risk.test.ts'],
    changes: [
      ['sum + probability * loss, 0)', 'sum + loss, 0)'],
      ['askings * grid.least + cell', 'cell'],
      ['cell * grid.step + hidden', 'cell * grid.step'],
      ['? COVERED : COVERED_ON_GRID', '? 0.9 : COVERED_ON_GRID'],
      ['next[i + cell] += weight * law[i]', 'next[i + cell] = weight * law[i]'],
    ],
  },
  {
    file: 'src/risk/second-round.ts',
    tests: ['test/risk/memoized.test.ts', 'test/risk/memoized.mock.test.ts'],
    changes: [
      ['E * (A + (g - 2n) * D)', 'E * (A + (g - 1n) * D)'],
      ['- (g - 1n) * D * D', '- D * D'],
      ['coin(truth, (g - 1n) * other)', 'coin(truth, other)'],
      ['logOnePlus(truth - other, other)', 'logOnePlus(truth, other)'],
      ['D * (A - E)', 'D * A'],
    ],
  },
  {
    file: 'src/risk/memoized.ts',
    tests: ['test/risk/memoized.test.ts', 'test/risk/memoized.mock.test.ts'],
    changes: [
      ['kept.get(value) ?? drawn', 'drawn'],
      ['kept.size * permanent', 'permanent'],
      ['const anyChanges = reports * second', 'const anyChanges = second'],
      ['permanent + (reports - most) * second', '(reports - most) * second'],
      ['if (count > most) most = count', 'most = count'],
      ['      reports++\n', ''],
      [
        'const partition = past.partition ?? rng.integer(partitions)',
        'const partition = rng.integer(partitions)',
      ],
      ['{ above: 0, below: permanent })', '{ above: 0 })'],
      ["typeof answer === 'number' ? answer : answer.slice()", 'answer'],
      [
        '      const drawn = rounds.first(value, rng)\n      const answer = kept.get(value) ?? drawn',
        '      const answer = kept.get(value) ?? rounds.first(value, rng)',
      ],
    ],
  },
  {
    file: 'src/risk/memoized-rounds.ts',
    tests: ['test/risk/memoized.test.ts', 'test/risk/memoized.mock.test.ts'],
    changes: [
      ['bits[value] = Number(own.toss(rng))', 'bits[value] = Number(other.toss(rng))'],
      ['Number(!keeps.toss(rng))', 'Number(keeps.toss(rng))'],
      ['partition * buckets + again', 'again'],
      ['second: categories * level', 'second: level'],
      ['variance(low) <= variance(low + 1)', 'variance(low) > variance(low + 1)'],
      ['coin(odds.denominator, odds.numerator)', 'coin(odds.denominator, odds.denominator)'],
      ['partitions[partition][category]', 'partitions[0][category]'],
      ['randomize(truth, value, rng)', 'randomize(keeps, value, rng)'],
    ],
  },
  {
    file: 'src/risk/below-zero.ts',
    tests: ['test/risk/liar-signs.test.ts', 'test/risk/below-zero.test.ts'],
    changes: [
      ['observed.sum + step / 2', 'observed.sum'],
      ['variance += 2 * covariance', 'variance += covariance'],
      ['const REACH = 3', 'const REACH = 0'],
      ['(1 + beyond) / (1 + DRAWS)', 'beyond / DRAWS'],
      ['standardError > 0 ? -sum / standardError', 'standardError > 0 ? sum / standardError'],
      ['truth[x] = drawn[K - 1 - rank]', 'truth[x] = drawn[rank]'],
    ],
  },
  {
    file: 'src/risk/named-pairs.ts',
    tests: ['test/risk/liar-signs.test.ts', 'test/risk/named-pairs.test.ts'],
    changes: [
      ['Math.min(1, pairs * exp(least))', 'Math.min(1, exp(least))'],
      ['namedTail(channels, named, h) - log(UNKNOWN)', 'namedTail(channels, named, h)'],
      ['residualTail(channels, residual, h) - log1p(-UNKNOWN)', 'residualTail(channels, residual, 0)'],
      ['counts[z * K + z] - 2 * twice', 'counts[z * K + z] - twice'],
      ['[leastAt % K, Math.floor(leastAt / K)]', '[Math.floor(leastAt / K), leastAt % K]'],
    ],
  },
  {
    file: 'src/risk/pair-tails.ts',
    tests: ['test/risk/liar-signs.test.ts', 'test/risk/named-pairs.test.ts'],
    changes: [
      ['byHolders: r + s', 'byHolders: r'],
      ['const one = none - s / gap', 'const one = none'],
      ["Math.max(others, logMean(outcomes, 'residual', rate, h))", 'others'],
      ['let total = rate * named', 'let total = -rate * named'],
    ],
  },
  {
    file: 'src/risk/robust-means.ts',
    changes: [
      ['(start - most) / (1 - share)', 'start - most'],
      ['(end + least) / (1 - share)', '(end - least) / (1 - share)'],
      ['value(other) - value(one)', 'value(one) - value(other)'],
      ['left -= part', ''],
      ['squares[x] - (sums[x] * sums[x]) / n', 'squares[x]'],
      ['Math.max(variance, squares', 'Math.max(0, squares'],
      ['if (lower[x] > most[x]) most[x] = lower[x]', ''],
      ['variance += size * scores.variance', 'variance += scores.variance'],
    ],
  },
  {
    file: 'src/risk/symmetric-figures.ts',
    tests: ['test/catalogue/report-risk.test.ts'],
    changes: [
      ['logBinomialCoefficient(K - 2, size - 1)', 'logBinomialCoefficient(K - 1, size - 1)'],
      ['separating * (1 - other)', 'separating'],
      ['addLoss(-gap, separating * other)', ''],
      ['other * (-gap - log(mean))', 'other * -log(mean)'],
    ],
  },
  {
    file: 'src/risk/repeated-guess.ts',
    tests: ['test/catalogue/report-risk.test.ts'],
    changes: [
      ['(askings - 1) * log(K)', 'askings * log(K)'],
      ['(most - askings) * gap', 'most * gap'],
      ['logs[x] += logLevel - logBase', 'logs[x] += logLevel'],
      ['one.reached[i] * (other.below[j] + single * other.reached[j])', 'one.reached[i] * other.below[j]'],
      ['squares / (histories - 1) / histories', 'squares / histories'],
    ],
  },
]
