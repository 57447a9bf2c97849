import { defineConfig, devices } from '@playwright/test'
import { demoPort } from './demo-program.ts'

// Flags for a machine without a display or an outside network.
const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
// A page lives for seconds: to compile its programs once more and to tidy its memory would never pay.
const engine = '--js-flags=--no-maglev,--no-turbofan,--min-semi-space-size=32'

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // A sweep looks at every page of a role; on two busy cores that takes minutes, and a machine may be half as fast as another.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  outputDir: '../test-results',
  reporter: [['list'], ['json']],
  globalSetup: './start-demo.ts',
  use: {
    baseURL: `http://localhost:${demoPort}`,
    // Sign-ins are limited by address. Each worker has its own, or a fast machine would use up what one address may do.
    extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${1 + Number(process.env.TEST_PARALLEL_INDEX ?? 0)}` },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [...flags.split(' '), engine],
    },
    contextOptions: { reducedMotion: 'reduce' },
    // A journey that is not about it sees every request by itself.
    serviceWorkers: 'block',
    // What is not there by then will not come: the test ends long before its own limit.
    actionTimeout: 90_000,
    timezoneId: 'America/New_York',
    locale: 'en-US',
    screenshot: 'only-on-failure',
  },
  projects: [{ name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } } }],
})
