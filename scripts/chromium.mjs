import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { carriedChromium } from './carried-chromium.mjs'
import { installFromDebian } from './debian.mjs'

// Without a window's machinery the tests take a fifth less time.
const headless = 'chromium-headless-shell'
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const fixed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const onPath = (...names) => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

const playwrights = async () => {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const fromDebian = () => (installFromDebian(headless, 'fonts-liberation') ? onPath(headless) : undefined)

/**
 * A browser for the tests: $CHROMIUM_PATH, an installed one, Playwright's, Debian's, one that npm carries; undefined where none can be had.
 */
export const findChromium = async () => {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given))
    throw new Error(`CHROMIUM_PATH: there is no file ${given}. Name a browser, or leave the variable out.`)
  return (
    given ||
    (onPath(...names) ?? fixed.find(existsSync) ?? (await playwrights()) ?? fromDebian() ?? (await carriedChromium()))
  )
}

export const howToGetChromium =
  'Install Chromium or Chrome, run "npx playwright install chromium", or set CHROMIUM_PATH to a browser.'

/** As above, for what is nothing without a browser. */
export const chromiumPath = async () => {
  const path = await findChromium()
  if (path) return path
  throw new Error(`This needs a browser, and none could be had. ${howToGetChromium}`)
}
