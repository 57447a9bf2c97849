import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { sendFiles, takeFiles } from './batch.ts'
import type { Choice } from './choice.ts'
import { messages } from './messages.ts'
import { type Archive, openUpload, type Progress, publish, refuse, type Upload } from './upload-state.ts'

const maxConcurrentBatches = 2

/** An upload in progress is aborted; when resent, the archive recognizes what had arrived. */
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
  void sendFiles(upload, batch, control.signal)
    .catch((error: unknown) => {
      if (control.signal.aborted) return
      // The files are not at fault: they go first when the user resumes.
      upload.trouble = failureSentence(error, messages.serverTrouble, isForReader)
      halt(upload, 'paused')
    })
    .finally(() => {
      upload.running.delete(control)
      run(upload)
    })
}

const run = (upload: Upload) => {
  const { waiting, running } = upload
  while (upload.state === 'sending' && running.size < maxConcurrentBatches && waiting.length > 0) startBatch(upload)
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

/** Sends files batch by batch, two at a time: the next is read only when an earlier one has arrived. */
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
    /** Resends files that failed through no fault of their own. */
    retry: () => retry(upload),
    stop: () => halt(upload, 'done'),
  }
}
export type Sending = ReturnType<typeof startSending>
