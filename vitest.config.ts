import { defineConfig } from 'vitest/config'

const LANES = ['slow', 'queue', 'page', 'site', 'package', 'fuzz'].map(lane => `test/**/*.${lane}.test.ts`)
/** Tests that put a module in another's place, for themselves alone. */
const MOCKING = 'test/**/*.mock.test.ts'
const SLOW_MOCKING = 'test/**/*.mock.slow.test.ts'

/**
 * Modules are imported by Node.js itself, which makes numeric loops about twice as fast as Vite's module runner does.
 * A lane whose tests put a module in another's place needs the runner.
 */
const NATIVE = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: [
    '--import',
    new URL('./test/support/loader/register.mjs', import.meta.url).href,
    '--enable-source-maps',
  ],
}

export default defineConfig({
  test: {
    // By default one processor is left idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'default',
          include: ['test/**/*.test.ts'],
          exclude: [...LANES, MOCKING],
          testTimeout: 60_000,
          // Each module is loaded once a worker, and not for each file again.
          isolate: false,
          ...NATIVE,
        },
      },
      { test: { name: 'default-mock', include: [MOCKING], testTimeout: 60_000 } },
      {
        test: {
          name: 'slow',
          include: ['test/**/*.slow.test.ts'],
          exclude: [SLOW_MOCKING],
          testTimeout: 900_000,
          ...NATIVE,
        },
      },
      { test: { name: 'slow-mock', include: [SLOW_MOCKING], testTimeout: 900_000 } },
      // Starts a Redis server of its own: redis-server has to be installed.
      { test: { name: 'queue', include: ['test/**/*.queue.test.ts'], testTimeout: 180_000 } },
      // Starts a browser: chromium has to be installed, and the page built.
      {
        test: {
          name: 'page',
          include: ['test/**/*.page.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      // Walks the site, which has to be built, in a browser.
      {
        test: {
          name: 'site',
          include: ['test/**/*.site.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      // Packs and installs the package, which has to be built; starts Redis and a browser.
      {
        test: {
          name: 'package',
          include: ['test/**/*.package.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      // Every surface is played in a process of its own: as many at a time as there are processors in CI.
      {
        test: {
          name: 'fuzz',
          include: ['test/fuzz/**/*.fuzz.test.ts'],
          testTimeout: 0,
          maxConcurrency: 2,
        },
      },
    ],
  },
})
