import { defineConfig } from 'vitest/config'

const include = ['src/**/*.test.ts', 'test/**/*.test.ts', 'seeds/**/*.test.ts']
// Who watches the calls of a library must be the first to read it.
const mocking = ['src/platform/passwords.test.ts', 'src/platform/mail/transport.test.ts']
// What a second run, on another database, leaves out: its time is hardly the database's, or the end-to-end tests go through it.
const once = [
  'src/platform/{embedded-postgres,data-lock,migrate}.test.ts',
  'src/platform/{dicom,files,identity,settings,virus-scan}/**',
  'src/cli/{keys,import}/**',
  'src/features/imaging/bypass.test.ts',
  'src/features/{sign-in,accounts}/**',
  'src/features/arrival/read-parts.test.ts',
  'seeds/**',
  'test/{database-tls,least-privilege}.test.ts',
]
const exclude = process.env.TEST_AGAIN === 'yes' ? [...mocking, ...once] : mocking

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // A worker reads the modules once for all its files: that halves the time.
        test: { name: 'server', include, exclude, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: mocking } },
    ],
  },
})
