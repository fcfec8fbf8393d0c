import {
  COLUMN,
  FACTORS,
  LEAST_EXPONENT,
  LEAST_PRODUCT,
  MOST_PRODUCT,
  NODES,
} from '../src/posterior/joint/kernel/nodes.ts'

// The loops of `src/posterior/joint/kernel/plain-joint.ts` in AssemblyScript, two nodes or two cells at a time, with the same additions
// in the same order, so that both give the same bits. Places are numbers of doubles.

const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10
const LOG2E: f64 = Math.LOG2E

/** Bytes of a row of nodes, and of a vector. */
const ROW: usize = NODES * 8
const VECTOR: usize = 16

/** The first numbers of the memory are room for one of each node. */
const total: usize = 0

function place(number: i32): usize {
  return (<usize>number) << 3
}

/** `e^x` for x from −700 to 0, as `src/elementary/exp.ts` has it. */
function expOf(x: v128): v128 {
  const size = f64x2.abs(x)
  const isFar = f64x2.ge(size, f64x2.splat(0.3465735912322998))
  const rounded = i32x4.trunc_sat_f64x2_s_zero(f64x2.sub(f64x2.mul(f64x2.splat(LOG2E), x), f64x2.splat(0.5)))
  const k = v128.and(f64x2.convert_low_i32x4_s(rounded), isFar)
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)))
  const low = f64x2.mul(k, f64x2.splat(LN2_LOW))
  const r = f64x2.sub(high, low)
  const square = f64x2.mul(r, r)
  let series = f64x2.sub(
    f64x2.mul(square, f64x2.splat(4.1381367970572385e-8)),
    f64x2.splat(0.0000016533902205465252),
  )
  series = f64x2.add(f64x2.mul(square, series), f64x2.splat(0.00006613756321437934))
  series = f64x2.sub(f64x2.mul(square, series), f64x2.splat(0.0027777777777015593))
  const c = f64x2.sub(
    r,
    f64x2.mul(square, f64x2.add(f64x2.mul(square, series), f64x2.splat(0.16666666666666602))),
  )
  const quotient = f64x2.div(f64x2.mul(r, c), f64x2.sub(f64x2.splat(2), c))
  const rest = f64x2.sub(f64x2.splat(1), f64x2.sub(f64x2.sub(low, quotient), high))
  const bits = i64x2.shl(i64x2.add(i64x2.extend_low_i32x4_s(rounded), i64x2.splat(1023)), 52)
  const power = v128.bitselect(bits, f64x2.splat(1), isFar)
  const isNear = f64x2.lt(size, f64x2.splat(3.725290298461914e-9))
  return v128.bitselect(f64x2.add(f64x2.splat(1), x), f64x2.mul(rest, power), isNear)
}

/** `ln x`, as `src/elementary/log.ts` has it. The library's own logarithm would bring tables into the memory. */
function logOf(x: f64): f64 {
  if (x >= 2.2250738585072014e-308 && x < Infinity) return logOfNormal(x, 0)
  if (x > 0 && x < Infinity) return logOfNormal(x * 18014398509481984, -54)
  if (x === 0) return -Infinity
  return x > 0 ? x : NaN
}

/** `ln(x 2^shift)`. */
function logOfNormal(x: f64, shift: i32): f64 {
  const high = <i32>(reinterpret<u64>(x) >> 32)
  const fraction = high & 0xfffff
  const exponent = (high >> 20) - 1023 + ((fraction + 0x95f64) >> 20)
  const k = exponent + shift
  const f = x * reinterpret<f64>((<u64>(1023 - exponent)) << 52) - 1
  const kHigh = <f64>k * LN2_HIGH
  const kLow = <f64>k * LN2_LOW
  if (((fraction + 2) & 0xfffff) < 3) {
    if (f === 0) return kHigh + kLow
    const rest = f * f * (0.5 - 0.3333333333333333 * f)
    return kHigh - (rest - kLow - f)
  }
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373))
  const odd = 0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)
  const series = even + z * (0.6666666666666735 + w * odd)
  if (fraction < 0x6147a || fraction > 0x6b851) return kHigh - (s * (f - series) - kLow - f)
  const half = 0.5 * f * f
  return kHigh - (half - (s * (half + series) + kLow) - f)
}

