import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** PostgreSQL does not run as root, and nothing else here needs to. */
export const asPostgres =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--no-new-privs']
    : []

/** A program that logs into a file, may be frozen, killed and started again. */
export const program = (
  log: string,
  words: string[],
  environment: Record<string, string> = {},
  prefix = asPostgres,
) => {
  let child: ChildProcess | undefined
  const [name = '', ...rest] = [...prefix, ...words]
  const isGone = () => !child || child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals) => {
    if (!child || isGone()) return
    const gone = once(child, 'exit')
    child.kill(signal)
    if (signal !== 'SIGKILL') child.kill('SIGCONT')
    await gone
  }
  return {
    start: () => {
      const out = openSync(log, 'a')
      child = spawn(name, rest, {
        stdio: ['ignore', out, out],
        env: { ...process.env, HOME: '/var/lib/postgresql', ...environment },
      })
    },
    pid: () => child?.pid ?? 0,
    isGone,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
export type Program = ReturnType<typeof program>

const parentOf = (pid: string) => {
  try {
    // The name in brackets may hold anything.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return 0
  }
}

/** These processes and all that they started. */
export const familyOf = (pids: number[]) => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const family = new Set(pids.filter((pid) => pid > 0))
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const pid of all) if (family.has(parentOf(pid))) family.add(Number(pid))
  }
  return [...family]
}

/** A signal to processes and all that they started; those that are gone are no matter. */
export const signalAll = (pids: number[], signal: NodeJS.Signals) => {
  for (const pid of familyOf(pids))
    try {
      process.kill(pid, signal)
    } catch {}
}

/** Waits for something that a busy machine may take minutes for. */
export const until = async (what: string, isSo: () => Promise<boolean>, seconds = 300) => {
  const begun = performance.now()
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - begun > seconds * 1000) throw new Error(`${what}: not after ${seconds} s`)
    await pause(250)
  }
}
