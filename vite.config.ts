import { defineConfig } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'

/** The page of `adobest report`, in one file, beside what tsdown builds. */
export default defineConfig({
  root: 'src/report/page',
  plugins: [viteSingleFile()],
  build: {
    outDir: '../../../dist',
    emptyOutDir: false,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: { input: 'src/report/page/page.html' },
  },
})
