import { drawOutside } from '../random/normal.ts'
import type { Xorgens } from '../random/xorgens.ts'
import { LANGEVIN_BINARY } from './langevin-binary.ts'
import { LangevinMemory } from './langevin-memory.ts'
import type { Observations } from './observations.ts'
import type { PackedColumns } from './packed-columns.ts'
import type { Tally } from './tally.ts'

/** What `assembly/langevin.ts` exports: its function, and places that are told to it. */
interface Exports {
  advance(count: number, n: number, m: number, isListed: number, gamma: number): number
  readonly [place: string]: unknown
}

export interface KernelOptions {
  /** Whose update it is. */
  readonly rule: 'sgld' | 'sgrld'
  readonly tally: Tally
  readonly columns: PackedColumns
  /** The Dirichlet parameters. */
  readonly rho: Float64Array
  /** The largest minibatch. */
  readonly minibatch: number
}

/**
 * Updates of `sgld` and `sgrld` by WebAssembly: what `langevin` does in TypeScript, to the last bit, in half the time. It
 * knows neither control variates nor dense columns.
 */
export class LangevinKernel {
  private readonly memory: LangevinMemory
  private readonly exports: Exports
  private observations: Observations | undefined

  /** @returns undefined where WebAssembly with its vectors, or another memory, is not to be had */
  static create(options: KernelOptions): LangevinKernel | undefined {
    if (typeof WebAssembly === 'undefined') return undefined
    try {
      return new LangevinKernel(options)
    } catch (error) {
      if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return undefined
      throw error
    }
  }

  private constructor({ rule, tally, columns, rho, minibatch }: KernelOptions) {
    const memory = new LangevinMemory(rho, minibatch, columns)
    this.memory = memory
    const instance = new WebAssembly.Instance(compiled(), {
      env: { memory: memory.memory },
      langevin: {
        drawOutside: (layer: number, x: number) => drawOutside(memory.rng, layer, x),
        drawUnlisted: (m: number) => this.observations!.draw(memory.rng, memory.drawn, m),
        restMass: (set: number) => memory.mass(tally.table.sets[set].outside),
      },
    })
    this.exports = instance.exports as unknown as Exports
    this.tell('categories', rho.length)
    this.tell('isRiemannian', rule === 'sgrld' ? 1 : 0)
  }

  /**
   * Takes so many updates of step size γ with m of the observations, 0 < m ≤ n, and writes to φ where they lead.
   *
   * @returns whether all were taken; otherwise the next would have left the finite numbers
   */
  advance(
    rng: Xorgens,
    phi: number[],
    observations: Observations,
    updates: number,
    m: number,
    gamma: number,
  ): boolean {
    const { memory } = this
    this.observations = observations
    if (memory.follow(observations)) {
      for (const [name, address] of Object.entries(memory.addresses)) this.tell(name, address)
    }
    memory.rng.words.set(rng.words)
    memory.writePhi(phi)
    const isListed = observations.list ? 1 : 0
    const taken = this.exports.advance(updates, observations.size, m, isListed, gamma)
    memory.readPhi(phi)
    rng.words.set(memory.rng.words)
    return taken === updates
  }

  private tell(place: string, value: number): void {
    const global = this.exports[place]
    if (global instanceof WebAssembly.Global) global.value = value
  }
}

let module: WebAssembly.Module | undefined

function compiled(): WebAssembly.Module {
  if (module === undefined) {
    const bytes = Uint8Array.from(atob(LANGEVIN_BINARY), character => character.charCodeAt(0))
    module = new WebAssembly.Module(bytes)
  }
  return module
}
