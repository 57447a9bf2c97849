import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { residentMb } from '../../bench/memory.ts'
import { type Figure, percentile } from '../../bench/report.ts'
import { loginOperator } from '../../contract/src/index.ts'
import { corpus } from '../../server/test/costly/corpus.ts'
import type { CostlyFile, CostlyRequest } from '../../server/test/costly/request.ts'
import { ask } from '../calls.ts'
import { startPortal } from '../portal.ts'
import { times } from '../scale.ts'

const watchEveryMs = 50
/** Four people, because each may upload only so often. They send at once, each all files in an order of their own. */
const senders = [
  ['nurse@northside.example', 'ana.rivera@northside.example'],
  ['physician@northside.example', 'ana.rivera@northside.example'],
  ['nurse@lakeview.example', 'dana.rossi@lakeview.example'],
  ['physician@lakeview.example', 'dana.rossi@lakeview.example'],
] as const
const password = 'Demo-portal-1!'

const signIn = async (address: string, email: string) => {
  const answer = await ask(address + loginOperator.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status}`)
  return String(answer.json()['access_token'])
}

type Made = CostlyRequest & { what: string }
const made = ({ what, make }: CostlyFile, share: number, seed: number): Made => ({ what, ...make({ share, seed }) })
const firstSeed = 1
/** The same file with UIDs of the sender's own: known bytes would cost less. */
const asSentBy = (sender: number, body: Buffer) => {
  const copy = new Uint8Array(body)
  const bytes = Buffer.from(copy.buffer)
  const [from, to] = [firstSeed, firstSeed + sender].map((seed) => Buffer.from(`2.25.39.${100 + seed}.`)) as [
    Buffer,
    Buffer,
  ]
  // The UIDs stand at the beginning.
  for (let at = bytes.indexOf(from); at >= 0 && at < 4096; at = bytes.indexOf(from, at + 1)) to.copy(bytes, at)
  return copy
}

type Probe = { ms: number; status: number }
const startProbe = (address: string) => {
  const probe = new Worker(new URL('../probe.ts', import.meta.url), { workerData: `${address}/healthz` })
  return async () => {
    probe.postMessage('stop')
    const [answers] = (await once(probe, 'message')) as [Probe[]]
    return answers
  }
}
const p99Of = (probes: Probe[]) =>
  percentile(
    probes.map(({ ms }) => ms),
    0.99,
  )

/** The processes that the portal reads in, which end when nothing comes. */
const readersOf = async (pid: number) => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const isReader = async (child: string) =>
    (await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).includes('reader-process')
  const pids = children.split(' ').filter(Boolean)
  const ours = await Promise.all(pids.map(isReader))
  return pids.filter((_, n) => ours[n]).map(Number)
}

/** Every costly file from four senders at once: what others wait, what memory it takes, and whether the portal lives. */
export const drillCostlyFiles = async (): Promise<Figure[]> => {
  // Made before, not while others wait.
  const files = corpus.slice(0, times(corpus.length)).map((file) => made(file, 1, firstSeed))
  const portal = await startPortal({ MAX_INSTANCE_MB: '64' })
  try {
    const pid = await portal.pid()
    const tokens = await Promise.all(senders.map(([email]) => signIn(portal.address, email)))
    const statuses = new Map<number, number>()
    const failures: string[] = []
    const slowest = { what: '', ms: 0 }

    const send = async (sender: number, { what, path, headers, body }: Made) => {
      const url = portal.address + path.replace(':key', encodeURIComponent(senders[sender]?.[1] ?? ''))
      for (;;) {
        const answer = await ask(url, {
          method: 'POST',
          headers: { ...headers, authorization: `Bearer ${tokens[sender]}` },
          body: asSentBy(sender, body),
        })
        // Over the limit of uploads by one person.
        if (answer.status === 429) {
          await pause(1000)
          continue
        }
        // A session's token lives for ten minutes.
        if (answer.status === 401) {
          tokens[sender] = await signIn(portal.address, senders[sender]?.[0] ?? '')
          continue
        }
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status >= 500 || answer.status === 0) failures.push(`${answer.status} ${what}`)
        if (answer.ms > slowest.ms) Object.assign(slowest, { what, ms: answer.ms })
        return
      }
    }
    // What is loaded once and for all does not count.
    for (const file of corpus.filter((_, n) => n % 10 === 0)) await send(0, made(file, 1 / 1000, 20))
    await pause(1000)

    const before = await residentMb(pid)
    let peak = before
    let readersPeak = 0
    let most = 0
    let done = false
    const alone = startProbe(portal.address)
    await pause(5000)
    const aloneP99 = p99Of(await alone())
    const probes = startProbe(portal.address)
    const watching = (async () => {
      while (!done) {
        peak = Math.max(peak, await residentMb(pid).catch(() => 0))
        const readers = await readersOf(pid)
        const together = await Promise.all(readers.map((reader) => residentMb(reader).catch(() => 0)))
        most = Math.max(most, readers.length)
        readersPeak = Math.max(
          readersPeak,
          together.reduce((sum, mb) => sum + (mb || 0), 0),
        )
        await pause(watchEveryMs)
      }
    })()

    const begun = performance.now()
    await Promise.all(
      senders.map(async (_, sender) => {
        const first = Math.floor((files.length * sender) / senders.length)
        for (const file of [...files.slice(first), ...files.slice(0, first)]) await send(sender, file)
      }),
    )
    done = true
    const seen = await probes()
    await watching
    const waits = seen.map(({ ms }) => ms)
    const seconds = (performance.now() - begun) / 1000
    const isAlive = (await portal.pid()) === pid && (await portal.readiness()) === 200
    console.log(`  answers: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
    console.log(`  slowest: ${slowest.what}, ${(slowest.ms / 1000).toFixed(1)} s`)
    for (const failure of new Set(failures)) console.log(`  failed: ${failure}`)
    return [
      { what: 'costly files: kinds', value: files.length, unit: '', ...(times(60) === 60 && { atLeast: 60 }) },
      { what: 'costly files: sent by four at once', value: files.length * senders.length, unit: '' },
      { what: 'costly files: all answered after', value: seconds, unit: 's' },
      { what: 'costly files: 5xx or no answer', value: failures.length, unit: '', atMost: 0 },
      { what: 'costly files: the portal lives', value: isAlive ? 1 : 0, unit: '', atLeast: 1 },
      { what: 'costly files: /healthz p50', value: percentile(waits, 0.5), unit: 'ms' },
      { what: 'costly files: /healthz p99', value: p99Of(seen), unit: 'ms', atMost: 100 },
      { what: 'costly files: /healthz p99 while nothing was sent', value: aloneP99, unit: 'ms' },
      { what: 'costly files: /healthz slowest', value: Math.max(...waits), unit: 'ms' },
      {
        what: 'costly files: /healthz that were not 200',
        value: seen.filter(({ status }) => status !== 200).length,
        unit: '',
        atMost: 0,
      },
      { what: 'costly files: memory grows by', value: peak - before, unit: 'MB', atMost: 150 },
      { what: 'costly files: readers beside it, at most', value: most, unit: '', atMost: 4 },
      { what: 'costly files: memory of the readers together', value: readersPeak, unit: 'MB' },
    ]
  } finally {
    await portal.stop()
  }
}
