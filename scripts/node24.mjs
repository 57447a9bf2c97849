import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const candidates = [
  `node-${process.platform}-${process.arch}`,
  `node-bin-${process.platform}-${process.arch}`,
  `node-win-${process.arch}`,
]

/** Node 24 from the dependencies, else the running one when it is new enough. */
export const node24 = () => {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const found = candidates.map((folder) => join(root, 'node_modules', folder, 'bin', name)).find(existsSync)
  if (found) return found
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `Fornix needs Node 24, and there is none among its dependencies for ${process.platform} on ${process.arch}. Please install Node 24 or newer.`,
  )
}
