import { ApiFailure } from '../../platform/http/failure.ts'
import type { Choice, Waiting } from './choice.ts'
import { messages } from './messages.ts'
import type { SendBatch } from './send-batch.ts'

const atOnce = 2
const filesAtOnce = 50
const bytesAtOnce = 16 * 1024 * 1024

/** `again` is there where sending it once more may help. */
export type Refusal = { name: string; sentence: string; again?: Waiting }
export type Progress = {
  state: 'sending' | 'paused' | 'done'
  /** Why it paused by itself. */
  trouble: string
  files: { all: number; done: number; stored: number }
  bytes: { all: number; sent: number }
  refused: readonly Refusal[]
  studies: readonly string[]
}

const signatureAt = 128
/** Reading a little of a file tells whether it is still there, and spares what is no DICOM the way. */
const look = async ({ name, read }: Waiting): Promise<Blob | string> => {
  try {
    const blob = await read()
    const signature = await blob.slice(signatureAt, signatureAt + 4).text()
    return signature === 'DICM' ? blob : messages.notDicom
  } catch {
    return name.includes('.zip/') ? messages.unreadableInZip : messages.unreadable
  }
}

/** Sends files batch by batch, two at a time: the next is read only when one before it has arrived. */
export const startSending = (choices: readonly Choice[], send: SendBatch, onChange: (progress: Progress) => void) => {
  const waiting: Waiting[] = []
  const running = new Map<AbortController, { files: Waiting[]; sent: number }>()
  const refused: Refusal[] = []
  const studies = new Set<string>()
  const done = { files: 0, bytes: 0, stored: 0 }
  const all = { files: choices.length, bytes: 0 }
  let [state, trouble]: [Progress['state'], string] = ['sending', '']

  const tell = () => {
    const sent = [...running.values()].reduce((sum, batch) => sum + batch.sent, done.bytes)
    onChange({
      state,
      trouble,
      files: { all: all.files, done: done.files, stored: done.stored },
      bytes: { all: all.bytes, sent: Math.min(sent, all.bytes) },
      refused: [...refused],
      studies: [...studies],
    })
  }
  const refuse = (file: Waiting | { name: string }, sentence: string, again?: Waiting) => {
    refused.push({ name: file.name, sentence, ...(again && { again }) })
    done.files++
    if ('size' in file) done.bytes += file.size
  }
  for (const choice of choices) {
    if ('problem' in choice) refuse(choice, choice.problem)
    else {
      waiting.push(choice)
      all.bytes += choice.size
    }
  }

  const nextFiles = () => {
    let [count, bytes] = [0, 0]
    for (const { size } of waiting.slice(0, filesAtOnce)) {
      if (count > 0 && bytes + size > bytesAtOnce) break
      count++
      bytes += size
    }
    return waiting.splice(0, count)
  }

  const sendOne = async (control: AbortController, batch: { files: Waiting[]; sent: number }) => {
    const ready: { file: Waiting; blob: Blob }[] = []
    for (const file of [...batch.files]) {
      const seen = await look(file)
      if (control.signal.aborted) return
      if (typeof seen !== 'string') ready.push({ file, blob: seen })
      else {
        batch.files.splice(batch.files.indexOf(file), 1)
        refuse(file, seen)
      }
    }
    tell()
    if (ready.length === 0) return
    const size = ready.reduce((sum, { file }) => sum + file.size, 0)
    const report = (bytes: number) => {
      batch.sent = Math.min(bytes, size)
      tell()
    }
    const answer = await send(
      ready.map(({ blob }) => blob),
      report,
      control.signal,
    )
    const problems = new Map(answer.refused.map((refusal) => [refusal.part, refusal]))
    for (const [part, { file }] of ready.entries()) {
      const problem = problems.get(part)
      if (problem) {
        refuse(file, problem.sentence, ['FAILED', 'FULL'].includes(problem.reason) ? file : undefined)
        continue
      }
      done.files++
      done.stored++
      done.bytes += file.size
    }
    for (const study of answer.studies) studies.add(study)
    batch.files = []
  }

  const run = async () => {
    while (state === 'sending' && running.size < atOnce && waiting.length > 0) {
      const control = new AbortController()
      const batch = { files: nextFiles(), sent: 0 }
      running.set(control, batch)
      void sendOne(control, batch)
        .catch((error: unknown) => {
          if (control.signal.aborted) return
          // Nothing is wrong with the files: they go first when somebody goes on.
          trouble = error instanceof ApiFailure && error.status > 0 ? messages.serverTrouble : messages.lineTrouble
          halt('paused')
        })
        .finally(() => {
          running.delete(control)
          void run()
        })
    }
    if (state === 'sending' && running.size === 0 && waiting.length === 0) state = 'done'
    tell()
  }
  /** What is on its way is broken off; sent again, it is known to the archive as far as it came. */
  const halt = (next: 'paused' | 'done') => {
    state = next
    for (const [control, batch] of running) {
      control.abort()
      if (next === 'paused') waiting.unshift(...batch.files)
    }
    running.clear()
    tell()
  }
  const resume = () => {
    state = 'sending'
    trouble = ''
    void run()
  }
  void run()
  return {
    pause: () => halt('paused'),
    resume,
    cancel: () => {
      const left = [...waiting, ...[...running.values()].flatMap(({ files }) => files)]
      waiting.length = 0
      halt('done')
      for (const file of left) refuse(file, messages.cancelled, file)
      tell()
    },
    /** Sends once more what did not arrive for no fault of its own. */
    retry: () => {
      for (const { again } of refused.filter((refusal) => refusal.again)) {
        if (!again) continue
        done.files--
        done.bytes -= again.size
        waiting.push(again)
      }
      refused.splice(0, refused.length, ...refused.filter((refusal) => !refusal.again))
      resume()
    },
    stop: () => halt('done'),
  }
}
export type Sending = ReturnType<typeof startSending>
