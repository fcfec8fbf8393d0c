import {
  CELL_BYTES,
  CELL_NEXT,
  CELL_OTHER_SUM,
  CELL_PHI,
  CELL_SUM,
  FAMILY_BASE,
  FAMILY_END,
  FAMILY_LEVEL,
  FAMILY_OTHER_WEIGHT,
  FAMILY_PART,
  FAMILY_SET,
  FAMILY_START,
  FAMILY_WEIGHT,
  MOST_WORDS,
  PLACE_BYTES,
  PLACE_FAMILY,
  PLACE_POINT,
  STATE_LATEST,
  STATE_WEYL,
} from '../src/posterior/langevin/kernel/records.ts'

// The inner loop of `src/posterior/langevin/langevin.ts` in AssemblyScript: a whole update of the Gamma surrogates φ in one
// memory, with the same operations in the same order as the TypeScript, so that both give the same bits. Two things differ: the
// layout in memory, and that the families of a minibatch are first listed and then evaluated, which needs no branch that depends
// on the data.
//
// The host (`src/posterior/langevin/kernel/langevin-kernel.ts`) lays out the memory. All addresses are in bytes.

/** Provided by the host: a normal draw whose x lies beyond the edge of its layer. */
declare function drawOutside(layer: u32, x: f64): f64
/** Provided by the host: φ(S^c), summed directly. */
declare function restMass(set: u32): f64
/** Provided by the host: draws m observations and writes their columns to `drawn`, for when not all observations are listed. */
declare function drawUnlisted(m: u32): void

/** The most random words that one request is for. */
const WORDS: u32 = MOST_WORDS
/** Up to this length of the list, one random word serves two draws. */
const MOST_PAIRED: u32 = 1 << 15
const LAYERS: u32 = 256

// Settings, and the addresses of the parts of the memory. The host fills them in before the first update.

/** The state of the generator `Xorgens`: its 128 words, the word of the Weyl generator, and the place of the latest word. */
export let generator: usize = 0
/** Room for random words. */
export let words: usize = 0
/** The widths of the normal law's layers, and 2⁻²³ times each of them. */
export let edges: usize = 0
export let steps: usize = 0
/** The Dirichlet parameters, and the cells. There is one cell more than there are categories, for an empty category that nobody holds. */
export let rho: usize = 0
export let cells: usize = 0
export let categories: usize = 0
/** The columns of all observations, in the order in which they came. */
export let list: usize = 0
/** For each column, the addresses of its family and of its point's cell. */
export let places: usize = 0
/** The columns drawn for an update; their places; the list of their families, with room for one more. */
export let drawn: usize = 0
export let batch: usize = 0
export let met: usize = 0
/** Whether the update is the one of `sgrld`, which is preconditioned by φ. */
export let isRiemannian: bool = false

/** Σφ. */
let total: f64 = 0

/**
 * Takes `count` updates of step size γ with m of the n observations, from the φ in the cells. Returns how many it took before the
 * next one would have left the finite numbers. n may exceed 2³² where not all observations are listed.
 */
export function advance(count: u32, n: f64, m: u32, isListed: bool, gamma: f64): u32 {
  const end = cells + categories * CELL_BYTES
  total = 0
  for (let cell = cells; cell < end; cell += CELL_BYTES) {
    total += load<f64>(cell, CELL_PHI)
    v128.store(cell, i64x2.splat(0), CELL_SUM)
  }
  for (let update: u32 = 0; update < count; update++) {
    if (isListed) drawListed(m, <u32>n)
    else drawUnlisted(m)
    const metEnd = meet(m)
    evaluate(metEnd)
    addRatios(m)
    const everywhere = spread(metEnd)
    const sum = move(n / <f64>m, <f64>m / total, everywhere, gamma)
    if (!(sum > 0 && sum < Infinity)) return update
    total = sum
    for (let cell = cells; cell < end; cell += CELL_BYTES) {
      store<f64>(cell, load<f64>(cell, CELL_NEXT), CELL_PHI)
      v128.store(cell, i64x2.splat(0), CELL_SUM)
    }
  }
  return count
}

/** Draws m of n listed observations with replacement, as `fillFromList` does. */
function drawListed(m: u32, n: u32): void {
  const isPaired = n <= MOST_PAIRED
  const most = isPaired ? 2 * WORDS : WORDS
  for (let start: u32 = 0; start < m; start += most) {
    const count = min(most, m - start)
    if (isPaired) drawPairs(drawn + ((<usize>start) << 2), count, n)
    else drawSingles(drawn + ((<usize>start) << 2), count, n)
  }
}

function drawSingles(out: usize, count: u32, n: u32): void {
  drawWords(count, n)
  const base = list
  const end = words + ((<usize>count) << 2)
  for (let word = words; word < end; word += 4, out += 4) {
    store<u32>(out, load<u32>(base + (scaled(load<u32>(word), n) << 2)))
  }
}

