import { open } from 'node:fs/promises'

/** Only after this do files created or renamed in a folder survive a crash of the machine. */
export const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
