// Loaded before a build: on a developer's machine everything is installed, and a build that needs what `npm start` leaves out fails here.
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './install.mjs'
import { isPruned } from './prune.mjs'

const modules = join(root, 'node_modules')

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:') && isPruned(modules, fileURLToPath(url)))
      throw new Error(`The build loads ${fileURLToPath(url)}, which \`npm start\` does not install (scripts/prune.mjs)`)
    return next(url, context)
  },
})
