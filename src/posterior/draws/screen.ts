import { square } from '../../elementary/square.ts'

/** Number of batches that a chain is divided into. */
const BATCHES = 10

/**
 * A cheap look at the draws of one quantity: R̂ of the chains' halves, and an effective number of draws by batch means, both from
 * moments alone. It is rough, but it recognizes draws that are far from good.
 *
 * @param value the quantity in draw i of a chain
 * @param length number of draws of each chain, at least 20
 */
export function screen(value: (chain: number, i: number) => number, chains: number, length: number) {
  const halves = 2 * chains
  const size = Math.floor(length / BATCHES)
  const batches = chains * BATCHES
  let [mean, squares, meanOfHalves, squaresOfHalves, squaresOfBatches] = [0, 0, 0, 0, 0]
  let within = 0
  // All draws are measured from one of them, to lose few digits in later subtractions.
  const origin = value(0, 0)
  for (let chain = 0; chain < chains; chain++) {
    let sum = 0
    let squaresOfHalf = 0
    let sumOfHalf = 0
    for (let i = 0; i < size * BATCHES; i++) {
      const draw = value(chain, i) - origin
      sum += draw
      sumOfHalf += draw
      squaresOfHalf += draw * draw
      mean += draw
      squares += draw * draw
      if ((i + 1) % size === 0) {
        squaresOfBatches += square(sum / size)
        sum = 0
      }
      if ((i + 1) % ((size * BATCHES) / 2) === 0) {
        const n = (size * BATCHES) / 2
        meanOfHalves += sumOfHalf / n
        squaresOfHalves += square(sumOfHalf / n)
        within += (squaresOfHalf - square(sumOfHalf) / n) / (n - 1)
        sumOfHalf = 0
        squaresOfHalf = 0
      }
    }
  }
  const total = batches * size
  mean /= total
  within /= halves
  const variance = (squares / total - mean * mean) * (total / (total - 1))
  const n = total / halves
  const between = (squaresOfHalves - square(meanOfHalves) / halves) / (halves - 1)
  const ofBatches = (squaresOfBatches - batches * mean * mean) / (batches - 1)
  return {
    rhat: within > 0 ? Math.sqrt((n - 1) / n + between / within) : 1,
    ess: ofBatches > 0 ? (batches * variance) / ofBatches : total,
  }
}