export function shares(
  K: i32,
  base: i32,
  coef: i32,
  nodes: i32,
  weights: i32,
  out: i32,
  weighted: i32,
): void {
  const f = place(nodes)
  const first = place(out)
  for (let h: usize = 0; h < ROW; h += VECTOR) {
    const f0 = v128.load(f + h)
    const f1 = v128.load(f + h + ROW)
    const f2 = v128.load(f + h + 2 * ROW)
    const f3 = v128.load(f + h + 3 * ROW)
    let most = f64x2.splat(-Infinity)
    let row = first + h
    let at = place(coef)
    for (let u = 0; u < K; u++, row += ROW, at += FACTORS * 8) {
      let logit = v128.load64_splat(place(base + u))
      logit = f64x2.add(logit, f64x2.mul(v128.load64_splat(at), f0))
      logit = f64x2.add(logit, f64x2.mul(v128.load64_splat(at, 8), f1))
      logit = f64x2.add(logit, f64x2.mul(v128.load64_splat(at, 16), f2))
      logit = f64x2.add(logit, f64x2.mul(v128.load64_splat(at, 24), f3))
      v128.store(row, logit)
      most = f64x2.pmax(most, logit)
    }
    let sum = f64x2.splat(0)
    row = first + h
    for (let u = 0; u < K; u++, row += ROW) {
      const share = expOf(f64x2.pmax(f64x2.splat(LEAST_EXPONENT), f64x2.sub(v128.load(row), most)))
      v128.store(row, share)
      sum = f64x2.add(sum, share)
    }
    const scale = f64x2.div(f64x2.splat(1), sum)
    const weight = v128.load(place(weights) + h)
    row = first + h
    let other = place(weighted) + h
    for (let u = 0; u < K; u++, row += ROW, other += ROW) {
      const share = f64x2.mul(v128.load(row), scale)
      v128.store(row, share)
      v128.store(other, f64x2.mul(share, weight))
    }
  }
}

function sumOf(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1)
}

export function table(weightedA: i32, sizeA: i32, sharesB: i32, sizeB: i32, out: i32): void {
  const startA = place(weightedA)
  const startB = place(sharesB)
  let v = 0
  // Four cells at a time: each row is read half as often, and four sums do not wait for each other.
  for (; v + 1 < sizeB; v += 2) {
    const b = startB + <usize>v * ROW
    let u = 0
    for (; u + 1 < sizeA; u += 2) {
      const a = startA + <usize>u * ROW
      let s00 = f64x2.splat(0)
      let s01 = f64x2.splat(0)
      let s10 = f64x2.splat(0)
      let s11 = f64x2.splat(0)
      for (let h: usize = 0; h < ROW; h += VECTOR) {
        const a0 = v128.load(a + h)
        const a1 = v128.load(a + h + ROW)
        const b0 = v128.load(b + h)
        const b1 = v128.load(b + h + ROW)
        s00 = f64x2.add(s00, f64x2.mul(a0, b0))
        s10 = f64x2.add(s10, f64x2.mul(a1, b0))
        s01 = f64x2.add(s01, f64x2.mul(a0, b1))
        s11 = f64x2.add(s11, f64x2.mul(a1, b1))
      }
      const at = place(out + u + sizeA * v)
      store<f64>(at, sumOf(s00))
      store<f64>(at, sumOf(s10), 8)
      const next = place(out + u + sizeA * (v + 1))
      store<f64>(next, sumOf(s01))
      store<f64>(next, sumOf(s11), 8)
    }
    if (u < sizeA) {
      const a = startA + <usize>u * ROW
      store<f64>(place(out + u + sizeA * v), cellOf(a, b))
      store<f64>(place(out + u + sizeA * (v + 1)), cellOf(a, b + ROW))
    }
  }
  if (v < sizeB) {
    const b = startB + <usize>v * ROW
    for (let u = 0; u < sizeA; u++) {
      store<f64>(place(out + u + sizeA * v), cellOf(startA + <usize>u * ROW, b))
    }
  }
}

