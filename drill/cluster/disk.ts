import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, rm, truncate, writeFile } from 'node:fs/promises'
import { familyOf } from './processes.ts'

const bytes = 1024 ** 3
const slowUs = 500_000

const run = (name: string, ...words: string[]) => execFileSync(name, words, { stdio: 'ignore' })

/** A disk of a machine's own, which can be filled to the last byte. */
export const diskAt = async (folder: string) => {
  const [image, filler] = [`${folder}.disk`, `${folder}/filler`]
  await mkdir(folder, { mode: 0o700 })
  await writeFile(image, '')
  await truncate(image, bytes)
  run('/usr/sbin/mkfs.ext4', '-q', '-m', '0', image)
  run('/usr/bin/mount', '-o', 'loop', image, folder)
  return {
    fill: async () => {
      const file = await open(filler, 'w')
      const block = Buffer.alloc(1024 ** 2)
      const noMore = (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
        return { bytesWritten: 0 }
      }
      while ((await file.write(block).catch(noMore)).bytesWritten > 0);
      await file.close()
      return () => rm(filler)
    },
    stop: async () => {
      run('/usr/bin/umount', '-l', folder)
      await rm(image)
    },
  }
}
export type Disk = Awaited<ReturnType<typeof diskAt>>

/** Each write that has to reach the disk of these processes takes half a second longer. */
export const slowWrites = async (pids: number[]) => {
  const injected = `inject=fsync,fdatasync:delay_exit=${slowUs}`
  const words = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', injected]
  const tracer = spawn('/usr/bin/strace', [...words, ...familyOf(pids).flatMap((pid) => ['-p', String(pid)])], {
    stdio: 'ignore',
  })
  await once(tracer, 'spawn')
  return async () => {
    const gone = once(tracer, 'exit')
    tracer.kill('SIGTERM')
    await gone
  }
}