function drawPairs(out: usize, count: u32, n: u32): void {
  drawWords((count + 1) >> 1, n * n)
  const base = list
  const last = out + ((<usize>(count & ~1)) << 2)
  let word = words
  for (; out < last; word += 4, out += 8) {
    const one = load<u32>(word)
    store<u32>(out, load<u32>(base + (scaled(one, n) << 2)))
    store<u32>(out, load<u32>(base + (scaled(one * n, n) << 2)), 4)
  }
  if (count & 1) store<u32>(out, load<u32>(base + (scaled(load<u32>(word), n) << 2)))
}

/** The upper 32 bits of a word times n. */
function scaled(word: u32, n: u32): usize {
  return <usize>((<u64>word * <u64>n) >> 32)
}

/** Draws words such that the upper 32 bits of a word times n are uniform on {0, …, n−1}. */
function drawWords(count: u32, n: u32): void {
  fill(words, count)
  const rejected = <u32>(((<u64>1) << 32) % n)
  const end = words + ((<usize>count) << 2)
  for (let word = words; word < end; ) {
    if (load<u32>(word) * n < rejected) fill(word, 1)
    else word += 4
  }
}

/** Writes random words to `out`, as `Xorgens` does. */
function fill(out: usize, count: u32): void {
  const x = generator
  let w = load<u32>(x, STATE_WEYL)
  let i = load<u32>(x, STATE_LATEST)
  const end = out + ((<usize>count) << 2)
  for (; out < end; out += 4) {
    i = (i + 1) & 127
    w += 0x61c88647
    const at = x + ((<usize>i) << 2)
    let v = load<u32>(x + ((<usize>((i + 33) & 127)) << 2))
    let t = load<u32>(at)
    v ^= v << 13
    v ^= v >>> 15
    t ^= t << 17
    t ^= t >>> 12
    v ^= t
    store<u32>(at, v)
    store<u32>(out, v + (w ^ (w >>> 16)))
  }
  store<u32>(x, w, STATE_WEYL)
  store<u32>(x, i, STATE_LATEST)
}

/** Looks up the places of the columns drawn, and lists their families, each once. Returns where that list ends. */
function meet(m: u32): usize {
  const base = places
  const end = drawn + ((<usize>m) << 2)
  let out = batch
  let next = met
  for (let column = drawn; column < end; column += 4, out += PLACE_BYTES) {
    // The whole record at once: its first field, the family, is the low word.
    const place = load<u64>(base + <usize>load<u32>(column) * PLACE_BYTES)
    store<u64>(out, place)
    const family = <usize>(place & 0xffffffff)
    store<u32>(next, <u32>family)
    // A family that was not met before has the part −1, whose sign bit is 1, so that the list grows by one. From then on its part
    // is 0, and the list stays as long as it is.
    next += (<usize>(load<u64>(family, FAMILY_PART) >>> 63)) << 2
    store<u64>(family, 0, FAMILY_PART)
  }
  return next
}

/** Computes the part of each family that was met. */
function evaluate(metEnd: usize): void {
  const all = total
  for (let at = met; at < metEnd; at += 4) {
    const family = <usize>load<u32>(at)
    const end = <usize>load<u32>(family, FAMILY_END)
    let mass: f64 = 0
    for (let member = <usize>load<u32>(family, FAMILY_START); member < end; member += 16) {
      mass += phiOf(member) + phiOf(member + 4) + (phiOf(member + 8) + phiOf(member + 12))
    }
    // Summed directly where the difference would lose digits.
    const rest = mass < 0.999 * all ? all - mass : restMass(load<u32>(family, FAMILY_SET))
    store<f64>(
      family,
      load<f64>(family, FAMILY_BASE) * rest + load<f64>(family, FAMILY_LEVEL) * mass,
      FAMILY_PART,
    )
    v128.store(family, i64x2.splat(0), FAMILY_WEIGHT)
  }
}

function phiOf(member: usize): f64 {
  return load<f64>(<usize>load<u32>(member), CELL_PHI)
}

