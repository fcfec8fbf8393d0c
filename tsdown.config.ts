import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli/main.ts', 'run-worker': 'src/sweep/run-worker.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: ['src/index.ts'] },
  clean: true,
})
