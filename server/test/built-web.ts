import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** The folder of the built web app, for tests of how it is served. */
export const builtWeb = () => {
  if (existsSync(`${dist}index.html`)) return dist
  throw new Error('Build the web app first: npm run build')
}
