import { compileBinary } from '../../../arrays/compile-binary.ts'
import { JOINT_BINARY } from './joint-binary.ts'
import type { JointKernel } from './joint-loops.ts'
import { plainJoint } from './plain-joint.ts'

const PAGE = 2 ** 16

let module: WebAssembly.Module | undefined

/** A kernel with a memory of this many doubles: in WebAssembly with vector instructions or, if these are not available, in TypeScript. */
export function createKernel(length: number): JointKernel {
  return inWebAssembly(length) ?? plainJoint(length)
}

/** The kernel in WebAssembly; undefined if it is not available, or if the memory cannot be allocated. */
export function inWebAssembly(length: number): JointKernel | undefined {
  if (typeof WebAssembly === 'undefined') return undefined
  try {
    module ??= compileBinary(JOINT_BINARY)
    const memory = new WebAssembly.Memory({ initial: Math.ceil((8 * length) / PAGE) })
    const { exports } = new WebAssembly.Instance(module, { env: { memory } })
    const functions = exports as unknown as Omit<JointKernel, 'numbers' | 'wholes'>
    return { ...functions, numbers: new Float64Array(memory.buffer), wholes: new Int32Array(memory.buffer) }
  } catch (error) {
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return undefined
    throw error
  }
}
