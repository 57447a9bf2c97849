import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** A folder of its own for the work; it is gone afterwards. */
export const withFolder = async <T>(work: (folder: string) => Promise<T>) => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-bench-`)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