function cellOf(a: usize, b: usize): f64 {
  let sum = f64x2.splat(0)
  for (let h: usize = 0; h < ROW; h += VECTOR) {
    sum = f64x2.add(sum, f64x2.mul(v128.load(a + h), v128.load(b + h)))
  }
  return sumOf(sum)
}

export function pullTable(
  score: i32,
  sharesA: i32,
  sizeA: i32,
  sharesB: i32,
  sizeB: i32,
  byA: i32,
  byB: i32,
): void {
  pullOne(place(score), 8, sizeA, place(sharesB), sizeB, (<usize>sizeA) << 3, place(byA))
  pullOne(place(score), (<usize>sizeA) << 3, sizeB, place(sharesA), sizeA, 8, place(byB))
}

/** Adds `Σ_v s(u, v) p(v|h)` to the rows of one question, two rows of four vectors at a time. */
function pullOne(
  score: usize,
  step: usize,
  size: i32,
  shares: usize,
  others: i32,
  otherStep: usize,
  by: usize,
): void {
  for (let u = 0; u < size; u += 2) {
    const isPair = u + 1 < size
    const s = score + <usize>u * step
    const next = isPair ? s + step : s
    const to = by + <usize>u * ROW
    for (let h: usize = 0; h < ROW; h += 4 * VECTOR) {
      let a0 = f64x2.splat(0)
      let a1 = f64x2.splat(0)
      let a2 = f64x2.splat(0)
      let a3 = f64x2.splat(0)
      let b0 = f64x2.splat(0)
      let b1 = f64x2.splat(0)
      let b2 = f64x2.splat(0)
      let b3 = f64x2.splat(0)
      let row = shares + h
      let at: usize = 0
      for (let v = 0; v < others; v++, row += ROW, at += otherStep) {
        const sa = v128.load64_splat(s + at)
        const sb = v128.load64_splat(next + at)
        const p0 = v128.load(row)
        const p1 = v128.load(row, 16)
        const p2 = v128.load(row, 32)
        const p3 = v128.load(row, 48)
        a0 = f64x2.add(a0, f64x2.mul(sa, p0))
        a1 = f64x2.add(a1, f64x2.mul(sa, p1))
        a2 = f64x2.add(a2, f64x2.mul(sa, p2))
        a3 = f64x2.add(a3, f64x2.mul(sa, p3))
        b0 = f64x2.add(b0, f64x2.mul(sb, p0))
        b1 = f64x2.add(b1, f64x2.mul(sb, p1))
        b2 = f64x2.add(b2, f64x2.mul(sb, p2))
        b3 = f64x2.add(b3, f64x2.mul(sb, p3))
      }
      addTo(to + h, a0)
      addTo(to + h + 16, a1)
      addTo(to + h + 32, a2)
      addTo(to + h + 48, a3)
      if (isPair) {
        addTo(to + h + ROW, b0)
        addTo(to + h + ROW + 16, b1)
        addTo(to + h + ROW + 32, b2)
        addTo(to + h + ROW + 48, b3)
      }
    }
  }
}

function addTo(at: usize, sum: v128): void {
  v128.store(at, f64x2.add(v128.load(at), sum))
}

