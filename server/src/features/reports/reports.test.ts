import {
  addMyReimbursement,
  exportRefusalsReport,
  exportReimbursementsReport,
  exportSurveysReport,
  exportVisitsReport,
  getAccessReport,
  getRefusalsReport,
  getReimbursementsReport,
  getRequestsReport,
  getSurveysReport,
  getVisitsReport,
  reportCalls,
  reportNames,
  saveRights,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { authorizationIn } from '../../../test/authorization.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { mergeWorld } from '../../../test/merge-world.ts'
import { reportingClinic } from '../../../test/reporting-clinic.ts'
import { periodOf } from './period.ts'

const clinic = await reportingClinic()
const { as, given, send, owner, database, setting, spring, visited } = clinic
const { mergeNow, undoNow } = await mergeWorld(clinic)

const { requested } = authorizationIn(clinic)

const decided = async (ana: TestUser, status: string, at: string, hours: number) =>
  owner(
    `update access_requests set status = $2, requested_at = $3::timestamptz - make_interval(hours => $4), decided_at = $3,
            access_until = '2027-01-01' where study_id = (select study_id from studies where study_uid = $1)`,
    [await requested(ana), status, at, hours],
  )

test('how long access takes is told of what was approved in a month; what waits now is told beside it', async () => {
  const { ana, nora } = await setting()
  await decided(ana, 'approved', '2026-03-01T04:30:00Z', 1)
  for (const [n, hours] of [2, 10, 48].entries()) await decided(ana, 'approved', `2026-03-1${n}T12:00:00Z`, hours)
  await decided(ana, 'declined', '2026-03-10T12:00:00Z', 900)
  await requested(ana)

  const query = { from: '2026-02-01', to: '2026-04-30' }
  const { rows, totals, waiting } = await as(nora).call(getAccessReport, { query })
  expect(rows).toEqual([
    { month: '2026-02', approved: 1, median_hours: 1, p90_hours: 1 },
    { month: '2026-03', approved: 3, median_hours: 10, p90_hours: 40.4 },
    { month: '2026-04', approved: 0, median_hours: null, p90_hours: null },
  ])
  expect(totals).toEqual([{ month: null, approved: 4, median_hours: 6, p90_hours: 36.6 }])
  expect(waiting).toBe(1)
})

/** A request from that moment, answered that many days later. */
const answered = async (
  ana: TestUser,
  at: string,
  days: number,
  to: string,
  more: { isExtended?: boolean; ground?: string } = {},
) => {
  const study = await requested(ana)
  await owner(
    `update access_requests set status = $2, requested_at = $3::timestamptz, access_until = '2027-01-01',
            decided_at = $3::timestamptz + make_interval(days => $4),
            due_on = $3::date + case when $5 then 60 else 30 end, extended_at = case when $5 then now() end, ground = $6
      where study_id = (select study_id from studies where study_uid = $1)`,
    [study, to, at, days, more.isExtended ?? false, more.ground ?? null],
  )
  return study
}
const open = async (ana: TestUser, at: string) =>
  owner(
    `update access_requests set requested_at = $2::timestamptz, due_on = $2::date + 30
      where study_id = (select study_id from studies where study_uid = $1)`,
    [await requested(ana), at],
  )

test('how requests were answered goes by the day on which each was due, and a revocation later changes nothing', async () => {
  const { ana, nora } = await setting()
  await answered(ana, '2026-02-01T12:00:00Z', 30, 'approved')
  await answered(ana, '2026-02-02T12:00:00Z', 31, 'declined', { ground: 'danger' })
  await answered(ana, '2026-02-03T12:00:00Z', 50, 'declined', { isExtended: true })
  await answered(ana, '2026-02-04T12:00:00Z', 29, 'declined', { ground: 'form_incomplete' })
  await answered(ana, '2026-02-05T12:00:00Z', 31, 'declined', { ground: 'form_signer' })
  const revoked = await answered(ana, '2026-03-03T12:00:00Z', 2, 'approved')
  await owner(
    `update access_requests set status = 'revoked', decided_at = '2026-09-01' where study_id = (select study_id from studies where study_uid = $1)`,
    [revoked],
  )
  await open(ana, '2026-03-04T12:00:00Z')
  await open(ana, '2032-03-04T12:00:00Z')
  const gone = await given.patient(ana.project)
  await answered(gone, '2026-03-03T12:00:00Z', 2, 'declined')
  await owner('update patients set deleted_at = now() where patient_id = $1', [gone.id])

  const query = { from: '2026-02-01', to: '2026-04-30' }
  const none = { received: 0, in_time: 0, late: 0, returned: 0, open: 0, extended: 0, declined: 0 }
  const { rows, totals, overdue } = await as(nora).call(getRequestsReport, { query })
  expect(rows).toEqual([
    {
      ...none,
      month: '2026-02',
      received: 5,
      in_time: 2,
      late: 2,
      returned: 1,
      extended: 1,
      declined: 2,
      median_days: 31,
    },
    { ...none, month: '2026-03', received: 2, in_time: 1, open: 1, median_days: 2 },
    { ...none, month: '2026-04', median_days: null },
  ])
  expect(totals).toEqual([
    {
      month: null,
      received: 7,
      in_time: 3,
      late: 2,
      returned: 1,
      open: 1,
      extended: 1,
      declined: 2,
      median_days: 30.5,
    },
  ])
  expect(overdue).toBe(1)

  const refusals = await as(nora).call(getRefusalsReport, { query })
  expect(refusals.rows.filter(({ declined }) => declined > 0)).toEqual(
    ['form_incomplete', 'form_signer', 'danger', 'none'].map((ground) => ({ ground, declined: 1 })),
  )
  expect(refusals.totals).toEqual([{ ground: null, declined: 4 }])
  const { bytes } = await send(nora, exportRefusalsReport, { query })
  expect(bytes.toString()).toContain('"Endangers life or physical safety","1"')
  expect(bytes.toString()).toContain('"No ground given","1"')
})

test('merging two records changes no number of a closed month, and neither does an undo; deleting the kept one does', async () => {
  const { ana, adam, nora } = await setting()
  const kept = await given.patient(ana.project)
  await decided(ana, 'approved', '2026-03-10T12:00:00Z', 10)
  await answered(ana, '2026-03-03T12:00:00Z', 2, 'approved')
  await answered(ana, '2026-03-04T12:00:00Z', 2, 'declined')
  await open(ana, '2026-03-05T12:00:00Z')
  const query = { from: '2026-03-01', to: '2026-03-31' }
  const numbers = async () => [
    await as(nora).call(getAccessReport, { query }),
    await as(nora).call(getRequestsReport, { query }),
    await as(nora).call(getRefusalsReport, { query }),
  ]
  const before = await numbers()
  expect(before).toMatchObject([
    { totals: [{ approved: 2 }] },
    { totals: [{ received: 4 }] },
    { totals: [{ declined: 1 }] },
  ])

  const { merge_id } = await mergeNow({ admin: adam, kept, merged: ana })
  expect(await numbers()).toEqual(before)
  await undoNow(adam, merge_id)
  expect(await numbers()).toEqual(before)

  await mergeNow({ admin: adam, kept, merged: ana })
  await owner('update patients set deleted_at = now() where patient_id = $1', [kept.id])
  expect(await numbers()).toMatchObject([
    { totals: [{ approved: 0 }], waiting: 0 },
    { totals: [{ received: 0 }] },
    { totals: [{ declined: 0 }] },
  ])
})

const claimed = async (ana: TestUser, amount: string, status: string, at = '2026-03-10T12:00:00Z') => {
  const description = uuid()
  await as(ana).call(
    addMyReimbursement,
    { body: { amount, description } },
    { file: { name: 'taxi.pdf', bytes: smallPdf() } },
  )
  await owner(
    `update reimbursements set status = $2, created_at = $3, paid_amount = case when $2 = 'Paid' then amount end where description = $1`,
    [description, status, at],
  )
}

test('each dollar that was asked for is paid, open or rejected, by the month in which it was asked for', async () => {
  const { ana, adam } = await setting()
  await claimed(ana, '0.10', 'Paid')
  await claimed(ana, '0.20', 'Paid', '2026-04-01T03:59:00Z')
  await claimed(ana, '48.00', 'Approved')
  await claimed(ana, '7.50', 'Rejected')
  await claimed(ana, '99999.99', 'Submitted', '2026-04-01T04:00:00Z')

  const { rows, totals } = await as(adam).call(getReimbursementsReport, {
    query: { from: '2026-03-01', to: '2026-04-30' },
  })
  expect(rows).toEqual([
    { month: '2026-03', requests: 4, submitted: '55.80', paid: '0.30', open: '48.00', rejected: '7.50' },
    { month: '2026-04', requests: 1, submitted: '99999.99', paid: '0.00', open: '99999.99', rejected: '0.00' },
  ])
  expect(totals).toEqual([
    { month: null, requests: 5, submitted: '100055.79', paid: '0.30', open: '100047.99', rejected: '7.50' },
  ])
})

test('money is told to nobody from whom the project withholds deciding on it, neither as numbers nor as a file', async () => {
  const { ana, adam, nora } = await setting()
  await claimed(ana, '48.00', 'Paid')
  expect(await send(nora, getReimbursementsReport)).toMatchObject({ status: 200 })
  const body = { withheld: { Nurse: ['decide_money'] }, two_person_amount: null }
  await as(adam).call(saveRights, {
    body: { withheld: { Nurse: ['decide_money'] }, two_person_amount: body.two_person_amount },
  })

  for (const call of [getReimbursementsReport, exportReimbursementsReport])
    expect(await send(nora, call)).toMatchObject({ status: 403, body: { code: 'right_withheld' } })
  expect(await send(nora, getVisitsReport)).toMatchObject({ status: 200 })
  expect(await send(adam, getReimbursementsReport)).toMatchObject({ status: 200 })
})

const surveyed = async (ana: TestUser, at: string, score: number, optional: number | null = null) => {
  const study = await given.study({ project: ana.project, patient: ana.id })
  await owner(
    `insert into surveys (project_id, patient_id, study_id, question1, question2, question6, question7, question8, submitted_at)
     select project_id, patient_id, study_id, $2, $3, $2, $2, $2, $4 from studies where study_uid = $1`,
    [study, score, optional, at],
  )
}
const firstQuestion = <T extends { question: string }>(lines: T[]) =>
  lines.filter(({ question }) => question === 'question1')
const totalOf = async (nora: TestUser, query: object) => (await as(nora).call(getSurveysReport, { query })).totals[0]

test('of fewer than five answers no average is told, and the total leaves them out unless they are five together', async () => {
  const { ana, nora } = await setting()
  for (const score of [5, 5, 4, 4, 4]) await surveyed(ana, '2026-02-10T12:00:00Z', score)
  for (const score of [1, 1]) await surveyed(ana, '2026-04-01T03:30:00Z', score, 3)
  const query = { from: '2026-02-01', to: '2026-04-30' }
  const question = 'question1'

  const { rows, totals } = await as(nora).call(getSurveysReport, { query })
  expect(await totalOf(nora, { from: '2026-03-01', to: '2026-03-31' })).toMatchObject({ answers: null, average: null })
  expect(firstQuestion(rows)).toEqual([
    { month: '2026-02', question, answers: 5, average: 4.4 },
    { month: '2026-03', question, answers: null, average: null },
    { month: '2026-04', question, answers: 0, average: null },
  ])
  expect(totals).toHaveLength(8)
  expect(totals[0]).toEqual({ month: null, question, answers: 5, average: 4.4 })
  expect(totals[1]).toEqual({ month: null, question: 'question2', answers: null, average: null })

  for (const score of [1, 2, 2]) await surveyed(ana, '2026-04-20T12:00:00Z', score)
  const fuller = await as(nora).call(getSurveysReport, { query })
  expect(firstQuestion(fuller.rows).map(({ answers }) => answers)).toEqual([5, null, null])
  expect(fuller.totals[0]).toEqual({ month: null, question, answers: 10, average: 2.9 })
})

test('another project never counts, and patients read no report', async () => {
  const { ana, adam } = await setting()
  await visited(ana, '2026-03-10T15:00:00Z', 'done')
  await decided(ana, 'approved', '2026-03-10T12:00:00Z', 2)
  await answered(ana, '2026-03-10T12:00:00Z', 3, 'declined', { ground: 'danger' })
  await claimed(ana, '48.00', 'Paid')
  for (let n = 0; n < 5; n++) await surveyed(ana, '2026-03-10T12:00:00Z', 5)
  await owner(`update patients set created_at = '2026-03-10T12:00:00Z' where patient_id = $1`, [ana.id])
  const stranger = await given.staff('Admin')

  for (const name of reportNames) {
    const [read, file] = reportCalls[name]
    const { body: own } = await send(adam, read, { query: spring })
    const { body: other } = await send(stranger, read, { query: spring })
    expect(JSON.stringify(own.totals), name).toMatch(/:[1-9]|"[1-9]/)
    expect(JSON.stringify(other.totals), name).not.toMatch(/:[1-9]|"[1-9]/)
    const [mine, theirs] = [await send(adam, file, { query: spring }), await send(stranger, file, { query: spring })]
    expect(theirs.bytes.toString(), name).not.toBe(mine.bytes.toString())
    for (const call of [read, file]) expect((await send(ana, call)).status, name).toBe(403)
  }
})

test('a file says in words what the table says, names nobody, and leaves a row of the audit trail', async () => {
  const { ana, nora } = await setting()
  await visited(ana, '2026-03-10T15:00:00Z', 'no_show')
  const { bytes, headers } = await send(nora, exportVisitsReport, { query: spring })
  expect(headers['content-disposition']).toMatch(/report-visits-.*\.csv/)
  expect(bytes.toString().replace('\ufeff', '').split('\r\n')).toEqual([
    '"Week of","Took place","No-show","Canceled","Still booked"',
    '"2026-03-02","0","0","0","0"',
    '"2026-03-09","0","1","0","0"',
    '"Whole period","0","1","0","0"',
    '',
  ])
  await surveyed(ana, '2026-03-10T12:00:00Z', 5)
  const survey = await send(nora, exportSurveysReport, { query: spring })
  expect(survey.bytes.toString()).toContain('"2026-03","How satisfied are you with your scan?","Fewer than 5",""')
  expect(
    await owner('select object_id, patient_id from audit_events where action = $1 and project_id = $2', [
      'report.export',
      ana.project,
    ]),
  ).toEqual([
    { object_id: 'visits, 2026-03-02 to 2026-03-15', patient_id: null },
    { object_id: 'surveys, 2026-03-02 to 2026-03-15', patient_id: null },
  ])
})

test('months are whole ones up to today at the site; days that make no period are refused with a sentence', async () => {
  const { ana, nora } = await setting()
  const scope = { project: ana.project as never, patient: 'any' as const }
  const lastYear = await database.scoped(scope, (db) => periodOf(db, { months: 12 }, new Date('2026-03-01T04:30:00Z')))
  expect(lastYear).toEqual({ from: '2025-03-01', to: '2026-02-28', time_zone: 'America/New_York' })
  const { rows } = await as(nora).call(getAccessReport, { query: { months: '3' } })
  expect(rows).toHaveLength(3)

  const refusals: [object, Record<string, string>][] = [
    [{ from: '2026-03-02' }, { to: 'Please give both days' }],
    [{ from: '2026-03-02', to: '2026-03-01' }, { to: 'The last day must not be before the first' }],
    [{ from: '2024-03-02', to: '2026-03-03' }, { to: 'Please choose at most two years at once' }],
  ]
  for (const [query, fields] of refusals)
    expect(await send(nora, getVisitsReport, { query })).toMatchObject({ status: 400, body: { fields } })
  expect((await send(nora, getVisitsReport, { query: { months: '4' } })).status).toBe(400)
})
