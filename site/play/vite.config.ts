import { defineConfig } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { SAMPLER_NAMES, STRATEGY_NAMES } from '../../src/index.ts'

/** The playground in one file, its worker included, so that it also opens from the disk. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [viteSingleFile()],
  // A classic worker, because module workers do not start from the disk.
  worker: { format: 'iife' },
  // Names for the page, because only the worker contains the library.
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