export function pullShares(
  K: i32,
  shares: i32,
  by: i32,
  nodes: i32,
  weights: i32,
  mean: i32,
  byBase: i32,
  byCoef: i32,
): void {
  const p = place(shares)
  const g = place(by)
  const f = place(nodes)
  const w = place(weights)
  for (let h: usize = 0; h < ROW; h += VECTOR) {
    let sum = f64x2.splat(0)
    let row = h
    for (let u = 0; u < K; u++, row += ROW) {
      sum = f64x2.add(sum, f64x2.mul(v128.load(p + row), v128.load(g + row)))
    }
    v128.store(total + h, sum)
    addTo(place(mean) + h, sum)
  }
  let row: usize = 0
  let at = place(byCoef)
  for (let u = 0; u < K; u++, row += ROW, at += FACTORS * 8) {
    let all = f64x2.splat(0)
    let s0 = f64x2.splat(0)
    let s1 = f64x2.splat(0)
    let s2 = f64x2.splat(0)
    let s3 = f64x2.splat(0)
    for (let h: usize = 0; h < ROW; h += VECTOR) {
      const off = f64x2.sub(v128.load(g + row + h), v128.load(total + h))
      const value = f64x2.mul(f64x2.mul(v128.load(p + row + h), v128.load(w + h)), off)
      v128.store(g + row + h, value)
      all = f64x2.add(all, value)
      s0 = f64x2.add(s0, f64x2.mul(value, v128.load(f + h)))
      s1 = f64x2.add(s1, f64x2.mul(value, v128.load(f + h + ROW)))
      s2 = f64x2.add(s2, f64x2.mul(value, v128.load(f + h + 2 * ROW)))
      s3 = f64x2.add(s3, f64x2.mul(value, v128.load(f + h + 3 * ROW)))
    }
    store<f64>(place(byBase + u), sumOf(all))
    store<f64>(at, sumOf(s0))
    store<f64>(at, sumOf(s1), 8)
    store<f64>(at, sumOf(s2), 16)
    store<f64>(at, sumOf(s3), 24)
  }
}

/** `ln(1 + q)` for q from 0 to 1. */
function log1pOfShare(q: v128): v128 {
  const s = f64x2.div(q, f64x2.add(f64x2.splat(2), q))
  const square = f64x2.mul(s, s)
  let series = f64x2.splat(2.0 / 31)
  for (let i = 29; i > 0; i -= 2) series = f64x2.add(f64x2.mul(series, square), f64x2.splat(2.0 / <f64>i))
  return f64x2.mul(s, series)
}

/** Both lanes, or where only one cell is left, the first. */
function kept(value: v128, i: i32, n: i32): v128 {
  return i + 1 < n ? value : f64x2.replace_lane(value, 1, 0)
}

export function bend(
  n: i32,
  shift: f64,
  tau: f64,
  table: i32,
  deviation: i32,
  c: i32,
  out: i32,
  ratio: i32,
  slope: i32,
): void {
  let sums = f64x2.splat(0)
  for (let i = 0; i < n; i += 2) {
    const argument = f64x2.add(
      f64x2.splat(shift),
      f64x2.mul(f64x2.splat(tau), v128.load(place(deviation + i))),
    )
    const q = expOf(f64x2.pmax(f64x2.splat(LEAST_EXPONENT), f64x2.neg(f64x2.abs(argument))))
    const plus = f64x2.add(f64x2.pmax(f64x2.splat(0), argument), log1pOfShare(q))
    const isBelow = f64x2.lt(argument, f64x2.splat(0))
    const upper = v128.bitselect(q, f64x2.splat(1), isBelow)
    const logistic = f64x2.div(upper, f64x2.add(f64x2.splat(1), q))
    const rho = f64x2.mul(plus, v128.load(place(c + i)))
    const theta = kept(f64x2.mul(v128.load(place(table + i)), rho), i, n)
    v128.store(place(slope + i), f64x2.div(logistic, plus))
    v128.store(place(ratio + i), rho)
    v128.store(place(out + i), theta)
    sums = f64x2.add(sums, theta)
  }
  const scale = f64x2.splat(1 / sumOf(sums))
  for (let i = 0; i < n; i += 2) {
    v128.store(place(out + i), f64x2.mul(v128.load(place(out + i)), scale))
    v128.store(place(ratio + i), f64x2.mul(v128.load(place(ratio + i)), scale))
  }
}

