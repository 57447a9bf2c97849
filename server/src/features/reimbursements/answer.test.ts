import { readdir } from 'node:fs/promises'
import {
  addMyReimbursement,
  answerMyReimbursement,
  deleteReimbursement,
  downloadMyReimbursementFile,
  downloadReimbursementFile,
  getAccessLog,
  getWorkQueue,
  listMyReimbursements,
  listReimbursements,
  removeMyReceipt,
  removeReceipt,
  updateReimbursement,
} from '@fornix/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testClinic } from '../../../test/test-clinic.ts'
import { purgeFiles } from '../../clinic/records/retention.ts'
import { patientId, projectId } from '../../platform/database/scope.ts'
import { purgeReimbursements } from './retention.ts'

const { as, send, given, owner, folder, mailsTo, database, together, project, nurse } = await testClinic()
const taxi = { name: 'taxi.pdf', bytes: smallPdf('taxi') }
const better = { name: 'better.pdf', bytes: smallPdf('with a date') }

const claimOf = async (patient: TestUser) =>
  (await as(patient).call(listMyReimbursements, { params: { key: patient.email } })).reimbursements[0]!
const decide = (id: string, body: object) => send(nurse, updateReimbursement, { params: { id }, body })
/** A request that staff have put on hold. */
const onHold = async () => {
  const patient = await given.patient(project)
  await as(patient).call(addMyReimbursement, { body: { amount: '48', description: 'Taxi' } }, { file: taxi })
  await decide((await claimOf(patient)).id, { status: 'On Hold', comment: 'The receipt has no date' })
  return { patient, claim: await claimOf(patient) }
}
type Sent = { note?: string; version?: number; upload_key?: string }
const answer = (patient: TestUser, { id, version }: { id: string; version: number }, body: Sent, file?: typeof taxi) =>
  send(patient, answerMyReimbursement, { params: { id }, body: { version, ...body } }, file ? { file } : {})
const storedFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
const stepsOf = (id: string) => owner('select from reimbursement_history where reimbursement_id = $1', [id])
const stateInQueue = async (id: string) => {
  const { sections } = await as(nurse).call(getWorkQueue, { query: { all: 'reimbursement' } })
  return sections.find(({ kind }) => kind === 'reimbursement')?.items.find((item) => item.id === id)?.state
}

test('an answer is where staff decide, with its note and both receipts, and mails nobody', async () => {
  const { patient, claim } = await onHold()
  const mails = (await mailsTo(patient.email)).length
  expect(await answer(patient, claim, { note: 'It was June 3.' }, better)).toMatchObject({ status: 200 })

  const { reimbursements } = await as(nurse).call(listReimbursements, { params: { key: patient.code } })
  const [seen] = reimbursements
  expect(seen).toMatchObject({ status: 'Submitted', comment: '', file_name: 'better.pdf', version: claim.version + 1 })
  expect(seen?.history.at(-1)).toMatchObject({
    status: 'Submitted',
    comment: 'It was June 3.',
    is_answer: true,
    earlier_receipt: { file_id: claim.file_id, file_name: 'taxi.pdf' },
  })
  expect(seen?.history.map(({ is_answer }) => is_answer)).toEqual([false, false, true])
  for (const [file_id, { bytes }] of [
    [claim.file_id, taxi],
    [seen?.file_id ?? '', better],
  ] as const)
    for (const [user, call] of [
      [nurse, downloadReimbursementFile],
      [patient, downloadMyReimbursementFile],
    ] as const)
      expect((await send(user, call, { params: { file_id } })).bytes.equals(bytes)).toBe(true)
  expect(await mailsTo(patient.email)).toHaveLength(mails)
  const { entries } = await as(patient).call(getAccessLog, { query: { own: 'true' } })
  expect(entries.map(({ what }) => what)).toContain('Answered a question about a reimbursement request')
  expect(
    await owner(
      "select actor_id, object_id from audit_events where action = 'reimbursement.answer' and patient_id = $1",
      [patient.id],
    ),
  ).toEqual([{ actor_id: patient.id, object_id: claim.id }])
})

test('a note alone leaves the receipt, and a receipt alone needs no note', async () => {
  const [noted, shown] = [await onHold(), await onHold()]
  // The longest possible note, in a script with three bytes per character.
  expect((await answer(noted.patient, noted.claim, { note: '語'.repeat(5000) })).status).toBe(200)
  expect(await claimOf(noted.patient)).toMatchObject({ status: 'Submitted', file_id: noted.claim.file_id })
  expect((await claimOf(noted.patient)).history.at(-1)?.earlier_receipt).toBeNull()
  expect((await answer(shown.patient, shown.claim, {}, better)).status).toBe(200)
  expect(await claimOf(shown.patient)).toMatchObject({ status: 'Submitted', file_name: 'better.pdf' })
})

