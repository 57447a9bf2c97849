import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { cpuMsOf } from './cpu-time.ts'
import { unavailable } from './errors.ts'

const atOnce = 2
/** Buffers do not count here: a reader's input is bounded before it comes. */
const memoryLimits = ['--max-old-space-size=160', '--max-semi-space-size=8']
/** Of the processor's time: on a busy machine an honest file must not run out of it. */
const patienceMs = 5000
/** By the clock on the wall it may take this many times as long. */
const mostWaiting = 6
/** What a process has gathered goes back when nobody sends anything. */
const idleMs = 10_000
/** A new process costs more than what is left of most work. */
const graceMs = 500

/**
 * Why a reader gave no answer: the bytes were made to be costly, the reader has a mistake, or nobody waits for the answer. That the
 * machine is too busy says nothing of the bytes: then it is `unavailable`.
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
/** Images that arrive, pictures of them, and documents do not wait for each other. */
const lanes = { images: pLimit(atOnce), documents: pLimit(atOnce), pictures: pLimit(atOnce) }
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

/** Neither it nor the way to it keeps the program from ending; without its parent it ends, too. */
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

/** Resolves when the process has computed for so long since now, or waited for much longer, with what to say of it. */
const timeSpent = async ({ pid }: ChildProcess, ms: number, signal: AbortSignal) => {
  const before = await cpuMsOf(pid)
  const end = performance.now() + ms * mostWaiting
  let left = ms
  for (; left > 0 && performance.now() < end; left = ms - ((await cpuMsOf(pid)) - before))
    await sleep(Math.max(left, 50), undefined, { signal })
  return left > 0 ? unavailable() : new ReaderFailed('time')
}

const readIn = async (
  resident: Resident,
  job: Serializable,
  { ms, signal }: { ms: number; signal: AbortSignal | undefined },
): Promise<unknown> => {
  const { child } = resident
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const failed = () => reject(new ReaderFailed('crash'))
  child.once('message', resolve).once('error', failed).once('exit', failed)
  const answered = new AbortController()
  timeSpent(child, ms, answered.signal).then(reject, () => {})
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
 * Runs a reader of bytes that strangers send in a process of its own, within limits of memory and time, where nobody waits for
 * it and nobody dies with it. `ms` is time of the processor. `reader` is a module whose default export takes the input; what is wrong with
 * the bytes it answers as a value, what it throws is a mistake. The processes stay for the next file; `signal` says that nobody waits for
 * this one.
 */
export const readInProcess =
  <Input extends Serializable, Result>(
    reader: URL,
    { ms = patienceMs, lane = 'documents' }: { ms?: number; lane?: keyof typeof lanes } = {},
  ) =>
  (input: Input, signal?: AbortSignal): Promise<Result> =>
    lanes[lane](async () => {
      if (signal?.aborted) throw new ReaderFailed('unwanted')
      const read = () => readIn(wake(), { program: reader.href, input }, { ms, signal })
      const answer = await read().catch((error: unknown) => {
        if (!(error instanceof ReaderFailed) || error.reason !== 'crash') throw error
        // The system may have ended it, which says nothing of the bytes.
        return read()
      })
      return answer as Result
    })
