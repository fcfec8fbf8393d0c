import { compileBinary } from '../../../arrays/compile-binary.ts'
import { BLOCK, SUBSETS, TOGETHER } from './layout.ts'
import { PACKED_SUMS_BINARY } from './packed-sums-binary.ts'

/** Sums of θ over the sets of a block of columns, by tables. */
export interface PackedSums {
  /** The sums over the subsets of each eight categories, 256 numbers for each eight. The caller fills them; there may be room for more. */
  readonly sums: Float64Array
  /** The results: one number for each column. */
  readonly mass: Float64Array
  /**
   * Adds to `mass`, for each of the first `columns` columns of a block, the sums of the subsets that make up its set.
   *
   * @param codes the numbers of these subsets: the first of all columns of the block, then the second of all, …
   */
  addUp(codes: Uint8Array, columns: number): void
}

/** Bytes of a bit set over this many categories, rounded up to a multiple of `TOGETHER`, the number of bytes read at a time. */
export function bytesFor(categories: number): number {
  return TOGETHER * Math.ceil(categories / 8 / TOGETHER)
}

let shared: PackedSums | undefined

/**
 * Packed sums with room for at least this many bytes, by WebAssembly if available. All callers share them, so that each must have finished
 * before the next begins.
 */
export function packedSums(bytes: number): PackedSums {
  if (shared === undefined || shared.sums.length < bytes * SUBSETS) {
    shared = inWebAssembly(bytes) ?? inTypeScript(bytes)
  }
  return shared
}

/** The exports of `assembly/packed-sums.ts`. */
interface Exports {
  addUp(codes: number, bytes: number, sums: number, mass: number, columns: number): void
}

const PAGE = 2 ** 16

let module: WebAssembly.Module | undefined

/** Packed sums by WebAssembly; undefined if it is unavailable, or the memory cannot be allocated. */
export function inWebAssembly(bytes: number): PackedSums | undefined {
  if (typeof WebAssembly === 'undefined') return undefined
  const [sumsLength, codesLength] = [bytes * SUBSETS, bytes * BLOCK]
  try {
    module ??= compileBinary(PACKED_SUMS_BINARY)
    const initial = Math.ceil((8 * (sumsLength + BLOCK) + codesLength) / PAGE)
    const memory = new WebAssembly.Memory({ initial })
    const { addUp } = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Exports
    const sums = new Float64Array(memory.buffer, 0, sumsLength)
    const mass = new Float64Array(memory.buffer, 8 * sumsLength, BLOCK)
    const codesInMemory = new Uint8Array(memory.buffer, mass.byteOffset + mass.byteLength, codesLength)
    return {
      sums,
      mass,
      addUp(codes, columns) {
        codesInMemory.set(codes)
        addUp(codesInMemory.byteOffset, codes.length / BLOCK, 0, mass.byteOffset, columns)
      },
    }
  } catch (error) {
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return undefined
    throw error
  }
}

/** Packed sums by TypeScript, with the same results to the last bit. */
export function inTypeScript(bytes: number): PackedSums {
  const sums = new Float64Array(bytes * SUBSETS)
  const mass = new Float64Array(BLOCK)
  return {
    sums,
    mass,
    addUp(codes, columns) {
      for (let b = 0; b < codes.length / BLOCK; b += TOGETHER) {
        const byte = b * BLOCK
        const table = b * SUBSETS
        for (let i = 0; i < columns; i++) {
          const first =
            sums[table + codes[byte + i]] +
            sums[table + SUBSETS + codes[byte + BLOCK + i]] +
            (sums[table + 2 * SUBSETS + codes[byte + 2 * BLOCK + i]] +
              sums[table + 3 * SUBSETS + codes[byte + 3 * BLOCK + i]])
          const second =
            sums[table + 4 * SUBSETS + codes[byte + 4 * BLOCK + i]] +
            sums[table + 5 * SUBSETS + codes[byte + 5 * BLOCK + i]] +
            (sums[table + 6 * SUBSETS + codes[byte + 6 * BLOCK + i]] +
              sums[table + 7 * SUBSETS + codes[byte + 7 * BLOCK + i]])
          mass[i] += first + second
        }
      }
    },
  }
}
