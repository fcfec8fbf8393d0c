/** What `adobest/tensors` exports: many chains side by side, computed by TensorFlow.js. */

export {
  createTensorChains,
  type TensorChains,
  type TensorChainsOptions,
} from './posterior/tensor/tensor-chains.ts'
export type { BackendName } from './posterior/tensor/tensorflow.ts'
