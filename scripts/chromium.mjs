import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const fixed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const installed = () => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...fixed].find(existsSync)
}

const playwrights = async () => {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const fromDebian = () => (installFromDebian('chromium', 'fonts-liberation') ? installed() : undefined)

/** A browser for the tests: $CHROMIUM_PATH, an installed one, Playwright's own, or Debian's. */
export const chromiumPath = async () => {
  const path = process.env.CHROMIUM_PATH ?? installed() ?? (await playwrights()) ?? fromDebian()
  if (path) return path
  throw new Error(
    'The tests need a browser. Install Chromium or Chrome, run "npx playwright install chromium", or set CHROMIUM_PATH.',
  )
}
