import { readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import {
  addMyReimbursement,
  type Call,
  downloadDocument,
  downloadEmailAttachment,
  downloadForm,
  downloadMyDocument,
  downloadMyReimbursementFile,
  downloadReimbursementFile,
  listMyReimbursements,
  sendEmail,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { capturedLog } from '../../../test/captured-log.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { log, lines } = capturedLog('error')
const { as, given, send, owner, folder } = await testApp({ platform: () => ({ log }) })

const ana = await given.patient()
const nora = await given.staff('Nurse', ana.project)
// Large enough that the damage is far beyond the start of the response.
const bytes = Buffer.concat([smallPdf().subarray(0, -6), Buffer.alloc(300_000, ' '), Buffer.from('%%EOF\n')])
const file = { name: 'a.pdf', bytes }

const paths = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`)
}
const newest = async () =>
  (await owner<{ id: string }>('select file_id as id from files order by upload_date desc limit 1', []))[0]!.id
const documentOf = async () => (await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file })).file_id
const receiptOf = async () => {
  const body = { amount: '3.00', description: 'Bus', category: 'Transportation' } as never
  await as(ana).call(addMyReimbursement, { body }, { file })
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key: ana.email } })
  return reimbursements[0]!.file_id!
}
const attachmentOf = async () => {
  const body = { to_email: ana.email, subject: 'S', message: 'M' } as never
  await as(nora).call(sendEmail, { params: { key: ana.email }, body }, { file })
  return newest()
}

const flip = async (path: string) => {
  const stored = await readFile(path)
  stored[stored.length - 20]! ^= 1
  await writeFile(path, stored)
}
const damages: [string, (path: string, id: string) => Promise<unknown>, string][] = [
  ['a byte was changed', flip, 'A stored file is damaged'],
  [
    'the end is missing',
    async (path) => writeFile(path, (await readFile(path)).subarray(0, -70_000)),
    'A stored file is damaged',
  ],
  ['it is gone', unlink, 'A stored file is missing'],
  [
    'its key was changed',
    (_, id) =>
      owner(
        'update files set wrapped_key = set_byte(wrapped_key, 20, 255 - get_byte(wrapped_key, 20)) where file_id = $1',
        [id],
      ),
    'The key of a stored file does not open it',
  ],
]
const kinds: [string, () => Promise<string>, [TestUser, Call][]][] = [
  [
    'document',
    documentOf,
    [
      [ana, downloadMyDocument],
      [nora, downloadDocument],
    ],
  ],
  [
    'receipt',
    receiptOf,
    [
      [ana, downloadMyReimbursementFile],
      [nora, downloadReimbursementFile],
    ],
  ],
  ['attachment', attachmentOf, [[nora, downloadEmailAttachment]]],
]

test.each(
  kinds.flatMap(([kind, make, reads]) => damages.map((damage) => ({ kind, make, reads, what: damage[0], damage }))),
)('$kind: one of which $what is not shown, and leaves an event', async ({ make, reads, damage: [, harm, reason] }) => {
  const before = new Set(await paths())
  const id = await make()
  await harm((await paths()).find((path) => !before.has(path)) ?? '', id)
  lines.length = 0

  for (const [user, call] of reads)
    expect(await send(user, call, { params: { file_id: id } })).toMatchObject({
      status: 409,
      body: {
        error: 'This file was damaged in storage, so it is not shown. We have been notified.',
        code: 'file_broken',
      },
    })

  expect(
    await owner(
      "select actor_id, patient_id, action, result from audit_events where object_id = $1 and action in ('file.broken', 'document.read', 'reimbursement.read', 'email.attachment_read') order by event_id",
      [id],
    ),
  ).toEqual(reads.map(([user]) => ({ actor_id: user.id, patient_id: ana.id, action: 'file.broken', result: reason })))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(reads.map(() => ({ alert: 'file_broken', file: id })))
})

test('a whole file of each kind is shown as before', async () => {
  for (const [, make, reads] of kinds) {
    const id = await make()
    for (const [user, call] of reads) {
      const answer = await send(user, call, { params: { file_id: id } })
      expect(answer.status).toBe(200)
      expect(answer.bytes.equals(bytes)).toBe(true)
    }
  }
})

test.each(damages.map(([what, harm]) => ({ what, harm })))(
  'a signed form of which $what was damaged, and not forged',
  async ({ harm }) => {
    const before = new Set(await paths())
    const body = { signature: 'Ana Rivera' } as never
    const form = { ...file, bytes: smallPdf() }
    const { file_id } = await as(ana).call(uploadForm, { params: { key: ana.code }, body }, { file: form })
    await harm((await paths()).find((path) => !before.has(path)) ?? '', file_id)

    const answer = await send(nora, downloadForm, { params: { file_id } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'file_broken' } })
    expect(
      await owner(
        "select patient_id, action, result from audit_events where object_id = $1 and action in ('file.broken', 'form.broken')",
        [file_id],
      ),
    ).toEqual([{ patient_id: ana.id, action: 'file.broken', result: 'the file cannot be read' }])
  },
)
