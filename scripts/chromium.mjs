import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'

// Without a window's machinery the tests take a fifth less time.
const headless = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const fixed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const onPath = (...names) => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
}

const playwrights = async () => {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const fromDebian = () => (installFromDebian(headless, 'fonts-liberation') ? onPath(headless) : undefined)

/** A browser for the tests: $CHROMIUM_PATH, Debian's without a window, an installed one, or Playwright's own. */
export const chromiumPath = async () => {
  const path =
    process.env.CHROMIUM_PATH ??
    onPath(headless) ??
    fromDebian() ??
    onPath(...names) ??
    fixed.find(existsSync) ??
    (await playwrights())
  if (path) return path
  throw new Error(
    'The tests need a browser. Install Chromium or Chrome, run "npx playwright install chromium", or set CHROMIUM_PATH.',
  )
}
