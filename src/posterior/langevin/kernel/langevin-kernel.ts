import { compileBinary } from '../../../arrays/compile-binary.ts'
import { drawOutside } from '../../../random/normal.ts'
import type { Xorgens } from '../../../random/xorgens.ts'
import type { Tally } from '../../tally/tally.ts'
import type { Observations } from '../observations.ts'
import type { PackedColumns } from '../packed-columns.ts'
import { LANGEVIN_BINARY } from './langevin-binary.ts'
import { LangevinMemory } from './langevin-memory.ts'

/** The exports of `assembly/langevin.ts`: its function, and the globals that this class sets. */
interface Exports {
  advance(count: number, n: number, m: number, isListed: number, gamma: number): number
  readonly [place: string]: unknown
}

export interface KernelOptions {
  /** The name of the sampler whose updates are computed. */
  readonly rule: 'sgld' | 'sgrld'
  readonly tally: Tally
  readonly columns: PackedColumns
  /** The Dirichlet parameters. */
  readonly rho: Float64Array
  /** The largest minibatch. */
  readonly minibatch: number
}

/**
 * Updates of `sgld` and `sgrld` by WebAssembly. They equal the updates of `langevin` in TypeScript to the last bit, in about half the time
 * for few categories and listed observations. Control variates and dense columns are not supported.
 */
export class LangevinKernel {
  private readonly options: KernelOptions
  private memory: LangevinMemory | undefined
  private exports: Exports | undefined
  private observations: Observations | undefined

  constructor(options: KernelOptions) {
    this.options = options
  }

  /**
   * Copies new columns and observations into memory.
   *
   * @returns whether that was possible: not without WebAssembly and its vectors, nor where the memory cannot be allocated
   */
  follow(observations: Observations): boolean {
    this.observations = observations
    const length = observations.list ? observations.size : 0
    if (!this.memory?.hasRoom(length) && !this.renew(length)) return false
    this.memory!.follow(observations)
    return true
  }

  /**
   * Takes this many updates of step size γ, with m of the observations that it has followed, 0 < m ≤ n. Writes the result to φ.
   *
   * @returns whether all updates were taken; otherwise the next one would have left the finite numbers
   */
  advance(rng: Xorgens, phi: number[], updates: number, m: number, gamma: number): boolean {
    const { size, list } = this.observations!
    const memory = this.memory!
    memory.rng.words.set(rng.words)
    memory.writePhi(phi)
    const taken = this.exports!.advance(updates, size, m, list ? 1 : 0, gamma)
    memory.readPhi(phi)
    rng.words.set(memory.rng.words)
    return taken === updates
  }

  /** Makes a memory with room for all present data, and an instance that uses it; returns whether that was possible. */
  private renew(length: number): boolean {
    if (isRefused || typeof WebAssembly === 'undefined') return false
    const { rule, tally, columns, rho, minibatch } = this.options
    try {
      const memory = new LangevinMemory(rho, minibatch, columns, length)
      const instance = new WebAssembly.Instance((module ??= compileBinary(LANGEVIN_BINARY)), {
        env: { memory: memory.memory },
        langevin: {
          drawOutside: (layer: number, x: number) => drawOutside(memory.rng, layer, x),
          drawUnlisted: (m: number) => this.observations!.draw(memory.rng, memory.drawn, m),
          restMass: (set: number) => memory.mass(tally.table.sets.outside(set)),
        },
      })
      const exports = instance.exports as unknown as Exports
      const globals = { ...memory.addresses, categories: rho.length, isRiemannian: rule === 'sgrld' ? 1 : 0 }
      for (const [name, value] of Object.entries(globals)) {
        const global = exports[name]
        if (global instanceof WebAssembly.Global) global.value = value
      }
      this.memory = memory
      this.exports = exports
      return true
    } catch (error) {
      if (!(error instanceof WebAssembly.CompileError || error instanceof RangeError)) throw error
      isRefused = true
      this.memory = undefined
      this.exports = undefined
      return false
    }
  }
}

/**
 * Whether the code or a memory was ever refused. No second attempt is made, because V8 collects garbage several times before it refuses a
 * memory, which takes a good part of a second.
 */
let isRefused = false

let module: WebAssembly.Module | undefined
