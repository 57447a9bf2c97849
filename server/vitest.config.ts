import { defineConfig } from 'vitest/config'

const together = '!(*.alone).test.ts'
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // A test waits for the database a third of its time: two workers leave a sixth of two cores idle.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On a busy machine what is waited for takes longer than the second that is usual.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        // A worker reads the modules once for all its files: that halves the time.
        test: {
          name: 'server',
          include: [`src/**/${together}`, `test/**/${together}`, `../demo/src/**/${together}`],
          isolate: false,
        },
      },
      // Who watches the calls of a library must be the first to read it.
      { extends: true, test: { name: 'alone', include: ['src/**/*.alone.test.ts'] } },
    ],
  },
})
