import { listArrived, sendEmail, storeInstances, uploadDocument } from '@fornix/contract'
import { stowBody, stowType } from '../stow.ts'

/** `share` is how much of its whole size a file has; `seed` sets its UIDs, so that no two senders send the same one. */
type Making = { share: number; seed: number }
export type CostlyFile = { what: string; make: (making: Making) => CostlyRequest }
/** Without `:key`, which is a patient of the sender. */
export type CostlyRequest = { path: string; headers: Record<string, string>; body: Buffer }

const boundary = 'the-edge-of-a-field'
const formType = `multipart/form-data; boundary=${boundary}`
const fieldOf = (name: string, content: Buffer, fileName?: string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`),
    Buffer.from('\r\n\r\n'),
    content,
    Buffer.from('\r\n'),
  ])
const formOf = (...fields: Buffer[]) => Buffer.concat([...fields, Buffer.from(`--${boundary}--\r\n`)])

export const document = (name: string, bytes: Buffer): CostlyRequest => ({
  path: uploadDocument.path,
  headers: { 'content-type': formType },
  body: formOf(fieldOf('file', bytes, name)),
})
export const attachment = (name: string, bytes: Buffer): CostlyRequest => ({
  path: sendEmail.path,
  headers: { 'content-type': formType },
  body: formOf(
    ...Object.entries({ to_email: 'a@b.example', subject: 'x', message: 'x' }).map(([name, text]) =>
      fieldOf(name, Buffer.from(text)),
    ),
    fieldOf('new_attachments', bytes, name),
  ),
})
export const stow = (...files: Buffer[]): CostlyRequest => ({
  path: storeInstances.path,
  headers: { 'content-type': stowType, accept: 'application/dicom+json' },
  body: stowBody(files),
})
export const json = (body: string | Buffer): CostlyRequest => ({
  path: listArrived.path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(body),
})

export const manyOf = (count: number, share: number) => Math.max(2, Math.ceil(count * share))
