import { defineConfig, devices } from '@playwright/test'
import { demoPort } from './demo-program.ts'

// Flags for a machine without a display or an outside network.
const args =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  )

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // A sweep looks at every page of a role; on two busy cores that takes minutes.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  outputDir: '../test-results',
  reporter: [['list'], ['json']],
  globalSetup: './start-demo.ts',
  use: {
    baseURL: `http://localhost:${demoPort}`,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args },
    contextOptions: { reducedMotion: 'reduce' },
    // A journey that is not about it sees every request by itself.
    serviceWorkers: 'block',
    // What is not there by then will not come: the test ends long before its own limit.
    actionTimeout: 30_000,
    timezoneId: 'America/New_York',
    locale: 'en-US',
    screenshot: 'only-on-failure',
  },
  projects: [{ name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } } }],
})
