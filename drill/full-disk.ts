import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** A small file system of its own, which can be filled to the last byte. Undefined where none can be mounted. */
export const smallDisk = async (megabytes: number) => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-drill-disk-`)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
  await mkdir(`${folder}/portal`, { mode: 0o700 })
  const filler = `${folder}/filler`
  return {
    folder: `${folder}/portal`,
    fill: async () => {
      const file = await open(filler, 'w')
      try {
        for (const size of [1024 * 1024, 4096]) {
          const bytes = Buffer.alloc(size)
          const full = (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOSPC') throw error
            return { bytesWritten: 0 }
          }
          while ((await file.write(bytes).catch(full)).bytesWritten > 0);
        }
      } finally {
        await file.close()
      }
    },
    empty: () => rm(filler, { force: true }),
    remove: async () => {
      // A process that just ended may hold it for a moment more.
      execFileSync('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type SmallDisk = NonNullable<Awaited<ReturnType<typeof smallDisk>>>
