import { defineConfig } from 'tsdown'

/** What package.json exports. */
const FACES = ['src/index.ts', 'src/tensors.ts', 'src/node.ts', 'src/contract.ts']

/** A module of the package for each of the sources, so that a bundler leaves out all that is not used. */
export default defineConfig({
  entry: [...FACES, 'src/cli/main.ts', 'src/sweep/run-worker.ts', 'src/chain-worker.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: FACES },
  unbundle: true,
  // Packages are installed beside this one, TensorFlow.js by a name of package.json's own; a build that takes one in fails.
  deps: { neverBundle: ['#tensorflow-native'], onlyBundle: [] },
  clean: true,
  checks: { pluginTimings: false },
})
