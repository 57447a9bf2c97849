import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const PATIENCE_MS = 10_000

export type Postmaster = { pid: number; port: number; ready: boolean }

/** What the server in this data directory wrote about itself; it may be dead by now. */
export const readPostmaster = async (data: string): Promise<Postmaster | undefined> => {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Whether that process is alive and is a server: after a reboot its id may belong to anything. */
export const isRunning = async ({ pid }: Postmaster, data: string) => {
  if (process.platform === 'linux') {
    // A server's working directory is its data directory; a process that ended but was not yet reaped has none.
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return directory !== undefined && directory === (await realpath(data).catch(() => data))
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres')
}

/** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
export const stopPostmaster = async (postmaster: Postmaster, data: string, until = Number.POSITIVE_INFINITY) => {
  if (await isRunning(postmaster, data)) process.kill(postmaster.pid, 'SIGINT')
  while (Date.now() < until && (await isRunning(postmaster, data))) await pause(10)
}

/**
 * Makes way for a new server. The server of a program that was just killed may still be shutting down, or keep running where the system
 * does not end orphans. The caller holds the data folder's lock, so nothing else needs it.
 */
export const clearPredecessor = async (data: string) => {
  const other = await readPostmaster(data)
  if (!other) return
  await stopPostmaster(other, data, Date.now() + PATIENCE_MS)
  if (await isRunning(other, data))
    throw new Error(
      `A PostgreSQL (process ${other.pid}) still uses ${data}. Stop it, or set DATA_DIR to another folder.`,
    )
  // PostgreSQL takes any living process with that id for its predecessor, except its parent, which is this process. The rest of the file
  // stays: it tells PostgreSQL whether workers of a killed server are still alive.
  const file = join(data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text) await writeFile(file, text.replace(/^\d+/, String(process.pid)))
}
