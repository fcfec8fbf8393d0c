import { compileBinary } from '../../../arrays/compile-binary.ts'
import { BLOCK, SUBSETS, TOGETHER } from './layout.ts'
import { PACKED_SUMS_BINARY } from './packed-sums-binary.ts'

/** Sums of θ over the sets of a block of columns, by tables. */
export interface PackedSums {
  /** The sums over the subsets of each eight categories, 256 numbers for each, to be filled; there may be room for more. */
  readonly sums: Float64Array
  /** What was summed: one number a column. */
  readonly mass: Float64Array
  /**
   * Adds to `mass`, for the first columns of a block, the sums of the subsets that they are made of.
   *
   * @param codes the subsets by their numbers: the first of all columns of a block, the second, …
   */
  addUp(codes: Uint8Array, columns: number): void
}

/** Bytes for so many categories, as many as are looked up together. */
export function bytesFor(categories: number): number {
  return TOGETHER * Math.ceil(categories / 8 / TOGETHER)
}

let shared: PackedSums | undefined

/** Room for so many bytes at least, by WebAssembly where there is any; shared by all, each of whom has done with it before the next begins. */
export function packedSums(bytes: number): PackedSums {
  if (shared === undefined || shared.sums.length < bytes * SUBSETS) {
    shared = inWebAssembly(bytes) ?? inTypeScript(bytes)
  }
  return shared
}

/** What `assembly/packed-sums.ts` exports. */
interface Exports {
  addUp(codes: number, bytes: number, sums: number, mass: number, columns: number): void
}

const PAGE = 2 ** 16

let module: WebAssembly.Module | undefined

/** Undefined without WebAssembly, or where the memory is not to be had. */
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
    const own = new Uint8Array(memory.buffer, mass.byteOffset + mass.byteLength, codesLength)
    return {
      sums,
      mass,
      addUp(codes, columns) {
        own.set(codes)
        addUp(own.byteOffset, codes.length / BLOCK, 0, mass.byteOffset, columns)
      },
    }
  } catch (error) {
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return undefined
    throw error
  }
}

export function inTypeScript(bytes: number): PackedSums {
  const sums = new Float64Array(bytes * SUBSETS)
  const mass = new Float64Array(BLOCK)
  return {
    sums,
    mass,
    addUp(codes, columns) {
      for (let b = 0; b < codes.length / BLOCK; b += TOGETHER) {
        const of = b * BLOCK
        const from = b * SUBSETS
        for (let i = 0; i < columns; i++) {
          const first =
            sums[from + codes[of + i]] +
            sums[from + SUBSETS + codes[of + BLOCK + i]] +
            (sums[from + 2 * SUBSETS + codes[of + 2 * BLOCK + i]] +
              sums[from + 3 * SUBSETS + codes[of + 3 * BLOCK + i]])
          const second =
            sums[from + 4 * SUBSETS + codes[of + 4 * BLOCK + i]] +
            sums[from + 5 * SUBSETS + codes[of + 5 * BLOCK + i]] +
            (sums[from + 6 * SUBSETS + codes[of + 6 * BLOCK + i]] +
              sums[from + 7 * SUBSETS + codes[of + 7 * BLOCK + i]])
          mass[i] += first + second
        }
      }
    },
  }
}
