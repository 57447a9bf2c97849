import {
  dayMs,
  downloadDocument,
  getPatientInfo,
  getThread,
  hourMs,
  listThreads,
  startMyThread,
  updateOperatorProfile,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { explained, later, noonDaysAgo, unusualWorld } from '../../../test/unusual-world.ts'
import { auditActions } from '../../features.ts'
import { detectUnusualAccess } from './watch.ts'

const { as, given, send, owner, platform, happened, findings, found, setting, renamed, decide, namesake } =
  await unusualWorld()

test('who reads the record of a namesake is found, whatever case and accents say, with first, last and how many', async () => {
  const { ana, nora, adam } = await setting('Müller-Łuk')
  await renamed(nora, 'muller-luk')
  const at = noonDaysAgo(3)
  await happened(nora, ana, { at })
  await happened(nora, ana, { at: at + hourMs, action: 'document.read' })
  await happened(nora, ana, { at: at + 2 * hourMs, action: 'patient.update' })
  await happened(nora, ana, { at: at + 3 * hourMs, action: 'refused', result: '403 forbidden' })

  expect(await found(adam, 'same_last_name', at)).toEqual([
    {
      finding_id: expect.any(String),
      rule: 'same_last_name',
      state: 'new',
      reader: { provider_id: nora.code, name: 'Nora muller-luk', role: 'Nurse' },
      record: {
        patient_id: ana.code,
        name: 'Ana Müller-Łuk',
        dob: '04-17-1986',
        mrn_number: 'MRN-1',
        has_namesake: false,
        is_deleted: false,
      },
      day: new Date(at).toISOString().slice(0, 10),
      first_at: new Date(at).toISOString(),
      last_at: later(at, 1).toISOString(),
      reads: 2,
      records: 1,
      decision: null,
      may_decide: true,
      version: 1,
    },
  ])
})

test('who takes another name, reads the record of a namesake and takes the own one back is found', async () => {
  const { ana, nora, adam } = await setting('Lindt')
  const at = noonDaysAgo(3)
  for (const last_name of ['Meyer', 'Lindt', 'Berg']) {
    await as(nora).call(updateOperatorProfile, { body: { last_name } })
    await happened(nora, ana, { at })
  }
  expect(await found(adam, 'same_last_name', at)).toMatchObject([{ record: { name: 'Ana Lindt' }, reads: 3 }])
})

test('a change of the first name alone finds nobody who has a part of the last name', async () => {
  const { ana, nora, adam } = await setting('Kim')
  await as(nora).call(updateOperatorProfile, { body: { first_name: 'Kim' } })
  const at = noonDaysAgo(3)
  await happened(nora, ana, { at })
  expect(await found(adam, 'same_last_name', at)).toEqual([])
})

test('another last name, and one’s own record, are not those of a namesake', async () => {
  const { ana, nora, adam } = await setting('Rivera')
  const own = await given.patient(ana.project, { last_name: 'Lindt' })
  await owner('update providers set login_id = $1 where provider_id = $2', [own.login, nora.id])
  const at = noonDaysAgo(3)
  await happened(nora, ana, { at })
  await happened(nora, own, { at })
  expect(await found(adam, 'same_last_name', at)).toEqual([])
})

/** This many records, each opened by the nurse within some minutes from a start. */
const opened = async (nora: TestUser, records: number, at: number, minutes: number, action = 'patient.read') => {
  await owner(
    `insert into patients (project_id, patient_id, code, email, email_key, first_name, last_name, last_key, first_key, status)
       select $1, gen_random_uuid(), 'M-' || $2 || n, 'm' || n || $2, 'm' || n || $2, 'M', 'N', 'n', 'm', 'Accepted' from generate_series(1, $3) n`,
    [nora.project, String(at), records],
  )
  const rows = await owner<{ patient_id: string }>(
    "select patient_id from patients where project_id = $1 and code like 'M-' || $2 || '%' order by 1",
    [nora.project, String(at)],
  )
  const times = rows.map((_, n) => at + Math.floor((n * minutes * 60_000) / records))
  await owner(
    `insert into audit_events (project_id, event_id, at, actor_id, actor_role, action, patient_id, request_id)
       select $1, o.event_id, o.at, $2, 'Nurse', $6, o.patient_id, 'test'
         from unnest($3::uuid[], $4::timestamptz[], $5::uuid[]) o (event_id, at, patient_id)`,
    [
      nora.project,
      nora.id,
      times.map((msecs) => uuid({ msecs })),
      times.map((time) => new Date(time)),
      rows.map(({ patient_id }) => patient_id),
      action,
    ],
  )
  return rows
}

test('more than 100 records within any hour are found once, also across the full hour', async () => {
  const { nora, adam } = await setting()
  const at = noonDaysAgo(3) + 30 * 60_000
  const rows = await opened(nora, 101, at, 58)
  await happened(nora, rows[0]!.patient_id, { at: at + 10 * 60_000, action: 'scan.list' })
  expect(await found(adam, 'many_records', at)).toMatchObject([
    { record: null, records: 101, reads: 102, reader: { provider_id: nora.code } },
  ])
})

test.each([
  ['messages of', 'care_message.read'],
  ['subjects in the inbox of', 'care_message.inbox'],
])('%s more than 100 patients within an hour are found', async (_, action) => {
  const { nora, adam } = await setting()
  const at = noonDaysAgo(3)
  await opened(nora, 101, at, 58, action)
  expect(await found(adam, 'many_records', at)).toMatchObject([{ records: 101, reads: 101 }])
})

test('what the inbox shows counts together with records that are opened, and a patient in both once', async () => {
  const { nora, adam } = await setting()
  const at = noonDaysAgo(3)
  const seen = await opened(nora, 60, at, 20, 'care_message.inbox')
  for (const { patient_id } of seen.slice(0, 20)) await happened(nora, patient_id, { at: at + 21 * 60_000 })
  await opened(nora, 40, at + 25 * 60_000, 20)
  expect(await found(adam, 'many_records', at)).toEqual([])
  await opened(nora, 1, at + 50 * 60_000, 1)
  await owner('update unusual_access_watch set looked_through = $2 where project_id = $1', [nora.project, new Date(at)])
  expect(await found(adam, 'many_records', at)).toMatchObject([{ records: 101, reads: 121 }])
})

test('a namesake in the inbox, seen at night and without a task, is no record that was opened', async () => {
  const { ana, nora, adam } = await setting('Lindt')
  const at = noonDaysAgo(3) + 10 * hourMs
  await happened(nora, ana, { at, action: 'care_message.inbox' })
  await detectUnusualAccess(platform, auditActions, later(at, 48))
  expect(await findings(adam)).toEqual([])
})

test('a hundred records in an hour, more over a longer time, and one record often, are not many', async () => {
  const { ana, nora, adam } = await setting()
  const at = noonDaysAgo(4)
  await opened(nora, 100, at, 58)
  await opened(nora, 120, at + 3 * hourMs, 90)
  for (let n = 0; n < 130; n++) await happened(nora, ana, { at: at + 6 * hourMs + n * 1000 })
  expect(await found(adam, 'many_records', at)).toEqual([])
})

test('an action of another version counts as reading', async () => {
  const { ana, nora, adam } = await setting('Lindt')
  await renamed(nora, 'Lindt')
  const at = noonDaysAgo(3)
  await happened(nora, ana, { at, action: 'made.up' })
  expect(await found(adam, 'same_last_name', at)).toMatchObject([{ reads: 1 }])
})

test('reading without a task is found once the day is over for some hours', async () => {
  const { ana, nora, adam } = await setting()
  const at = noonDaysAgo(3)
  await happened(nora, ana, { at })
  expect(await found(adam, 'no_task', at, 12)).toEqual([])
  expect(await found(adam, 'no_task', at, 24)).toMatchObject([{ record: { patient_id: ana.code }, reads: 1 }])
})

const at = noonDaysAgo(5)
const appointment = (ana: TestUser, day: number) =>
  owner(
    `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
       select $1, gen_random_uuid(), $2, scanner_id, $3, $2 from scanners where project_id = $1`,
    [ana.project, ana.id, new Date(at + day * dayMs)],
  )
type People = Awaited<ReturnType<typeof setting>>
const tasks: Record<string, (people: People) => Promise<unknown>> = {
  'a visit two weeks later': ({ ana }) => appointment(ana, 13),
  'a visit two weeks before': ({ ana }) => appointment(ana, -13),
  'being the physician': ({ ana, nora }) =>
    owner('update patients set physician_id = $2 where patient_id = $1', [ana.id, nora.id]),
  'assigned work': ({ ana, nora }) =>
    owner(
      "insert into work_items (project_id, kind, item_id, patient_id, assignee_id) values ($1, 'form', gen_random_uuid(), $2, $3)",
      [ana.project, ana.id, nora.id],
    ),
  'own work later that day': ({ ana, nora }) => happened(nora, ana, { action: 'email.send', at: at + hourMs }),
  'own work a week before': ({ ana, nora }) => happened(nora, ana, { action: 'patient.update', at: at - 7 * dayMs }),
  'what the patient sent before': ({ ana }) => happened(ana, ana, { action: 'document.upload', at: at - 3 * dayMs }),
}
test.each(Object.entries(tasks))('%s is a task', async (_, task) => {
  const people = await setting()
  await happened(people.nora, people.ana, { at })
  await task(people)
  expect(await found(people.adam, 'no_task', at)).toEqual([])
})

const noTasks: Record<string, (people: People) => Promise<unknown>> = {
  'a visit in three weeks': ({ ana }) => appointment(ana, 16),
  'a colleague’s work': ({ ana, adam }) => happened(adam, ana, { action: 'patient.update', at }),
  'a template filled in for the record': ({ ana, nora }) => happened(nora, ana, { action: 'email.fill', at }),
  'choosing the record': ({ ana, nora }) => happened(nora, ana, { action: 'patient.focus', at }),
  'what the patient sent afterwards': ({ ana }) => happened(ana, ana, { action: 'document.upload', at: at + dayMs }),
  'a file that was broken': ({ ana, nora }) => happened(nora, ana, { action: 'file.broken', at, result: 'changed' }),
  'what another version did': ({ ana, nora }) => happened(nora, ana, { action: 'made.up', at: at + hourMs }),
  'what arrived in another version': ({ ana }) => happened(ana, ana, { action: 'made.up', at: at - dayMs }),
  'that the patient signed in': ({ ana }) => happened(ana, ana, { action: 'session.start', at: at - dayMs }),
  'a record of somebody else': async ({ ana, nora }) =>
    happened(nora, await given.patient(ana.project), { action: 'patient.update', at }),
}
test.each(Object.entries(noTasks))('%s is no task', async (_, task) => {
  const people = await setting()
  await happened(people.nora, people.ana, { at })
  await task(people)
  expect(await found(people.adam, 'no_task', at)).toMatchObject([{ record: { patient_id: people.ana.code } }])
})

test('reading at night is found by the clock of the site, but not in the evening, nor next to opening hours', async () => {
  const { ana, nora, adam } = await setting()
  const day = new Date(noonDaysAgo(4)).toISOString().slice(0, 10)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // By wall-clock time, also on a day that has 23 or 25 hours.
  const local = async (hour: number) => {
    const [row] = await owner<{ ms: number }>(
      "select extract(epoch from ($1::date + make_interval(mins => $2)) at time zone 'America/New_York')::int8::float8 * 1000 as ms",
      [day, Math.round(hour * 60)],
    )
    return row!.ms
  }
  for (const hour of [6.1, 21.9]) await happened(nora, ana, { at: await local(hour) })
  expect(await found(adam, 'night', midnight)).toEqual([])

  for (const hour of [3, 4]) await happened(nora, ana, { at: await local(hour), action: 'images.open' })
  await owner('update unusual_access_watch set looked_through = $2 where project_id = $1', [
    ana.project,
    new Date(midnight),
  ])
  expect(await found(adam, 'night', midnight)).toMatchObject([
    { first_at: new Date(await local(3)).toISOString(), last_at: new Date(await local(4)).toISOString(), reads: 2 },
  ])

  const late = await setting()
  await owner("update opening_hours set opens = '00:30', closes = '01:30' where project_id = $1", [late.ana.project])
  await owner(
    "insert into opening_hours (project_id, weekday, opens, closes) values ($1, 6, '00:30', '01:30'), ($1, 7, '00:30', '01:30')",
    [late.ana.project],
  )
  for (const hour of [3.4, 22.6]) await happened(late.nora, late.ana, { at: await local(hour) })
  expect(await found(late.adam, 'night', midnight)).toEqual([])
  await happened(late.nora, late.ana, { at: await local(4) })
  await owner('update unusual_access_watch set looked_through = $2 where project_id = $1', [
    late.ana.project,
    new Date(midnight),
  ])
  expect(await found(late.adam, 'night', midnight)).toMatchObject([{ reads: 1 }])
})

test('looking again, on several nodes, finds nothing twice; a day that goes on counts on, and a decision stays', async () => {
  const { ana, nora, adam, finding, at } = await namesake()
  expect((await decide(adam, finding.finding_id, explained)).status).toBe(200)
  await happened(nora, ana, { at: at + hourMs })
  await owner('update unusual_access_watch set looked_through = $2 where project_id = $1', [ana.project, new Date(at)])
  await Promise.all([1, 2, 3].map(() => detectUnusualAccess(platform, auditActions, later(at, 48))))
  expect(await findings(adam, { rule: 'same_last_name' })).toMatchObject([
    { finding_id: finding.finding_id, state: 'explained', reads: 2, last_at: later(at, 1).toISOString() },
  ])
})

test('what a nurse really does is found in the trail that the portal writes', async () => {
  const { ana, nora, adam } = await setting('Lindt')
  const { file_id } = await as(ana).call(
    uploadMyDocument,
    { params: { key: ana.code } },
    { file: { name: 'Letter.pdf', bytes: smallPdf() } },
  )
  await as(nora).call(getPatientInfo, { params: { key: ana.code } })
  await send(nora, downloadDocument, { params: { file_id } })
  const question = { id: uuid(), subject: 'Earplugs', text: 'Do I get some?' }
  const { thread_id } = await as(ana).call(startMyThread, { body: question })
  await as(nora).call(listThreads, { query: {} })
  await as(nora).call(getThread, { params: { thread: thread_id } })
  await detectUnusualAccess(platform, auditActions, new Date(Date.now() + 60_000))
  expect(await findings(adam, { rule: 'same_last_name' })).toMatchObject([{ reads: 3 }])
})
