import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setImmediate as begun } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readInProcess } from './reader-pool.ts'

const reader = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(`export default ${code}`)}`)
const processOf = readInProcess<true, number>(reader('() => process.pid'))

test('a reader runs in another process, which stays for the next one', async () => {
  const first = await processOf(true)
  expect(first).not.toBe(process.pid)
  expect(await processOf(true)).toBe(first)
})

// Without root, a process that asks for more is ended by the error.
test.skipIf(process.platform === 'win32')('a reader of a portal of low priority asks for no higher one', async () => {
  const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
  const child = spawn('nice', ['-n', '19', process.execPath, program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send({ program: reader('async () => (await import("node:os")).getPriority()').href, input: true })
  expect(await once(child, 'message')).toEqual([19, undefined])
})

test('no more than two readers run at once, each alone in its process', async () => {
  const used = await Promise.all(Array.from({ length: 20 }, () => processOf(true)))
  expect(new Set(used).size).toBeLessThanOrEqual(2)
})

test('who takes too long is given up, while others get their turn', async () => {
  let turns = 0
  const others = setInterval(() => turns++, 10)
  // A busy machine may give it only a small part of its time.
  const endless = readInProcess(reader('() => { for (;;); }'), { ms: 300, waitMs: 60_000 })
  await expect(endless(true)).rejects.toMatchObject({ reason: 'time' })
  clearInterval(others)
  expect(turns).toBeGreaterThan(0)
})

test('who only waits for the processor is not given up; where that never ends, the machine is busy', async () => {
  const waits = (ms: number) => reader(`() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`)
  // Starting a process takes CPU time, too.
  await processOf(true)
  expect(await readInProcess(waits(700), { ms: 500, waitMs: 60_000 })(true)).toBe('timed-out')
  await expect(readInProcess(waits(60_000), { ms: 100 })(true)).rejects.toMatchObject({ status: 503 })
})

test('a process that was ended from outside is no word about the bytes: they are read once more', async () => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-reader-`)
  onTestFinished(() => rm(folder, { recursive: true }))
  const ended = reader(`async (path) => {
    const { appendFileSync, readFileSync } = await import('node:fs')
    appendFileSync(path, 'x')
    if (readFileSync(path).length === 1) process.kill(process.pid, 'SIGKILL')
    return readFileSync(path).length
  }`)
  expect(await readInProcess<string, number>(ended)(`${folder}/times`)).toBe(2)
})

test('a reader for whom nobody waits any more is ended, or not begun; one that is nearly done stays for the next', async () => {
  const gone = new AbortController()
  const endless = readInProcess(reader('() => { for (;;); }'), { ms: 60_000 })(true, gone.signal)
  await begun()
  gone.abort()
  await expect(endless).rejects.toMatchObject({ reason: 'unwanted' })
  await expect(processOf(true, gone.signal)).rejects.toMatchObject({ reason: 'unwanted' })

  const first = await processOf(true)
  const left = new AbortController()
  const before = processOf(true, left.signal)
  await begun()
  left.abort()
  expect([await before, await processOf(true)]).toEqual([first, first])
})

test('who takes too much memory ends alone', async () => {
  const eats = readInProcess(reader('() => { const all = []; for (;;) all.push(new Array(1e6).fill({})) }'), {
    ms: 60_000,
  })
  await expect(eats(true)).rejects.toMatchObject({ reason: 'crash' })
})

test('a mistake, a deep recursion and an end of the process are told; the next file finds a fresh one', async () => {
  for (const code of ['() => { throw new Error("oh") }', '() => process.exit(0)', '() => nothing()'])
    await expect(readInProcess(reader(code))(true)).rejects.toMatchObject({ reason: 'crash' })
  const deep = readInProcess<true, number>(reader('() => { const f = (n) => f(n + 1) + 1; f(0) }'))
  await expect(deep(true)).rejects.toMatchObject({ reason: 'crash' })
  expect(await processOf(true)).not.toBe(process.pid)
})

test('bytes come through as they are', async () => {
  const bytes = Buffer.from([0, 1, 254, 255])
  expect(await readInProcess<Buffer, string>(reader('(bytes) => bytes.toString("hex")'))(bytes)).toBe('0001feff')
})

test('the environment of the process, with its secrets, is not there', async () => {
  expect(await readInProcess<true, string[]>(reader('() => Object.keys(process.env)'))(true)).toEqual([])
})
