import { readdir } from 'node:fs/promises'
import { listEmails, sendEmail, uploadDocument } from '@fornix/contract'
import { smallPdf, type TestUser } from './given.ts'
import { testApp } from './harness.ts'

type File = { name: string; bytes: Buffer }

/** A PDF of so many bytes. */
export const pdfOfSize = (bytes: number) => {
  const rest = bytes - smallPdf('').length
  return smallPdf(`${'%'.repeat(rest - 1)}\n`)
}

/** A nurse who writes to a patient of the same clinic, and what becomes of these emails. */
export const emailWorld = async () => {
  const app = await testApp()
  const { given, as, send, owner, folder } = app

  const setting = async () => {
    const nora = await given.staff('Nurse')
    const ana = await given.patient(nora.project)
    return { nora, ana }
  }
  const text = (ana: TestUser) => ({ to_email: ana.email, subject: 'Your scan', message: 'Dear Ana,\n\nsee you soon.' })
  const write = (nora: TestUser, ana: TestUser, body: object = {}, files: File[] = []) =>
    send(nora, sendEmail, { params: { key: ana.code }, body: { ...text(ana), ...body } }, { files })
  const emails = async (nora: TestUser, ana: TestUser) =>
    (await as(nora).call(listEmails, { params: { key: ana.email }, query: {} })).emails
  const queued = (ana: TestUser) =>
    owner<{ to_addresses: string[]; cc: string[]; bcc: string[]; reply_to: string; subject: string; body: string }>(
      'select to_addresses, cc, bcc, reply_to, subject, body from mail_outbox where patient_id = $1',
      [ana.id],
    )
  const documentOf = async (nora: TestUser, ana: TestUser, name = 'Report.pdf') =>
    (await as(nora).call(uploadDocument, { params: { key: ana.code } }, { file: { name, bytes: smallPdf(name) } }))
      .file_id
  const stored = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

  return { ...app, setting, write, emails, queued, documentOf, stored }
}
