import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CommandFailed } from '../command.ts'
import { requireStrongRsa } from './recovery-key.ts'

/** A half of the recovery key from its PEM file; what is wrong with it is said in the operator's words. */
export const readRecoveryKey = async (path: string, read: (pem: string) => KeyObject) => {
  const pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`The recovery key ${path} cannot be read (${error.code}).`)
  })
  try {
    const key = read(pem)
    requireStrongRsa(key)
    return key
  } catch (error) {
    throw new CommandFailed(
      `The recovery key ${path} cannot be used: ${error instanceof Error ? error.message : error}`,
    )
  }
}
