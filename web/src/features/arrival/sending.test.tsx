import { expect, test, vi } from 'vitest'
import { ApiFailure } from '../../platform/http/failure.ts'
import { messages } from './messages.ts'
import type { SendBatch } from './send-batch.ts'
import { startSending } from './sending.ts'
import type { FindStoredFiles } from './stored-files.ts'
import type { Progress } from './upload-state.ts'

const dicom = (name: string, kilobytes = 1) => {
  const bytes = new Uint8Array(kilobytes * 1024)
  bytes.set([0x44, 0x49, 0x43, 0x4d], 128)
  return { name, size: bytes.length, read: async () => new Blob([bytes]) }
}
const many = (count: number) => Array.from({ length: count }, (_, n) => dicom(`IM${n}`))
const stored = { studies: ['1.2.3'], duplicates: 0, refused: [] }

const nothing: FindStoredFiles = async () => new Map()
const start = (files: Parameters<typeof startSending>[0], send: SendBatch, findStored = nothing) => {
  const seen: { progress?: Progress } = {}
  const sending = startSending(files, { send, findStored }, (progress) => {
    seen.progress = progress
  })
  return {
    sending,
    now: () => seen.progress,
    until: (state: Progress['state']) => expect.poll(() => seen.progress?.state).toBe(state),
  }
}
/** A server that responds when the test says so. */
const held = () => {
  const waiting: { count: number; signal: AbortSignal; answer: (value: typeof stored) => void }[] = []
  const send: SendBatch = (files, _onProgress, signal) =>
    new Promise((answer, reject) => {
      waiting.push({ count: files.length, signal, answer })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { waiting, send }
}

test('files go in batches, two at a time, and no more before one has arrived', async () => {
  const { waiting, send } = held()
  const { until, now } = start(many(120), send)
  await expect.poll(() => waiting.length).toBe(2)
  expect(waiting.map(({ count }) => count)).toEqual([50, 50])
  waiting[0]?.answer(stored)
  await expect.poll(() => waiting.length).toBe(3)
  for (const { answer } of waiting) answer(stored)
  await until('done')
  expect(now()).toMatchObject({
    files: { all: 120, done: 120, stored: 120, duplicates: 0 },
    studies: ['1.2.3'],
    refused: [],
  })
  expect(now()?.bytes.sent).toBe(now()?.bytes.all)
})

test('a batch is not larger than 16 MB, unless it is one file', async () => {
  const { waiting, send } = held()
  const { sending } = start([dicom('a', 9000), dicom('b', 9000), dicom('c', 20_000)], send)
  await expect.poll(() => waiting.length).toBe(2)
  expect(waiting.map(({ count }) => count)).toEqual([1, 1])
  sending.cancel()
})

test('a pause breaks off what is on its way, and all of it is sent after it', async () => {
  const { waiting, send } = held()
  const { sending, until, now } = start(many(60), send)
  await expect.poll(() => waiting.length).toBe(2)
  sending.pause()
  await until('paused')
  expect(waiting.every(({ signal }) => signal.aborted)).toBe(true)
  sending.resume()
  await expect.poll(() => waiting.length).toBe(4)
  for (const { answer } of waiting.slice(2)) answer(stored)
  await until('done')
  expect(now()?.files).toEqual({ all: 60, done: 60, stored: 60, duplicates: 0 })
})

test('a server that cannot take files pauses the upload and says why; nothing is lost', async () => {
  const send = vi.fn<SendBatch>().mockRejectedValueOnce(new ApiFailure(503)).mockResolvedValue(stored)
  const { sending, until, now } = start(many(3), send)
  await until('paused')
  expect(now()?.trouble).toBe(messages.serverTrouble)
  sending.resume()
  await until('done')
  expect(now()).toMatchObject({ trouble: '', files: { done: 3, stored: 3 } })
})

test.each(['asking what is known', 'sending'])('a connection lost while %s comes back by itself', async (step) => {
  const [lost, findStored] = [new ApiFailure(0), vi.fn<FindStoredFiles>(nothing)]
  const send = vi.fn<SendBatch>().mockResolvedValue(stored)
  if (step === 'sending') send.mockRejectedValueOnce(lost)
  else findStored.mockRejectedValueOnce(lost)
  const { until, now } = start(many(3), send, findStored)
  await expect.poll(() => now()).toMatchObject({ state: 'sending', trouble: messages.lineTrouble })
  window.dispatchEvent(new Event('online'))
  await until('done')
  expect(now()).toMatchObject({ trouble: '', files: { done: 3, stored: 3 } })
})

test('a portal that is too busy is asked again by itself', async () => {
  const busy = new ApiFailure(503, { error: 'Busy.', code: 'overloaded', detail: '', request_id: '' })
  const send = vi.fn<SendBatch>().mockRejectedValueOnce(busy).mockResolvedValue(stored)
  const { until, now } = start(many(3), send)
  await expect.poll(() => send.mock.settledResults.length).toBe(1)
  expect(now()).toMatchObject({ state: 'sending', trouble: '' })
  window.dispatchEvent(new Event('online'))
  await until('done')
  expect(now()?.files).toMatchObject({ done: 3, stored: 3 })
})

test('what is refused is named with its reason, and only what may pass next time is tried again', async () => {
  const refused = [
    { part: 1, reason: 'TRUNCATED', sentence: 'Cut.' },
    { part: 2, reason: 'FAILED', sentence: 'Not now.' },
  ]
  const send = vi
    .fn<SendBatch>()
    .mockResolvedValueOnce({ ...stored, refused })
    .mockResolvedValue(stored)
  const { sending, until, now } = start([...many(3), { name: 'z.zip', problem: 'Locked.' }], send)
  await until('done')
  expect(now()?.refused.map(({ name, sentence, again }) => [name, sentence, Boolean(again)])).toEqual([
    ['z.zip', 'Locked.', false],
    ['IM1', 'Cut.', false],
    ['IM2', 'Not now.', true],
  ])
  sending.retry()
  await until('done')
  await expect.poll(() => now()?.files).toEqual({ all: 4, done: 4, stored: 2, duplicates: 0 })
  expect(send).toHaveBeenCalledTimes(2)
  expect(send.mock.calls[1]?.[0]).toHaveLength(1)
})

test('what is no DICOM, or can no longer be read, is not sent', async () => {
  const send = vi.fn<SendBatch>().mockResolvedValue(stored)
  const gone = { name: 'gone', size: 9, read: () => Promise.reject(new DOMException('', 'NotReadableError')) }
  const note = { name: 'note.txt', size: 4, read: async () => new Blob(['note']) }
  const { until, now } = start([gone, note], send)
  await until('done')
  expect(send).not.toHaveBeenCalled()
  expect(now()?.refused.map(({ sentence }) => sentence)).toEqual([messages.unreadable, messages.notDicom])
})

test('a cancelled upload tells what was not sent, and can still send it', async () => {
  const { waiting, send } = held()
  const { sending, until, now } = start(many(60), send)
  await expect.poll(() => waiting.length).toBe(2)
  sending.cancel()
  await until('done')
  expect(now()?.refused).toHaveLength(60)
  sending.retry()
  await expect.poll(() => waiting.length).toBe(4)
  for (const { answer } of waiting.slice(2)) answer(stored)
  await expect.poll(() => now()?.files).toEqual({ all: 60, done: 60, stored: 60, duplicates: 0 })
})

test('of a folder that was broken off only what is missing is sent, and its studies are named', async () => {
  const sent: number[] = []
  const asked: number[] = []
  const send: SendBatch = async (files) => {
    sent.push(files.length)
    return { ...stored, studies: ['1.2.4'] }
  }
  // The archive has the first 70 of eight batches. Two batches are in flight when one turns out to be all new.
  let place = 0
  const findStored: FindStoredFiles = async (files) => {
    asked.push(files.length)
    const here = files.filter((_, n) => place + n < 70)
    place += files.length
    return new Map(here.map((file) => [file, '1.2.3']))
  }
  const { until, now } = start(many(400), send, findStored)
  await until('done')
  expect(sent.reduce((sum, count) => sum + count)).toBe(330)
  expect(asked.length).toBeLessThanOrEqual(4)
  expect(now()).toMatchObject({
    files: { all: 400, done: 400, stored: 400, duplicates: 70 },
    studies: expect.arrayContaining(['1.2.3', '1.2.4']),
  })
  expect(now()?.bytes.sent).toBe(now()?.bytes.all)
})

test('a pause while it is asked what is known counts nothing twice', async () => {
  const findStored = vi.fn<FindStoredFiles>(nothing)
  findStored.mockImplementationOnce(
    (files, signal) =>
      new Promise((answer) =>
        signal.addEventListener('abort', () => answer(new Map(files.map((file) => [file, '1.2.3'])))),
      ),
  )
  const { sending, until, now } = start(many(10), async () => stored, findStored)
  await expect.poll(() => findStored.mock.calls.length).toBe(1)
  sending.pause()
  await until('paused')
  sending.resume()
  await until('done')
  expect(now()?.files).toEqual({ all: 10, done: 10, stored: 10, duplicates: 0 })
})
