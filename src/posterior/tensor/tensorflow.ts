import { loadPackages } from '../../check/packages.ts'

/** The part of TensorFlow.js that the tensor samplers use. */
export type Tensorflow = typeof import('@tensorflow/tfjs-core')

/** Backends of TensorFlow.js, the fastest first: native (`@tensorflow/tfjs-node`, if installed), WebAssembly, plain. */
export const BACKENDS = ['tensorflow', 'wasm', 'cpu'] as const
/** The name of a backend. */
export type BackendName = (typeof BACKENDS)[number]

const LOADERS: Record<BackendName, () => Promise<unknown>> = {
  tensorflow: () => import('#tensorflow-native'),
  wasm: () => import('@tensorflow/tfjs-backend-wasm'),
  cpu: () => import('@tensorflow/tfjs-backend-cpu'),
}

/**
 * Loads TensorFlow.js and starts the first of these backends that is available. A backend that fails in any way counts as missing,
 * because the native one may be installed without its library, and then its error has no code.
 *
 * @throws Error if none of them starts
 */
export async function loadTensorflow(backends: readonly BackendName[] = BACKENDS): Promise<Tensorflow> {
  const { '@tensorflow/tfjs-core': tf } = await loadPackages({
    '@tensorflow/tfjs-core': () => import('@tensorflow/tfjs-core'),
  })
  const failures: unknown[] = []
  for (const name of backends) {
    try {
      await LOADERS[name]()
      if (await tf.setBackend(name)) return tf
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, `no backend of TensorFlow.js started, of ${backends.join(', ')}`)
}
