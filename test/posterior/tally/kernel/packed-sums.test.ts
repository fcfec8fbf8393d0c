import { afterEach, expect, test, vi } from 'vitest'
import { BLOCK, SUBSETS } from '../../../../src/posterior/tally/kernel/layout.ts'
import { bytesFor, inTypeScript, inWebAssembly } from '../../../../src/posterior/tally/kernel/packed-sums.ts'
import { stream } from '../../../../src/random/stream.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([2, 64, 65, 300, 1000])(
  'sums over sets of %d categories are the same bits in both languages',
  K => {
    const rng = stream(1, 'packed sums', K)
    const bytes = bytesFor(K)
    // The WebAssembly sums have room for eight more bytes.
    const [script, assembly] = [inTypeScript(bytes), inWebAssembly(bytes + 8)!]
    for (let i = 0; i < script.sums.length; i++) script.sums[i] = rng.uniform() ** 9
    assembly.sums.set(script.sums)
    const codes = Uint8Array.from({ length: bytes * BLOCK }, () => rng.integer(SUBSETS))
    for (const columns of [1, 200, BLOCK]) {
      script.addUp(codes, columns)
      assembly.addUp(codes, columns)
      expect(assembly.mass).toEqual(script.mass)
    }
    const last = BLOCK - 1
    let expected = 0
    for (let b = 0; b < bytes; b++) expected += script.sums[b * SUBSETS + codes[b * BLOCK + last]]
    expect(script.mass[last]).toBeCloseTo(expected, 12)
  },
)

test('where a page forbids WebAssembly, has no memory for it, or has none at all, there is TypeScript', () => {
  const { CompileError, Instance, Module } = WebAssembly
  const refusing = (error: Error) => {
    return class {
      constructor() {
        throw error
      }
    }
  }
  for (const error of [new CompileError('forbidden'), new RangeError('no memory')]) {
    vi.stubGlobal('WebAssembly', { CompileError, Instance, Module, Memory: refusing(error) })
    expect(inWebAssembly(8)).toBeUndefined()
  }
  vi.stubGlobal('WebAssembly', undefined)
  expect(inWebAssembly(8)).toBeUndefined()
})
