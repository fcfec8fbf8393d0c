/**
 * Which levels do schemes for several questions spend for a whole record? RS+FD and RS+RFD answer about one question, drawn in secret, at
 * the level `ln(d (e^ε − 1) + 1)`, make up the others, and claim ε.
 *
 * Builds their channels over whole records, response by response, and audits them. Nothing is drawn at random. For comparison: one question
 * named in the request (SMP), and all questions at ε/d each (SPL), which spend the stated ε.
 *
 *     npx tsx experiments/whole-record-levels.ts
 */
import { audit } from '../src/mechanism/audit.ts'
import { channelMatrix } from '../src/mechanism/channel-matrix.ts'
import { matrixChannel } from '../src/mechanism/matrix-channel.ts'
import { srr } from '../src/mechanism/srr.ts'
import { amplifiedLevel, recordsOf, withFakeCategories, withFakeZeros } from './support/secret-attribute.ts'
import { printRows, writeRows } from './support/write-rows.ts'

const SIZES = [
  [2, 3],
  [2, 3, 4],
  [2, 2, 2, 2],
]
const EPSILONS = [0.5, 1, 2, 4]

const levelOf = (rows: number[][]) => audit(matrixChannel({ rows })).epsilon

/** Each question by randomized response at these levels; at 0, it is left out. */
function product(sizes: readonly number[], levels: readonly number[]): number[][] {
  const channels = sizes.map((categories, j) =>
    levels[j] > 0
      ? channelMatrix(srr({ categories, epsilon: levels[j] }))
      : [new Array<number>(categories).fill(1)],
  )
  const records = recordsOf(sizes)
  return recordsOf(channels.map(rows => rows.length)).map(y =>
    records.map(x => channels.reduce((share, rows, j) => share * rows[y[j]][x[j]], 1)),
  )
}

const rows = SIZES.flatMap(sizes =>
  EPSILONS.map(epsilon => {
    const d = sizes.length
    const level = amplifiedLevel(d, epsilon)
    const even = sizes.map(size => new Array<number>(size).fill(1 / size))
    const uneven = sizes.map(size =>
      Array.from({ length: size }, (_, x) => (2 * (x + 1)) / (size * (size + 1))),
    )
    return {
      sizes: sizes.join('×'),
      'nominal ε': epsilon,
      SPL: levelOf(
        product(
          sizes,
          sizes.map(() => epsilon / d),
        ),
      ),
      SMP: levelOf(
        product(
          sizes,
          sizes.map((_, j) => (j === 0 ? epsilon : 0)),
        ),
      ),
      'RS+FD, GRR': levelOf(withFakeCategories(even, level)),
      'RS+FD, OUE-z': levelOf(withFakeZeros(sizes, level)),
      'RS+RFD, GRR': levelOf(withFakeCategories(uneven, level)),
      'ln(d(e^ε − 1) + 1)': level,
    }
  }),
)
printRows('Exact levels for a whole record', rows)
writeRows('whole-record-levels', 'levels', rows)
