import { expect, test } from 'vitest'
import { RealTransform } from '../../src/arrays/real-transform.ts'
import { stream } from '../../src/random/stream.ts'

test.each([4, 8, 16, 64])('%d real numbers are transformed as the definition has it, and back', size => {
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
  const back = new Float64Array(size)
  transform.inverse(spectrum, back)
  for (let j = 0; j < size; j++) expect(Math.abs(back[j] - x[j])).toBeLessThan(1e-15)
})
