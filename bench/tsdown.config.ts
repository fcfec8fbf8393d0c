import { defineConfig } from 'tsdown'

/** The suite measures code as it is published: its own files are built in the same way, and the library is what `npm run build` made. */
export default defineConfig({
  entry: ['main.ts', 'one-section.ts', 'one-size.ts', 'heap-growth.ts'],
  outDir: '../out/bench',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  deps: { neverBundle: ['adobest'] },
  clean: true,
})
