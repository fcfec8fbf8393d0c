import { defineConfig } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { SAMPLER_NAMES, STRATEGY_NAMES } from '../../src/index.ts'

/** The playground in one file, the worker in it: it opens from the disk too. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [viteSingleFile()],
  // A worker that is no module: those do not start from the disk.
  worker: { format: 'iife' },
  // The library itself is in the worker alone.
  define: {
    STRATEGY_NAMES: JSON.stringify(STRATEGY_NAMES),
    SAMPLER_NAMES: JSON.stringify(SAMPLER_NAMES),
  },
  build: {
    outDir: '../../out/site/play',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
})
