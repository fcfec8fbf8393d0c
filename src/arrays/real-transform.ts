import FFT from 'fft.js'
import { unitRoots } from '../elementary/unit-roots.ts'

/** Fourier transforms of N real numbers, by complex transforms of half the length, in which two neighbours are one complex number. */
export class RealTransform {
  /** N, a power of two, at least 4. */
  readonly size: number
  private readonly fft: FFT
  /** `e^(−2πik/N)`, k = 0 … N/2 − 1: the real part, and the imaginary one. */
  private readonly roots: Float64Array
  private readonly scratch: Float64Array

  constructor(size: number) {
    this.size = size
    this.roots = Float64Array.from(unitRoots(size))
    this.fft = new FFT(size / 2)
    // The library's own table depends on the rounding of the engine that it runs on.
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
      const evenRe = (z[k] + z[m]) / 2
      const evenIm = (z[k + 1] - z[m + 1]) / 2
      const oddRe = (z[k + 1] + z[m + 1]) / 2
      const oddIm = (z[m] - z[k]) / 2
      const re = roots[k] * oddRe - roots[k + 1] * oddIm
      const im = roots[k] * oddIm + roots[k + 1] * oddRe
      spectrum[k] = evenRe + re
      spectrum[k + 1] = evenIm + im
      spectrum[m] = evenRe - re
      spectrum[m + 1] = im - evenIm
    }
  }

  /**
   * Writes the cyclic convolution `Σ_j x_j h_(i−j)`, or with `sign` −1 the correlation `Σ_j x_j h_(j−i)`. One pass takes the
   * entries k and N − k of the spectrum together: it separates them, multiplies, and combines them again.
   *
   * @param x N numbers, which may be `out`
   * @param kernel the transform of h, which `forward` wrote
   */
  convolve(x: Float64Array, kernel: Float64Array, sign: 1 | -1, out: Float64Array): void {
    const { size, roots, scratch: z } = this
    this.fft.transform(z as unknown as number[], x)
    const first = (z[0] + z[1]) * kernel[0]
    const last = (z[0] - z[1]) * kernel[size]
    z[0] = (first + last) / size
    z[1] = (last - first) / size
    const scale = 1 / (2 * size)
    for (let k = 2; k <= size / 2; k += 2) {
      const m = size - k
      const rootRe = roots[k]
      const rootIm = roots[k + 1]
      // Twice the transforms of the even numbers and of the odd ones.
      const evenRe = z[k] + z[m]
      const evenIm = z[k + 1] - z[m + 1]
      const oddRe = z[k + 1] + z[m + 1]
      const oddIm = z[m] - z[k]
      const turnedRe = rootRe * oddRe - rootIm * oddIm
      const turnedIm = rootRe * oddIm + rootIm * oddRe
      // Four times number k of the product, and four times the conjugate of number m.
      const kRe = kernel[k]
      const kIm = sign * kernel[k + 1]
      const mRe = kernel[m]
      const mIm = -sign * kernel[m + 1]
      const upRe = evenRe + turnedRe
      const upIm = evenIm + turnedIm
      const downRe = evenRe - turnedRe
      const downIm = evenIm - turnedIm
      const aRe = upRe * kRe - upIm * kIm
      const aIm = upRe * kIm + upIm * kRe
      const bRe = downRe * mRe - downIm * mIm
      const bIm = downRe * mIm + downIm * mRe
      const sumRe = aRe + bRe
      const sumIm = aIm + bIm
      const gapRe = aRe - bRe
      const gapIm = aIm - bIm
      const backRe = rootRe * gapRe + rootIm * gapIm
      const backIm = rootRe * gapIm - rootIm * gapRe
      z[k] = (sumRe - backIm) * scale
      z[k + 1] = -(sumIm + backRe) * scale
      z[m] = (sumRe + backIm) * scale
      z[m + 1] = (sumIm - backRe) * scale
    }
    // The inverse transform is the conjugate of the transform of the conjugate.
    this.fft.transform(out as unknown as number[], z)
    for (let j = 1; j < size; j += 2) out[j] = -out[j]
  }
}
