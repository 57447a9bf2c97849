import type { StoreAnswer } from '@fornix/contract'
import { untilAnswered } from '../../platform/calls/until-answered.ts'
import { fileSentence } from '../../platform/http/failure.ts'
import type { Choice, Waiting } from './choice.ts'
import type { KnownFiles } from './known-files.ts'
import { look } from './look.ts'
import { messages } from './messages.ts'
import type { SendBatch } from './send-batch.ts'

const atOnce = 2
const filesAtOnce = 50
const bytesAtOnce = 16 * 1024 * 1024

/** `again` is there where sending it once more may help. */
export type Refusal = { name: string; sentence: string; again?: Waiting }
export type Progress = {
  state: 'sending' | 'paused' | 'done'
  /** Why it paused, or waits for the connection. */
  trouble: string
  /** `known`: of the stored, those that were here before. */
  files: { all: number; done: number; stored: number; known: number }
  bytes: { all: number; sent: number }
  refused: readonly Refusal[]
  studies: readonly string[]
}

type Batch = { files: Waiting[]; sent: number }
/** How files reach the archive, and which of them it has. */
export type Archive = { send: SendBatch; known: KnownFiles }
type Upload = {
  archive: Archive
  /** Until a batch is all new: what was broken off comes first when it is chosen again. */
  isAsking: boolean
  onChange: (progress: Progress) => void
  state: Progress['state']
  trouble: string
  waiting: Waiting[]
  running: Map<AbortController, Batch>
  refused: Refusal[]
  studies: Set<string>
  done: { files: number; bytes: number; stored: number; known: number }
  all: { files: number; bytes: number }
}

const refuse = (upload: Upload, file: Waiting | { name: string }, sentence: string, again?: Waiting) => {
  upload.refused.push({ name: file.name, sentence, ...(again && { again }) })
  upload.done.files++
  if ('size' in file) upload.done.bytes += file.size
}

const openUpload = (choices: readonly Choice[], archive: Archive, onChange: Upload['onChange']) => {
  const upload: Upload = {
    archive,
    isAsking: true,
    onChange,
    state: 'sending',
    trouble: '',
    waiting: [],
    running: new Map(),
    refused: [],
    studies: new Set(),
    done: { files: 0, bytes: 0, stored: 0, known: 0 },
    all: { files: choices.length, bytes: 0 },
  }
  for (const choice of choices) {
    if ('problem' in choice) refuse(upload, choice, choice.problem)
    else {
      upload.waiting.push(choice)
      upload.all.bytes += choice.size
    }
  }
  return upload
}

const publish = ({ onChange, state, trouble, running, refused, studies, done, all }: Upload) => {
  const sent = [...running.values()].reduce((sum, batch) => sum + batch.sent, done.bytes)
  onChange({
    state,
    trouble,
    files: { all: all.files, done: done.files, stored: done.stored, known: done.known },
    bytes: { all: all.bytes, sent: Math.min(sent, all.bytes) },
    refused: [...refused],
    studies: [...studies],
  })
}

const takeFiles = (waiting: Waiting[]) => {
  let [count, bytes] = [0, 0]
  for (const { size } of waiting.slice(0, filesAtOnce)) {
    if (count > 0 && bytes + size > bytesAtOnce) break
    count++
    bytes += size
  }
  return waiting.splice(0, count)
}

type Ready = { file: Waiting; blob: Blob }
/** The files of a batch that can be sent, or null when it was aborted meanwhile; the others are refused and leave the batch. */
const readBatch = async (upload: Upload, batch: Batch, signal: AbortSignal): Promise<Ready[] | null> => {
  const ready: Ready[] = []
  for (const file of [...batch.files]) {
    const seen = await look(file)
    if (signal.aborted) return null
    if (typeof seen !== 'string') ready.push({ file, blob: seen })
    else {
      batch.files.splice(batch.files.indexOf(file), 1)
      refuse(upload, file, seen)
    }
  }
  return ready
}

const countStored = ({ done }: Upload, { size }: Waiting) => {
  done.files++
  done.stored++
  done.bytes += size
}

/** Asked again until there is an answer: what is sent twice is known to the archive. */
const overDrops = async <T>(upload: Upload, signal: AbortSignal, ask: () => Promise<T>) => {
  const wait = () => {
    upload.trouble = messages.lineTrouble
    publish(upload)
  }
  const answer = await untilAnswered(ask, wait, signal)
  upload.trouble = ''
  return answer
}

