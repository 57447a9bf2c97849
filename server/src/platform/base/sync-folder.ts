import { open } from 'node:fs/promises'

/** What was made or renamed in a folder outlives a crash of the machine only after this. */
export const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
