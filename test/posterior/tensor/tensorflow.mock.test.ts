import { execFileSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { loadTensorflow } from '../../../src/posterior/tensor/tensorflow.ts'

const broken = (name: string) =>
  vi.doMock(name, () => {
    throw new Error('no library')
  })

afterEach(() => {
  vi.doUnmock('#tensorflow-native')
  vi.doUnmock('@tensorflow/tfjs-backend-wasm')
  vi.doUnmock('@tensorflow/tfjs-backend-cpu')
})

test('without the native binding, WebAssembly is used', async () => {
  broken('#tensorflow-native')
  expect((await loadTensorflow()).getBackend()).toBe('wasm')
})

test('without WebAssembly either, the plain backend is used', async () => {
  broken('#tensorflow-native')
  broken('@tensorflow/tfjs-backend-wasm')
  expect((await loadTensorflow()).getBackend()).toBe('cpu')
})

test('where the backends that are asked for fail, the error names them and carries each failure', async () => {
  broken('#tensorflow-native')
  broken('@tensorflow/tfjs-backend-wasm')
  const error = await loadTensorflow(['tensorflow', 'wasm']).catch(error => error)
  expect(error.message).toBe('no backend of TensorFlow.js started, of tensorflow, wasm')
  expect(error.errors.length).toBe(2)
})

test('the library loads nothing of TensorFlow.js before tensor chains are made', () => {
  const script = `
    import { createRequire } from 'node:module'
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some(file => file.includes('@tensorflow'))
    const { createTally } = await import('./src/index.ts')
    const { createTensorChains } = await import('./src/tensors.ts')
    const before = loaded()
    const chains = await createTensorChains({ tally: createTally(2), sampler: 'sgrld', chains: 1, gamma: 0.1 })
    chains.dispose()
    process.stdout.write(JSON.stringify([before, loaded()]))`
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  expect(JSON.parse(String(output))).toEqual([false, true])
})