/** Adds `w = 1/(p·φ)` to the family's weight and to the point's sum, for each column of the minibatch. */
function addRatios(m: u32): void {
  const fours = batch + <usize>(m & ~3) * PLACE_BYTES
  const end = batch + <usize>m * PLACE_BYTES
  let at = batch
  for (; at < fours; at += 4 * PLACE_BYTES) {
    const familyA = <usize>load<u32>(at, PLACE_FAMILY)
    const pointA = <usize>load<u32>(at, PLACE_POINT)
    const familyB = <usize>load<u32>(at, PLACE_BYTES + PLACE_FAMILY)
    const pointB = <usize>load<u32>(at, PLACE_BYTES + PLACE_POINT)
    const familyC = <usize>load<u32>(at, 2 * PLACE_BYTES + PLACE_FAMILY)
    const pointC = <usize>load<u32>(at, 2 * PLACE_BYTES + PLACE_POINT)
    const familyD = <usize>load<u32>(at, 3 * PLACE_BYTES + PLACE_FAMILY)
    const pointD = <usize>load<u32>(at, 3 * PLACE_BYTES + PLACE_POINT)
    const weightsAB = reciprocals(product(familyA, pointA), product(familyB, pointB))
    const weightsCD = reciprocals(product(familyC, pointC), product(familyD, pointD))
    const weightA = f64x2.extract_lane(weightsAB, 0)
    const weightB = f64x2.extract_lane(weightsAB, 1)
    const weightC = f64x2.extract_lane(weightsCD, 0)
    const weightD = f64x2.extract_lane(weightsCD, 1)
    add(familyA + FAMILY_WEIGHT, weightA)
    add(familyB + FAMILY_OTHER_WEIGHT, weightB)
    add(familyC + FAMILY_WEIGHT, weightC)
    add(familyD + FAMILY_OTHER_WEIGHT, weightD)
    add(pointA + CELL_SUM, weightA)
    add(pointB + CELL_OTHER_SUM, weightB)
    add(pointC + CELL_SUM, weightC)
    add(pointD + CELL_OTHER_SUM, weightD)
  }
  for (; at < end; at += PLACE_BYTES) {
    const family = <usize>load<u32>(at, PLACE_FAMILY)
    const point = <usize>load<u32>(at, PLACE_POINT)
    const weight = 1.0 / product(family, point)
    add(family + FAMILY_WEIGHT, weight)
    add(point + CELL_SUM, weight)
  }
}

function product(family: usize, point: usize): f64 {
  return load<f64>(family, FAMILY_PART) + load<f64>(point, CELL_PHI)
}

function reciprocals(a: f64, b: f64): v128 {
  return f64x2.div(f64x2.splat(1), f64x2.replace_lane(f64x2.splat(a), 1, b))
}

function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value)
}

/**
 * Adds the weight of each family that was met to the members of its set, and marks its part as unknown again. Returns the part of
 * the sums that is the same for all categories.
 */
function spread(metEnd: usize): f64 {
  let everywhere: f64 = 0
  for (let at = met; at < metEnd; at += 4) {
    const family = <usize>load<u32>(at)
    const base = load<f64>(family, FAMILY_BASE)
    const weight = load<f64>(family, FAMILY_WEIGHT) + load<f64>(family, FAMILY_OTHER_WEIGHT)
    const extra = weight * (load<f64>(family, FAMILY_LEVEL) - base)
    const end = <usize>load<u32>(family, FAMILY_END)
    for (let member = <usize>load<u32>(family, FAMILY_START); member < end; member += 16) {
      add(<usize>load<u32>(member) + CELL_SUM, extra)
      add(<usize>load<u32>(member, 4) + CELL_SUM, extra)
      add(<usize>load<u32>(member, 8) + CELL_SUM, extra)
      add(<usize>load<u32>(member, 12) + CELL_SUM, extra)
    }
    everywhere += weight * base
    store<f64>(family, -1, FAMILY_PART)
  }
  return everywhere
}

/** Writes the next φ, with normal draws made as in `fillNormals`. Returns its sum. */
function move(scale: f64, share: f64, everywhere: f64, gamma: f64): f64 {
  const half = gamma / 2
  const root = Math.sqrt(gamma)
  const widths = steps
  const nextEdges = edges + 8
  let sum: f64 = 0
  let cell = cells
  for (let start: u32 = 0; start < <u32>categories; start += WORDS) {
    const count = min(WORDS, <u32>categories - start)
    fill(words, count)
    for (let i: u32 = 0; i < count; i++, cell += CELL_BYTES) {
      const word = load<u32>(words + ((<usize>i) << 2))
      const layer = word & (LAYERS - 1)
      let noise = (<f64>(<i32>word >> 8) + 0.5) * load<f64>(widths + ((<usize>layer) << 3))
      if (Math.abs(noise) >= load<f64>(nextEdges + ((<usize>layer) << 3))) noise = drawOutside(layer, noise)
      const phi = load<f64>(cell, CELL_PHI)
      const gradient =
        scale * (load<f64>(cell, CELL_SUM) + load<f64>(cell, CELL_OTHER_SUM) + everywhere - share)
      const parameter = load<f64>(rho + ((<usize>(start + i)) << 3))
      let next: f64
      if (isRiemannian) {
        next = phi + half * (parameter - phi + phi * gradient) + Math.sqrt(gamma * phi) * noise
      } else {
        const pull = parameter === 1 ? 0 : (parameter - 1) / phi
        next = phi + half * (pull - 1 + gradient) + root * noise
      }
      next = Math.abs(next)
      sum += next
      store<f64>(cell, next, CELL_NEXT)
    }
  }
  return sum
}