/** Those that the archive has leave the batch and are counted, unless the batch was aborted meanwhile. */
const leaveOutKnown = async (upload: Upload, batch: Batch, ready: Ready[], signal: AbortSignal) => {
  if (!upload.isAsking || ready.length === 0) return ready
  const blobs = ready.map(({ blob }) => blob)
  const known = await overDrops(upload, signal, () => upload.archive.known(blobs, signal))
  if (signal.aborted) return []
  if (known.size === 0) upload.isAsking = false
  for (const { file, blob } of ready) {
    const study = known.get(blob)
    if (study === undefined) continue
    batch.files.splice(batch.files.indexOf(file), 1)
    countStored(upload, file)
    upload.done.known++
    upload.studies.add(study)
  }
  return ready.filter(({ blob }) => !known.has(blob))
}

const recordAnswer = (upload: Upload, ready: readonly Ready[], answer: StoreAnswer) => {
  const { done, studies } = upload
  const problems = new Map(answer.refused.map((refusal) => [refusal.part, refusal]))
  for (const [part, { file }] of ready.entries()) {
    const problem = problems.get(part)
    if (problem) {
      refuse(upload, file, problem.sentence, ['FAILED', 'FULL'].includes(problem.reason) ? file : undefined)
      continue
    }
    countStored(upload, file)
  }
  done.known += answer.known
  for (const study of answer.studies) studies.add(study)
}

const sendOne = async (upload: Upload, batch: Batch, signal: AbortSignal) => {
  const read = await readBatch(upload, batch, signal)
  if (!read) return
  const ready = await leaveOutKnown(upload, batch, read, signal)
  publish(upload)
  if (ready.length === 0) return
  const size = ready.reduce((sum, { file }) => sum + file.size, 0)
  const report = (bytes: number) => {
    batch.sent = Math.min(bytes, size)
    publish(upload)
  }
  const blobs = ready.map(({ blob }) => blob)
  const answer = await overDrops(upload, signal, () => upload.archive.send(blobs, report, signal))
  recordAnswer(upload, ready, answer)
  batch.files = []
}

/** What is on its way is broken off; sent again, it is known to the archive as far as it came. */
const halt = (upload: Upload, next: 'paused' | 'done') => {
  const { waiting, running } = upload
  upload.state = next
  for (const [control, batch] of running) {
    control.abort()
    if (next === 'paused') waiting.unshift(...batch.files)
  }
  running.clear()
  publish(upload)
}

const startBatch = (upload: Upload) => {
  const control = new AbortController()
  const batch = { files: takeFiles(upload.waiting), sent: 0 }
  upload.running.set(control, batch)
  void sendOne(upload, batch, control.signal)
    .catch((error: unknown) => {
      if (control.signal.aborted) return
      // Nothing is wrong with the files: they go first when somebody goes on.
      upload.trouble = fileSentence(error, messages.serverTrouble)
      halt(upload, 'paused')
    })
    .finally(() => {
      upload.running.delete(control)
      run(upload)
    })
}

const run = (upload: Upload) => {
  const { waiting, running } = upload
  while (upload.state === 'sending' && running.size < atOnce && waiting.length > 0) startBatch(upload)
  if (upload.state === 'sending' && running.size === 0 && waiting.length === 0) upload.state = 'done'
  publish(upload)
}

const resume = (upload: Upload) => {
  upload.state = 'sending'
  upload.trouble = ''
  run(upload)
}

const cancel = (upload: Upload) => {
  const { waiting, running } = upload
  const left = [...waiting, ...[...running.values()].flatMap(({ files }) => files)]
  waiting.length = 0
  halt(upload, 'done')
  for (const file of left) refuse(upload, file, messages.cancelled, file)
  publish(upload)
}

const retry = (upload: Upload) => {
  const { waiting, refused, done } = upload
  for (const { again } of refused.filter((refusal) => refusal.again)) {
    if (!again) continue
    done.files--
    done.bytes -= again.size
    waiting.push(again)
  }
  refused.splice(0, refused.length, ...refused.filter((refusal) => !refusal.again))
  resume(upload)
}

/** Sends files batch by batch, two at a time: the next is read only when one before it has arrived. */
export const startSending = (choices: readonly Choice[], archive: Archive, onChange: (progress: Progress) => void) => {
  const upload = openUpload(choices, archive, onChange)
  run(upload)
  return {
    pause: () => {
      upload.trouble = ''
      halt(upload, 'paused')
    },
    resume: () => resume(upload),
    cancel: () => cancel(upload),
    /** Sends once more what did not arrive for no fault of its own. */
    retry: () => retry(upload),
    stop: () => halt(upload, 'done'),
  }
}
export type Sending = ReturnType<typeof startSending>