test('the work queue says that a request was answered, until staff decide again', async () => {
  const { patient, claim } = await onHold()
  expect(await stateInQueue(claim.id)).toBe('On Hold')
  await answer(patient, claim, { note: 'It was June 3.' })
  expect(await stateInQueue(claim.id)).toBe('Answered')
  await decide(claim.id, { status: 'Pending Approval' })
  expect(await stateInQueue(claim.id)).toBe('Pending Approval')
  await decide(claim.id, { status: 'Submitted' })
  expect(await stateInQueue(claim.id)).toBe('Submitted')
})

describe('refused, with nothing of it kept:', () => {
  test.each([
    ['neither note nor receipt', {}, undefined, 400, { fields: { note: 'Please write a note or add a receipt' } }],
    ['spaces', { note: '  \n' }, undefined, 400, { fields: { note: 'Please write a note or add a receipt' } }],
    ['a note that is too long', { note: 'x'.repeat(5001) }, better, 400, { fields: { note: expect.any(String) } }],
    ['no file of a receipt', {}, { name: 'a.txt', bytes: Buffer.from('x') }, 415, { error: /^Invalid file type/ }],
    [
      'a receipt that is too large',
      {},
      { name: 'a.pdf', bytes: Buffer.concat([smallPdf(), Buffer.alloc(1_100_000, ' ')]) },
      413,
      { error: /^File size exceeds 1MB limit\.$/ },
    ],
  ])('%s', async (_, body, file, status, said: { error?: RegExp; fields?: object }) => {
    const { patient, claim } = await onHold()
    const before = await storedFiles()
    const refused = await answer(patient, claim, body, file)
    expect(refused).toMatchObject({ status, body: said.error ? { error: expect.stringMatching(said.error) } : said })
    expect(await claimOf(patient)).toEqual(claim)
    expect(await storedFiles()).toBe(before)
  })

  test.each(['Submitted', 'Pending Approval', 'Approved', 'Rejected', 'Processing', 'Paid'])(
    'an answer to a request that is %s',
    async (status) => {
      const { patient, claim } = await onHold()
      await decide(claim.id, { status, comment: 'A reason' })
      const now = await claimOf(patient)
      const before = await storedFiles()
      expect(await answer(patient, now, { note: 'It was June 3.' }, better)).toMatchObject({
        status: 409,
        body: { code: 'not_on_hold', error: 'This request is no longer on hold, so your answer was not sent.' },
      })
      expect(await claimOf(patient)).toEqual(now)
      expect(await storedFiles()).toBe(before)
    },
  )

  test('another patient’s request, and one that was deleted', async () => {
    const { patient, claim } = await onHold()
    const neighbor = await given.patient(project)
    expect((await answer(neighbor, claim, { note: 'Mine' }, better)).status).toBe(404)
    expect(await claimOf(patient)).toEqual(claim)
    await send(nurse, deleteReimbursement, { params: { id: claim.id } })
    expect((await answer(patient, claim, { note: 'Mine' })).status).toBe(404)
  })

  test('an answer to what the clinic has changed meanwhile', async () => {
    const { patient, claim } = await onHold()
    await decide(claim.id, { comment: 'The name is missing, too' })
    expect(await answer(patient, claim, { note: 'It was June 3.' })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
    expect((await answer(patient, await claimOf(patient), { note: 'Ana, June 3.' })).status).toBe(200)
  })
})

test.each([
  ['with a receipt', better],
  ['as a note', undefined],
])('sent again after an answer that was lost, %s, it is stored once', async (_, file) => {
  const { patient, claim } = await onHold()
  const body = { note: 'It was June 3.', upload_key: crypto.randomUUID() }
  expect((await answer(patient, claim, body, file)).status).toBe(200)
  const [steps, files] = [(await stepsOf(claim.id)).length, await storedFiles()]
  expect((await answer(patient, claim, body, file)).status).toBe(200)
  // Also after the clinic has asked for something else.
  await decide(claim.id, { status: 'On Hold', comment: 'And the name?' })
  expect((await answer(patient, claim, body, file)).status).toBe(200)
  expect(await claimOf(patient)).toMatchObject({ status: 'On Hold', comment: 'And the name?' })
  expect(await stepsOf(claim.id)).toHaveLength(steps + 1)
  expect(await storedFiles()).toBe(files)
  expect(
    await owner("select from audit_events where action = 'reimbursement.answer' and object_id = $1", [claim.id]),
  ).toHaveLength(1)
})

describe('at the same moment', () => {
  const onClaim = (id: string, sends: () => ReturnType<typeof send>[]) =>
    together('select from reimbursements where reimbursement_id = $1', [id], sends)

  test('of two answers one is taken', async () => {
    const { patient, claim } = await onHold()
    const answers = await onClaim(claim.id, () =>
      ['First', 'Second'].map((note) => answer(patient, claim, { note }, better)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await claimOf(patient)).history).toHaveLength(3)
  })

  test('the same answer twice is one, and both are told that it arrived', async () => {
    const { patient, claim } = await onHold()
    const body = { note: 'It was June 3.', upload_key: crypto.randomUUID() }
    const answers = await onClaim(claim.id, () => [1, 2].map(() => answer(patient, claim, body, better)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await claimOf(patient)).history).toHaveLength(3)
  })

  test('a decision and an answer: one is taken, and the other is told', async () => {
    const { patient, claim } = await onHold()
    const { id, version } = claim
    const answers = await onClaim(id, () => [
      decide(id, { status: 'Approved', version }),
      answer(patient, claim, { note: 'It was June 3.' }, better),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const taken = answers[0]?.status === 200 ? 'Approved' : 'Submitted'
    expect(await claimOf(patient)).toMatchObject({ status: taken })
  })
})

test('the database lets a patient change a request of their own from On Hold to Submitted, and nothing else', async () => {
  const { patient, claim } = await onHold()
  const neighbor = await given.patient(project)
  const set = (who: TestUser, status: string) =>
    database.scoped({ project: projectId(project), patient: patientId(who.id) }, (db) =>
      db
        .updateTable('reimbursements')
        .set({ status, comment: '' })
        .where('reimbursement_id', '=', claim.id)
        .executeTakeFirst(),
    )
  await expect(set(patient, 'Approved')).rejects.toThrow(/row-level security/)
  expect(await set(neighbor, 'Submitted')).toMatchObject({ numUpdatedRows: 0n })
  expect(await set(patient, 'Submitted')).toMatchObject({ numUpdatedRows: 1n })
  expect(await set(patient, 'Submitted')).toMatchObject({ numUpdatedRows: 0n })
})

test.each([
  ['paid_amount', '48'],
  ['amount', '999'],
  ['description', 'A first-class flight'],
  ['category', 'Hotel'],
  ['expense_date', '2026-01-01'],
  ['comment', 'Approved by the clinic'],
  ['created_at', '2020-01-01'],
  ['deleted_at', '2020-01-01'],
])('the database lets a patient write no %s', async (column, value) => {
  const { patient, claim } = await onHold()
  const scope = { project: projectId(project), patient: patientId(patient.id) }
  const write = () =>
    database.scoped(scope, (db) =>
      sql`update reimbursements set status = 'Submitted', ${sql.ref(column)} = ${value}
           where reimbursement_id = ${claim.id}`.execute(db),
    )
  await expect(write()).rejects.toThrow('a patient changes neither the money nor what staff decided')
  expect(await claimOf(patient)).toEqual(claim)
})

test.each([
  ['status', { status: 'Approved' }],
  ['comment', { comment: 'Approved by the clinic' }],
  ['paid_amount', { status: 'Paid', paid_amount: '48' }],
])('the database lets a patient ask for nothing with a %s', async (_, decided) => {
  const { patient, claim } = await onHold()
  const scope = { project: projectId(project), patient: patientId(patient.id) }
  const row = { patient_id: patient.id, file_id: claim.file_id, amount: '48', description: 'Taxi', category: 'Other' }
  const write = () =>
    database.scoped(scope, (db) =>
      db
        .insertInto('reimbursements')
        .values({ ...row, reimbursement_id: crypto.randomUUID(), ...decided })
        .execute(),
    )
  await expect(write()).rejects.toThrow(/row-level security/)
})

describe('an earlier receipt', () => {
  const replaced = async () => {
    const { patient, claim } = await onHold()
    await answer(patient, claim, { note: 'With a date' }, better)
    return { patient, claim, params: { file_id: claim.file_id } }
  }
  const removals = (file_id: string) =>
    owner("select actor_id from audit_events where action = 'reimbursement.remove_receipt' and object_id = $1", [
      file_id,
    ])

  test.each([
    ['the patient', removeMyReceipt],
    ['staff', removeReceipt],
  ])('is removed by %s while the request is open, and by nobody twice', async (_, call) => {
    const { patient, claim, params } = await replaced()
    const who = call === removeReceipt ? nurse : patient
    const [first, again] = [await send(who, call, { params }), await send(who, call, { params })]
    expect([first.status, again.status]).toEqual([200, 200])

    const seen = await claimOf(patient)
    expect(seen).toMatchObject({ status: 'Submitted', file_name: 'better.pdf' })
    expect(seen.history.at(-1)).toMatchObject({
      comment: 'With a date',
      earlier_receipt: null,
      is_receipt_removed: true,
    })
    expect(seen.history.at(0)?.is_receipt_removed).toBe(false)
    for (const [user, download] of [
      [nurse, downloadReimbursementFile],
      [patient, downloadMyReimbursementFile],
    ] as const) {
      expect((await send(user, download, { params })).status).toBe(404)
      expect((await send(user, download, { params: { file_id: seen.file_id } })).status).toBe(200)
    }
    expect(await removals(claim.file_id)).toEqual([{ actor_id: who.id }])
    const { entries } = await as(patient).call(getAccessLog, { query: { own: 'true' } })
    expect(entries.map(({ what }) => what)).toContain('Removed an earlier receipt of a reimbursement request')
  })

  test.each(['Rejected', 'Paid', 'paid and set back'])('stays with a request that is %s', async (state) => {
    const { patient, claim, params } = await replaced()
    await decide(claim.id, { status: state === 'Rejected' ? state : 'Paid', comment: 'A reason' })
    if (state === 'paid and set back') await decide(claim.id, { status: 'Processing' })
    for (const [who, call] of [
      [patient, removeMyReceipt],
      [nurse, removeReceipt],
    ] as const)
      expect(await send(who, call, { params })).toMatchObject({
        status: 409,
        body: { error: 'This request has been decided, so its receipts stay with it.' },
      })
    expect((await send(nurse, downloadReimbursementFile, { params })).status).toBe(200)
  })

  test('of somebody else, the receipt that counts, and what is none, are not removed', async () => {
    const { patient, claim, params } = await replaced()
    const { file_id } = await claimOf(patient)
    expect((await send(await given.patient(project), removeMyReceipt, { params })).status).toBe(404)
    expect((await send(await given.staff('Nurse'), removeReceipt, { params })).status).toBe(404)
    expect((await send(nurse, removeMyReceipt, { params })).status).toBe(403)
    for (const id of [file_id, claim.id])
      expect((await send(patient, removeMyReceipt, { params: { file_id: id } })).status).toBe(404)
    await send(nurse, deleteReimbursement, { params: { id: claim.id } })
    expect((await send(patient, removeMyReceipt, { params })).status).toBe(404)
    expect(await owner('select from files where patient_id = $1 and deleted_at is not null', [patient.id])).toEqual([])
  })

  test('that was removed is kept as long as the request that names it', async () => {
    const { patient, claim, params } = await replaced()
    await send(patient, removeMyReceipt, { params })
    await owner("update files set deleted_at = now() - interval '11 years' where file_id = $1", [claim.file_id])
    await owner("update projects set retention_set_at = now() - interval '1 year' where project_id = $1", [project])
    const purge = () => database.unscoped('a test', (db) => purgeFiles(db, 10))
    const kept = () => owner('select from files where file_id = $1', [claim.file_id])
    await purge()
    expect(await kept()).toHaveLength(1)
    await send(nurse, deleteReimbursement, { params: { id: claim.id } })
    await owner("update reimbursements set deleted_at = now() - interval '11 years' where reimbursement_id = $1", [
      claim.id,
    ])
    await database.unscoped('a test', (db) => purgeReimbursements(db, 10))
    await purge()
    expect(await kept()).toEqual([])
  })
})

test('the receipts that answers replaced go with the request, and not before', async () => {
  const { patient, claim } = await onHold()
  await answer(patient, claim, {}, better)
  const { file_id } = await claimOf(patient)
  await send(nurse, deleteReimbursement, { params: { id: claim.id } })
  for (const file of [claim.file_id, file_id])
    expect((await send(nurse, downloadReimbursementFile, { params: { file_id: file } })).status).toBe(404)
  await owner("update reimbursements set deleted_at = now() - interval '11 years' where reimbursement_id = $1", [
    claim.id,
  ])
  await owner("update projects set retention_set_at = now() - interval '1 year' where project_id = $1", [project])
  await database.unscoped('a test', (db) => purgeReimbursements(db, 10))
  expect(await owner('select from files where patient_id = $1 and deleted_at is null', [patient.id])).toEqual([])
  expect(await stepsOf(claim.id)).toEqual([])
})