export function pullBend(
  n: i32,
  theta: i32,
  ratio: i32,
  slope: i32,
  deviation: i32,
  score: i32,
  byArgument: i32,
): f64 {
  let sums = f64x2.splat(0)
  for (let i = 0; i < n; i += 2) {
    sums = f64x2.add(sums, kept(f64x2.mul(v128.load(place(theta + i)), v128.load(place(score + i))), i, n))
  }
  const mean = f64x2.splat(sumOf(sums))
  sums = f64x2.splat(0)
  for (let i = 0; i < n; i += 2) {
    const off = f64x2.sub(v128.load(place(score + i)), mean)
    const by = f64x2.mul(f64x2.mul(v128.load(place(theta + i)), off), v128.load(place(slope + i)))
    v128.store(place(score + i), f64x2.mul(v128.load(place(ratio + i)), off))
    v128.store(place(byArgument + i), by)
    sums = f64x2.add(sums, kept(f64x2.mul(by, v128.load(place(deviation + i))), i, n))
  }
  return sumOf(sums)
}

export function sets(n: i32, theta: i32, score: i32, count: i32, columns: i32, ends: i32, members: i32): f64 {
  const t = place(theta)
  const s = place(score)
  memory.fill(s, 0, (<usize>n) << 3)
  const list = (<usize>members) << 2
  let column = place(columns)
  let endAt = (<usize>ends) << 2
  let value: f64 = 0
  let product: f64 = 1
  for (let i = 0; i < count; i++, column += COLUMN * 8, endAt += 4) {
    const start = list + ((<usize>load<i32>(endAt)) << 2)
    const end = list + ((<usize>load<i32>(endAt, 4)) << 2)
    let even: f64 = 0
    let odd: f64 = 0
    let member = start
    for (; member + 4 < end; member += 8) {
      even += load<f64>(t + ((<usize>load<i32>(member)) << 3))
      odd += load<f64>(t + ((<usize>load<i32>(member, 4)) << 3))
    }
    if (member < end) even += load<f64>(t + ((<usize>load<i32>(member)) << 3))
    const more = load<f64>(column, 8)
    const times = load<f64>(column, 16)
    const g = load<f64>(column) + more * (even + odd)
    if (times === 1) {
      product *= g
      if (!(product > LEAST_PRODUCT && product < MOST_PRODUCT)) {
        value += logOf(product)
        product = 1
      }
    } else value += times * logOf(g)
    const weight = (times * more) / g
    for (member = start; member < end; member += 4) {
      const at = s + ((<usize>load<i32>(member)) << 3)
      store<f64>(at, load<f64>(at) + weight)
    }
  }
  return value + logOf(product)
}

export function quadratic(
  n: i32,
  theta: i32,
  score: i32,
  anchor: i32,
  slope: i32,
  information: i32,
  difference: i32,
): f64 {
  const stride = n + (n & 1)
  const d = place(difference)
  const end = d + ((<usize>stride) << 3)
  for (let i = 0; i < n; i++) {
    store<f64>(d + ((<usize>i) << 3), load<f64>(place(theta + i)) - load<f64>(place(anchor + i)))
  }
  if (n < stride) store<f64>(d + ((<usize>n) << 3), 0)
  const next = (<usize>stride) << 3
  let value: f64 = 0
  for (let i = 0; i < n; i += 2) {
    let row = place(information + i * stride)
    const other = i + 1 < n ? next : 0
    let one = f64x2.splat(0)
    let two = f64x2.splat(0)
    for (let at = d; at < end; at += VECTOR, row += VECTOR) {
      const difference = v128.load(at)
      one = f64x2.add(one, f64x2.mul(v128.load(row), difference))
      two = f64x2.add(two, f64x2.mul(v128.load(row + other), difference))
    }
    value += scoreOf(i, sumOf(one), score, slope, d)
    if (other > 0) value += scoreOf(i + 1, sumOf(two), score, slope, d)
  }
  return value
}

function scoreOf(i: i32, bend: f64, score: i32, slope: i32, d: usize): f64 {
  const s = load<f64>(place(slope + i))
  store<f64>(place(score + i), s - bend)
  return load<f64>(d + ((<usize>i) << 3)) * (s - bend / 2)
}
