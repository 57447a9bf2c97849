import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadMasterKeys } from '../../platform/files/encryption/master-keys.ts'
import { CommandFailed } from '../command.ts'

/** The key of a move, by which everything in the folder that is not encrypted already is. It goes to the other place by another way. */
export const moveKeyIn = async (path: string, folder: string, { create }: { create: boolean }) => {
  const keyFile = resolve(path)
  if (`${keyFile}/`.startsWith(`${resolve(folder)}/`))
    throw new CommandFailed('The key must not lie in the folder that it protects. Name a file elsewhere.')
  if (!create && !existsSync(keyFile))
    throw new CommandFailed(`There is no key ${path}. The export has made it where it ran.`)
  return (await loadMasterKeys({ keyFile }, { create })).all()[0]!
}
