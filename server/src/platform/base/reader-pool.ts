import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { cpuMsOf } from './cpu-time.ts'
import { unavailable } from './errors.ts'

const maxConcurrentReaders = 2
/** Buffers do not count here: a reader's input is already limited in size. */
const memoryLimits = ['--max-old-space-size=160', '--max-semi-space-size=8']
/** CPU time: on a busy machine a legitimate file must not run out of it. */
const cpuMs = 5000
/** Wall-clock time may be this many times as long. */
const maxWaitFactor = 6
type TimeLimits = { ms: number; waitMs: number }
/** Memory that a process has collected is given back when nothing arrives. */
const idleMs = 10_000
/** A new process costs more than finishing most jobs. */
const graceMs = 500

/**
 * Why a reader returned nothing: the bytes were crafted to be costly, the reader has a bug, or the result is no longer wanted. A machine
 * that is too busy says nothing about the bytes: that is `unavailable`.
 */
export class ReaderFailed extends Error {
  override name = 'ReaderFailed'
  readonly reason: 'time' | 'crash' | 'unwanted'
  constructor(reason: ReaderFailed['reason']) {
    super(
      reason === 'time' ? 'takes too long to read' : reason === 'crash' ? 'cannot be read' : 'is not wanted any more',
    )
    this.reason = reason
  }
}

type Resident = { child: ChildProcess; end?: NodeJS.Timeout }
/** Incoming images, their pictures, and documents do not wait for each other. */
const lanes = {
  images: pLimit(maxConcurrentReaders),
  documents: pLimit(maxConcurrentReaders),
  pictures: pLimit(maxConcurrentReaders),
}
const idle: Resident[] = []

const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
const start = (): Resident => ({
  child: fork(program, {
    env: {},
    execArgv: memoryLimits,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  }),
})

const forget = (resident: Resident) => {
  const at = idle.indexOf(resident)
  if (at >= 0) idle.splice(at, 1)
  resident.child.kill('SIGKILL')
}

/** Neither the process nor its channel keeps the program running; it exits when its parent does. */
const rest = (resident: Resident) => {
  const { child } = resident
  child.unref()
  child.channel?.unref()
  child.once('exit', () => forget(resident))
  resident.end = setTimeout(() => forget(resident), idleMs).unref()
  idle.push(resident)
}

const wake = () => {
  const resident = idle.pop()
  if (!resident) return start()
  clearTimeout(resident.end)
  resident.child.removeAllListeners('exit').ref()
  resident.child.channel?.ref()
  return resident
}

/** Resolves, with the error to report, once the process has used this much CPU time from now on, or waited far longer. */
const timeSpent = async ({ pid }: ChildProcess, { ms, waitMs }: TimeLimits, signal: AbortSignal) => {
  const before = await cpuMsOf(pid)
  const end = performance.now() + waitMs
  let left = ms
  for (; left > 0 && performance.now() < end; left = ms - ((await cpuMsOf(pid)) - before))
    await sleep(Math.max(left, 50), undefined, { signal })
  return left > 0 ? unavailable() : new ReaderFailed('time')
}

const readIn = async (
  resident: Resident,
  job: Serializable,
  { signal, ...limits }: TimeLimits & { signal: AbortSignal | undefined },
): Promise<unknown> => {
  const { child } = resident
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const failed = () => reject(new ReaderFailed('crash'))
  child.once('message', resolve).once('error', failed).once('exit', failed)
  const answered = new AbortController()
  timeSpent(child, limits, answered.signal).then(reject, () => {})
  let grace: NodeJS.Timeout | undefined
  const leave = () => {
    grace = setTimeout(() => reject(new ReaderFailed('unwanted')), graceMs)
  }
  signal?.addEventListener('abort', leave)
  try {
    child.send(job, (error) => error && failed())
    const result = await promise
    child.off('error', failed).off('exit', failed)
    rest(resident)
    return result
  } catch (error) {
    child.on('error', () => {})
    forget(resident)
    throw error
  } finally {
    answered.abort()
    clearTimeout(grace)
    signal?.removeEventListener('abort', leave)
  }
}

/**
 * Runs a reader of untrusted bytes in a separate process, within limits of memory and time, so that it blocks no other work and crashes
 * nothing else. `ms` is CPU time, `waitMs` is wall-clock time. `reader` is a module whose default export takes the input; it returns what
 * is wrong with the bytes as a value, and throws only on bugs. Processes are kept for the next file; `signal` says that this result is no
 * longer wanted.
 */
export const readInProcess =
  <Input extends Serializable, Result>(
    reader: URL,
    {
      ms = cpuMs,
      waitMs = ms * maxWaitFactor,
      lane = 'documents',
    }: Partial<TimeLimits> & { lane?: keyof typeof lanes } = {},
  ) =>
  (input: Input, signal?: AbortSignal): Promise<Result> =>
    lanes[lane](async () => {
      if (signal?.aborted) throw new ReaderFailed('unwanted')
      const read = () => readIn(wake(), { program: reader.href, input }, { ms, waitMs, signal })
      const response = await read().catch((error: unknown) => {
        if (!(error instanceof ReaderFailed) || error.reason !== 'crash') throw error
        // The system may have killed it, which says nothing about the bytes.
        return read()
      })
      return response as Result
    })
