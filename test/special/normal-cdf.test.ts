import { expect, test } from 'vitest'
import { integrate } from '../../src/private-sampling/quadrature.ts'
import { normalCdf, normalDensity, normalLogCdf } from '../../src/special/normal-cdf.ts'

// x, Φ(x), ln Φ(x), by mpmath with 40 digits.
const EXACT: [number, number, number][] = [
  [-37.25, 5.297888779927269e-304, -698.3185598724016],
  [-30.0, 4.906713927148187e-198, -454.3212439563432],
  [-20.5, 1.0764673258790961e-93, -214.0667289632638],
  [-12.0, 1.776482112077679e-33, -75.4106730015688],
  [-8.0625, 3.737487301113002e-16, -35.52294794688922],
  [-5.0, 2.866515718791939e-7, -15.064998393988725],
  [-3.3, 0.0004834241423837775, -7.634616148071127],
  [-2.0, 0.02275013194817921, -3.783184333682032],
  [-1.5, 0.06680720126885807, -2.7059444008238898],
  [-1.0009765625, 0.15841906977640813, -1.8425114168455297],
  [-1.0, 0.15865525393145705, -1.8410216450092636],
  [-0.75, 0.2266273523768682, -1.4844482299196562],
  [-0.3, 0.3820885778110474, -0.9621028181688507],
  [-1e-9, 0.49999999960105773, -0.6931471813578298],
  [0.1, 0.539827837277029, -0.6165050101150263],
  [0.9, 0.8159398746532405, -0.2034146097557469],
  [1.0, 0.8413447460685429, -0.17275377902344988],
  [1.25, 0.8943502263331448, -0.11165782847292517],
  [3.0, 0.9986501019683699, -0.0013508099647481938],
  [6.0, 0.9999999990134123, -9.865876455243758e-10],
  [8.0, 0.9999999999999993, -6.220960574271786e-16],
]

test.each(EXACT)('Φ(%f) and its logarithm are right to 3e-15 of themselves', (x, cdf, logCdf) => {
  expect(Math.abs(normalCdf(x) / cdf - 1)).toBeLessThan(3e-15)
  expect(Math.abs(normalLogCdf(x) / logCdf - 1)).toBeLessThan(3e-15)
})

test.each([
  [-100, -5005.524208694205],
  [-1000, -500007.82669481216],
  [-1e6, -500000000014.73444],
])('ln Φ(%d) is right to 1e-15 where Φ underflows', (x, logCdf) => {
  expect(normalCdf(x)).toBe(0)
  expect(Math.abs(normalLogCdf(x) / logCdf - 1)).toBeLessThan(1e-15)
})

test('Φ(x) + Φ(−x) = 1 and Φ rises, on a grid through the changes of method at ±1', () => {
  let last = 0
  for (let x = -8; x <= 8; x += 0.001) {
    const value = normalCdf(x)
    expect(Math.abs(value + normalCdf(-x) - 1)).toBeLessThan(1e-15)
    expect(value).toBeGreaterThan(last * (1 - 1e-15))
    last = value
  }
})

test('its slope is the density: the integral over [−3, 2] is Φ(2) − Φ(−3)', () => {
  const area = integrate(normalDensity, [-3, 2], 1e-16).value
  expect(Math.abs(area - (normalCdf(2) - normalCdf(-3)))).toBeLessThan(1e-15)
})

test('the ends are exact, and a NaN stays one', () => {
  expect([normalCdf(-Infinity), normalCdf(0), normalCdf(Infinity)]).toEqual([0, 0.5, 1])
  expect(normalLogCdf(-Infinity)).toBe(-Infinity)
  expect(normalLogCdf(Infinity)).toBeCloseTo(0, 300)
  expect(normalCdf(Number.NaN)).toBeNaN()
})
