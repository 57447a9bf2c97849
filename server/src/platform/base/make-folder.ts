import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from './unknown-error.ts'

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Creates a private folder, with its parents. Node's recursive mkdir retries forever if a folder such as /proc says ENOENT. */
export const makeFolder = async (path: string): Promise<void> => {
  const folder = resolve(path)
  const make = () => mkdir(folder, { mode: 0o700 })
  try {
    await make()
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return
    const above = dirname(folder)
    if (codeOf(error) !== 'ENOENT') throw error
    if (!(await isThere(above))) await makeFolder(above)
    await make().catch((again: unknown) => {
      // Another process may have made it in the meantime.
      if (codeOf(again) !== 'EEXIST') throw again
    })
  }
}
