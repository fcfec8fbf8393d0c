import { defineConfig } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'

/** The playground in one file, the worker in it: it opens from the disk too. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [viteSingleFile()],
  // A worker that is no module: those do not start from the disk.
  worker: { format: 'iife' },
  build: {
    outDir: '../../out/site/play',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
})
