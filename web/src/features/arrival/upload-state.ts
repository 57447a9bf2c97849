import type { Choice, Waiting } from './choice.ts'
import type { SendBatch } from './send-batch.ts'
import type { FindStoredFiles } from './stored-files.ts'

/** `again` is set if resending may help. */
export type Refusal = { name: string; sentence: string; again?: Waiting }
export type Progress = {
  state: 'sending' | 'paused' | 'done'
  /** Why it paused, or waits for the connection. */
  trouble: string
  /** `duplicates`: how many of the stored ones were here before. */
  files: { all: number; done: number; stored: number; duplicates: number }
  bytes: { all: number; sent: number }
  refused: readonly Refusal[]
  studies: readonly string[]
}

export type Batch = { files: Waiting[]; sent: number }
/** How files reach the archive, and which of them it already has. */
export type Archive = { send: SendBatch; findStored: FindStoredFiles }
export type Upload = {
  archive: Archive
  /** Until a batch is entirely new: an interrupted upload comes first when chosen again. */
  isAsking: boolean
  onChange: (progress: Progress) => void
  state: Progress['state']
  trouble: string
  waiting: Waiting[]
  running: Map<AbortController, Batch>
  refused: Refusal[]
  studies: Set<string>
  done: { files: number; bytes: number; stored: number; duplicates: number }
  all: { files: number; bytes: number }
}

export const refuse = (upload: Upload, file: Waiting | { name: string }, sentence: string, again?: Waiting) => {
  upload.refused.push({ name: file.name, sentence, ...(again && { again }) })
  upload.done.files++
  if ('size' in file) upload.done.bytes += file.size
}

export const countStored = ({ done }: Upload, { size }: Waiting) => {
  done.files++
  done.stored++
  done.bytes += size
}

export const openUpload = (choices: readonly Choice[], archive: Archive, onChange: Upload['onChange']) => {
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
    done: { files: 0, bytes: 0, stored: 0, duplicates: 0 },
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

export const publish = ({ onChange, state, trouble, running, refused, studies, done, all }: Upload) => {
  const sent = [...running.values()].reduce((sum, batch) => sum + batch.sent, done.bytes)
  onChange({
    state,
    trouble,
    files: { all: all.files, done: done.files, stored: done.stored, duplicates: done.duplicates },
    bytes: { all: all.bytes, sent: Math.min(sent, all.bytes) },
    refused: [...refused],
    studies: [...studies],
  })
}
