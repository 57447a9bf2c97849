import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const PATIENCE_MS = 10_000

export type Postmaster = { pid: number; port: number; ready: boolean }

/** What the server on this data directory wrote about itself; it may be dead by now. */
export const readPostmaster = async (data: string): Promise<Postmaster | undefined> => {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Whether that process lives and is a server: after a restart of the machine its number may belong to anything. */
export const isRunning = async ({ pid }: Postmaster, data: string) => {
  if (process.platform === 'linux') {
    // A server works inside its data directory; a process that ended but was not yet collected has no directory.
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return directory !== undefined && directory === (await realpath(data).catch(() => data))
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres')
}

/** Fast shutdown: running transactions are rolled back, everything acknowledged is on disk. */
export const stopPostmaster = async (postmaster: Postmaster, data: string, until = Number.POSITIVE_INFINITY) => {
  if (await isRunning(postmaster, data)) process.kill(postmaster.pid, 'SIGINT')
  while (Date.now() < until && (await isRunning(postmaster, data))) await pause(10)
}

/**
 * Makes way for a new server. The one of a program that was just killed may still be shutting down, or, where the
 * system ends no orphans, run on. The caller holds the lock of the data folder, so nobody needs it any more.
 */
export const clearPredecessor = async (data: string) => {
  const other = await readPostmaster(data)
  if (!other) return
  await stopPostmaster(other, data, Date.now() + PATIENCE_MS)
  if (await isRunning(other, data))
    throw new Error(
      `A PostgreSQL (process ${other.pid}) still uses ${data}. Stop it, or set DATA_DIR to another folder.`,
    )
  // PostgreSQL believes any living process with that number to be its predecessor, except its parent, which is this
  // process. The rest of the file stays: with it PostgreSQL sees whether workers of a killed server still live.
  const file = join(data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text) await writeFile(file, text.replace(/^\d+/, String(process.pid)))
}
