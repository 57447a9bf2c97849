import type { StoreResponse } from '@fornix/contract'
import { untilResponse } from '../../platform/calls/until-response.ts'
import { checkDicom } from './check-dicom.ts'
import type { Waiting } from './choice.ts'
import { messages } from './messages.ts'
import { type Batch, countStored, publish, refuse, type Upload } from './upload-state.ts'

const maxBatchFiles = 50
const maxBatchBytes = 16 * 1024 * 1024

/** Takes the next files to send together off the waiting list. */
export const takeFiles = (waiting: Waiting[]) => {
  let [count, bytes] = [0, 0]
  for (const { size } of waiting.slice(0, maxBatchFiles)) {
    if (count > 0 && bytes + size > maxBatchBytes) break
    count++
    bytes += size
  }
  return waiting.splice(0, count)
}

type Ready = { file: Waiting; blob: Blob }
/** The files of a batch that can be sent, or null if it was aborted meanwhile; the others are refused and leave the batch. */
const readBatch = async (upload: Upload, batch: Batch, signal: AbortSignal): Promise<Ready[] | null> => {
  const ready: Ready[] = []
  for (const file of [...batch.files]) {
    const seen = await checkDicom(file)
    if (signal.aborted) return null
    if (typeof seen !== 'string') ready.push({ file, blob: seen })
    else {
      batch.files.splice(batch.files.indexOf(file), 1)
      refuse(upload, file, seen)
    }
  }
  return ready
}

/** Retries until there is a response: the archive recognizes anything sent twice. */
const overDrops = async <T>(upload: Upload, signal: AbortSignal, ask: () => Promise<T>) => {
  const wait = () => {
    upload.trouble = messages.lineTrouble
    publish(upload)
  }
  const response = await untilResponse(ask, wait, signal)
  upload.trouble = ''
  return response
}

/** Files that the archive already has leave the batch and are counted, unless the batch was aborted meanwhile. */
const skipStored = async (upload: Upload, batch: Batch, ready: Ready[], signal: AbortSignal) => {
  if (!upload.isAsking || ready.length === 0) return ready
  const blobs = ready.map(({ blob }) => blob)
  const alreadyStored = await overDrops(upload, signal, () => upload.archive.findStored(blobs, signal))
  if (signal.aborted) return []
  if (alreadyStored.size === 0) upload.isAsking = false
  for (const { file, blob } of ready) {
    const study = alreadyStored.get(blob)
    if (study === undefined) continue
    batch.files.splice(batch.files.indexOf(file), 1)
    countStored(upload, file)
    upload.done.duplicates++
    upload.studies.add(study)
  }
  return ready.filter(({ blob }) => !alreadyStored.has(blob))
}

const recordResponse = (upload: Upload, ready: readonly Ready[], response: StoreResponse) => {
  const { done, studies } = upload
  const problems = new Map(response.refused.map((refusal) => [refusal.part, refusal]))
  for (const [part, { file }] of ready.entries()) {
    const problem = problems.get(part)
    if (problem) {
      refuse(upload, file, problem.sentence, ['FAILED', 'FULL'].includes(problem.reason) ? file : undefined)
      continue
    }
    countStored(upload, file)
  }
  done.duplicates += response.duplicates
  for (const study of response.studies) studies.add(study)
}

export const sendFiles = async (upload: Upload, batch: Batch, signal: AbortSignal) => {
  const read = await readBatch(upload, batch, signal)
  if (!read) return
  const ready = await skipStored(upload, batch, read, signal)
  publish(upload)
  if (ready.length === 0) return
  const size = ready.reduce((sum, { file }) => sum + file.size, 0)
  const report = (bytes: number) => {
    batch.sent = Math.min(bytes, size)
    publish(upload)
  }
  const blobs = ready.map(({ blob }) => blob)
  const response = await overDrops(upload, signal, () => upload.archive.send(blobs, report, signal))
  recordResponse(upload, ready, response)
  batch.files = []
}
