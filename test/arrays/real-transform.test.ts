import { expect, test } from 'vitest'
import { RealTransform } from '../../src/arrays/real-transform.ts'
import { stream } from '../../src/random/stream.ts'

test.each([4, 8, 16, 64])('%d real numbers are transformed as the definition has it', size => {
  const rng = stream(size)
  const x = Float64Array.from({ length: size }, () => rng.uniform() - 0.3)
  const transform = new RealTransform(size)
  const spectrum = new Float64Array(size + 2)
  transform.forward(x, spectrum)
  for (let k = 0; k <= size / 2; k++) {
    let [re, im] = [0, 0]
    x.forEach((value, j) => {
      re += value * Math.cos((2 * Math.PI * j * k) / size)
      im -= value * Math.sin((2 * Math.PI * j * k) / size)
    })
    expect(Math.hypot(spectrum[2 * k] - re, spectrum[2 * k + 1] - im)).toBeLessThan(1e-13)
  }
})

test.each([4, 8, 16, 64])('convolutions and correlations of %d numbers are as defined', size => {
  const rng = stream(size)
  const [x, h] = [0, 1].map(() => Float64Array.from({ length: size }, () => rng.uniform() - 0.3))
  const transform = new RealTransform(size)
  const kernel = new Float64Array(size + 2)
  transform.forward(h, kernel)
  const out = new Float64Array(size)
  for (const sign of [1, -1] as const) {
    transform.convolve(x, kernel, sign, out)
    for (let i = 0; i < size; i++) {
      const expected = x.reduce((sum, value, j) => sum + value * h[(size + sign * (i - j)) % size], 0)
      expect(Math.abs(out[i] - expected)).toBeLessThan(1e-14)
    }
  }
  transform.convolve(x, kernel, -1, x)
  expect(x).toEqual(out)
})
