import FFT from 'fft.js'
import { unitRoots } from '../elementary/unit-roots.ts'

/** Fourier transforms of N real numbers, by complex ones of half the length: two neighbours are one complex number. */
export class RealTransform {
  /** N, a power of two, 4 at least. */
  readonly size: number
  private readonly fft: FFT
  /** `e^(−2πik/N)`, k = 0 … N/2 − 1: the real part, and the imaginary one. */
  private readonly roots: Float64Array
  private readonly scratch: Float64Array

  constructor(size: number) {
    this.size = size
    this.roots = Float64Array.from(unitRoots(size))
    this.fft = new FFT(size / 2)
    // Its own table has the rounding of the engine that it runs on.
    const { table } = this.fft
    for (let k = 0; k < size / 2; k++) {
      table[2 * k] = this.roots[4 * k]
      table[2 * k + 1] = this.roots[4 * k + 1]
    }
    this.scratch = new Float64Array(size)
  }

  /**
   * Writes the transform `Σ_j x_j e^(−2πijk/N)`, k = 0 … N/2, as N + 2 numbers, real and imaginary parts in turn.
   *
   * @param x N numbers
   */
  forward(x: Float64Array, spectrum: Float64Array): void {
    const { size, roots, scratch: z } = this
    this.fft.transform(z as unknown as number[], x)
    spectrum[0] = z[0] + z[1]
    spectrum[1] = 0
    spectrum[size] = z[0] - z[1]
    spectrum[size + 1] = 0
    for (let k = 2; k <= size / 2; k += 2) {
      const m = size - k
      const [evenRe, evenIm] = [(z[k] + z[m]) / 2, (z[k + 1] - z[m + 1]) / 2]
      const [oddRe, oddIm] = [(z[k + 1] + z[m + 1]) / 2, (z[m] - z[k]) / 2]
      const re = roots[k] * oddRe - roots[k + 1] * oddIm
      const im = roots[k] * oddIm + roots[k + 1] * oddRe
      spectrum[k] = evenRe + re
      spectrum[k + 1] = evenIm + im
      spectrum[m] = evenRe - re
      spectrum[m + 1] = im - evenIm
    }
  }

  /** Writes the N real numbers whose transform is `spectrum`, which is spoilt. */
  inverse(spectrum: Float64Array, x: Float64Array): void {
    const { size, roots, scratch: z } = this
    z[0] = (spectrum[0] + spectrum[size]) / 2
    z[1] = (spectrum[0] - spectrum[size]) / 2
    for (let k = 2; k <= size / 2; k += 2) {
      const m = size - k
      const [evenRe, evenIm] = [(spectrum[k] + spectrum[m]) / 2, (spectrum[k + 1] - spectrum[m + 1]) / 2]
      const [re, im] = [(spectrum[k] - spectrum[m]) / 2, (spectrum[k + 1] + spectrum[m + 1]) / 2]
      const oddRe = roots[k] * re + roots[k + 1] * im
      const oddIm = roots[k] * im - roots[k + 1] * re
      z[k] = evenRe - oddIm
      z[k + 1] = evenIm + oddRe
      z[m] = evenRe + oddIm
      z[m + 1] = oddRe - evenIm
    }
    this.fft.inverseTransform(x as unknown as number[], z)
  }
}
