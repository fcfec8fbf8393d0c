/** Coefficients of the sine and of the cosine between −π/4 and π/4. */
const S1 = -0.16666666666666632
const S2 = 0.00833333333332249
const S3 = -0.0001984126982985795
const S4 = 0.0000027557313707070068
const S5 = -2.5050760253406863e-8
const S6 = 1.58969099521155e-10
const C1 = 0.0416666666666666
const C2 = -0.001388888888887411
const C3 = 0.00002480158728947673
const C4 = -2.7557314351390663e-7
const C5 = 2.087572321298175e-9
const C6 = -1.1359647557788195e-11

/**
 * The n-th roots of unity `e^(−2πik/n)`, as cos(2πk/n) and −sin(2πk/n) in turn for k = 0 … n − 1: the same bits on every
 * machine, right to less than an ulp.
 *
 * @example
 * unitRoots(4) // [1, -0, -0, -1, -1, 0, 0, 1]
 */
export function unitRoots(n: number): number[] {
  const roots: number[] = []
  for (let k = 0; k < n; k++) {
    // The angle is a number of right angles, and r nths of one.
    const quarters = Math.floor((4 * k) / n)
    const r = 4 * k - quarters * n
    const isBeyond = 2 * r > n
    const x = (Math.PI * (isBeyond ? n - r : r)) / (2 * n)
    const [c, s] = isBeyond ? [sine(x), cosine(x)] : [cosine(x), sine(x)]
    if (quarters === 0) roots.push(c, -s)
    else if (quarters === 1) roots.push(-s, -c)
    else if (quarters === 2) roots.push(-c, s)
    else roots.push(s, c)
  }
  return roots
}

function sine(x: number): number {
  const z = x * x
  return x + x * z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)))))
}

function cosine(x: number): number {
  const z = x * x
  const half = 0.5 * z
  const main = 1 - half
  return main + (1 - main - half + z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6))))))
}
