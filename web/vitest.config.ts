import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { callsWithoutServerRules } from './contract-plugin.ts'
import { translations } from './language-plugin.ts'
import { resolve } from './vite.config.ts'

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  plugins: [translations(), callsWithoutServerRules(), react()],
  resolve,
  test: {
    // The default leaves one of two cores idle.
    maxWorkers: 2,
    unstubGlobals: true,
    // On a busy machine a picture takes longer to appear than the second that is usual.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'web-node', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        extends: true,
        // A package that Vite finds only while tests run reloads the browser under them.
        optimizeDeps: {
          entries: ['src/**/*.{ts,tsx}'],
          include: ['react-dom/client', 'axe-core', 'vitest-browser-react'],
        },
        test: {
          name: 'web-browser',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['./src/testing/test-setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            // On a busy machine the first page waits for its packages to be bundled.
            connectTimeout: 300_000,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({ launchOptions: { executablePath, args } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
