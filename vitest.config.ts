import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // By default one processor is left idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'default',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.slow.test.ts', 'test/**/*.queue.test.ts', 'test/**/*.page.test.ts'],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'slow', include: ['test/**/*.slow.test.ts'], testTimeout: 900_000 } },
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
    ],
  },
})
