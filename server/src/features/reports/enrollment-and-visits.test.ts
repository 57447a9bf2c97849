import {
  getEnrollmentReport,
  getVisitsReport,
  setPatientStatuses,
  undoPatientChanges,
  updatePatient,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { reportingClinic } from '../../../test/reporting-clinic.ts'

const { as, given, owner, setting, spring, booked, step, visited } = await reportingClinic()

test('patients count by their status on the day of the site on which they were added; a deleted one does not', async () => {
  const { ana, nora } = await setting()
  const added = async (at: string, status: 'Accepted' | 'Scanned' | 'Pending Invite') => {
    const { id } = await given.patient(ana.project, { status })
    await owner('update patients set created_at = $2 where patient_id = $1', [id, at])
    return id
  }
  await added('2026-03-02T05:00:00Z', 'Accepted')
  await added('2026-03-02T04:59:00Z', 'Accepted')
  await added('2026-03-16T03:30:00Z', 'Scanned')
  await added('2026-03-16T04:00:00Z', 'Scanned')
  const gone = await added('2026-03-10T12:00:00Z', 'Pending Invite')
  await owner('update patients set deleted_at = now() where patient_id = $1', [gone])

  const { rows, totals, ...period } = await as(nora).call(getEnrollmentReport, { query: spring })
  expect(period).toEqual({ ...spring, time_zone: 'America/New_York' })
  expect(rows.map(({ status, patients }) => `${status} ${patients}`)).toEqual([
    'Pending Invite 0',
    'Accepted 1',
    'Screened 0',
    'Scanned 1',
    'On Hold 0',
    'Withdrawn 0',
    'Rejected 0',
    'Other 0',
  ])
  expect(totals).toEqual([{ status: null, patients: 2, reached: null }])
})

test('who got as far as a step counts there whatever became of them, and in the steps before it', async () => {
  const { ana, nora } = await setting()
  const added = async (...statuses: ('Accepted' | 'Screened' | 'Scanned' | 'Withdrawn' | 'Other')[]) => {
    const [first = 'Other', ...later] = statuses
    const { id, code } = await given.patient(ana.project, { status: first })
    await owner(`update patients set created_at = '2026-03-10T12:00:00Z' where patient_id = $1`, [id])
    for (const status of later) await as(nora).call(updatePatient, { body: { patient_id: code, status } })
  }
  await added('Accepted', 'Scanned', 'Withdrawn')
  await added('Accepted', 'Screened')
  await added('Other')
  const { rows, totals } = await as(nora).call(getEnrollmentReport, { query: spring })
  expect(rows.map(({ status, patients, reached }) => `${status} ${patients} ${reached}`)).toEqual([
    'Pending Invite 0 null',
    'Accepted 0 2',
    'Screened 1 2',
    'Scanned 0 1',
    'On Hold 0 null',
    'Withdrawn 1 null',
    'Rejected 0 null',
    'Other 1 null',
  ])
  expect(totals).toEqual([{ status: null, patients: 3, reached: null }])
})

const addedInSpring = async (ana: TestUser) => {
  const { id, code } = await given.patient(ana.project, { status: 'Accepted' })
  await owner(`update patients set created_at = '2026-03-10T12:00:00Z' where patient_id = $1`, [id])
  const historyAged = () =>
    owner(`update patient_status_history set created_at = now() - interval '1 hour' where patient_id = $1`, [id])
  return { code, historyAged }
}
const reachedBy = async (nora: TestUser) =>
  (await as(nora).call(getEnrollmentReport, { query: spring })).rows
    .flatMap(({ status, reached }) => (reached === null ? [] : `${status} ${reached}`))
    .join(', ')

test('a step that was undone was never reached, however late; done once more it was', async () => {
  const { ana, nora } = await setting()
  const { code, historyAged } = await addedInSpring(ana)
  const scanned = { body: { which: { patients: [code] }, status: 'Scanned' as const } }
  const { lines } = await as(nora).call(setPatientStatuses, scanned)
  await historyAged()
  expect(await reachedBy(nora)).toBe('Accepted 1, Screened 1, Scanned 1')
  await as(nora).call(undoPatientChanges, { body: { changes: lines.flatMap(({ undo }) => undo ?? []) } })
  expect(await reachedBy(nora)).toBe('Accepted 1, Screened 0, Scanned 0')
  await as(nora).call(setPatientStatuses, scanned)
  await as(nora).call(updatePatient, { body: { patient_id: code, status: 'Withdrawn' } })
  expect(await reachedBy(nora)).toBe('Accepted 1, Screened 1, Scanned 1')
})

test('a step that the same person sets back soon was never reached; one set back later, by others, or further was', async () => {
  const { ana, nora } = await setting()
  const ruth = await given.staff('Physician', ana.project)
  await owner(`update providers set first_name = 'Ruth' where provider_id = $1`, [ruth.id])
  const set = (who: TestUser, code: string, status: 'Accepted' | 'Scanned' | 'Withdrawn') =>
    as(who).call(updatePatient, { body: { patient_id: code, status } })
  const corrected = await addedInSpring(ana)
  await set(nora, corrected.code, 'Scanned')
  await set(nora, corrected.code, 'Accepted')
  expect(await reachedBy(nora)).toBe('Accepted 1, Screened 0, Scanned 0')
  const late = await addedInSpring(ana)
  await set(nora, late.code, 'Scanned')
  await late.historyAged()
  await set(nora, late.code, 'Accepted')
  const byAnother = await addedInSpring(ana)
  await set(nora, byAnother.code, 'Scanned')
  await set(ruth, byAnother.code, 'Accepted')
  const withdrawn = await addedInSpring(ana)
  await set(nora, withdrawn.code, 'Scanned')
  await set(nora, withdrawn.code, 'Withdrawn')
  expect(await reachedBy(nora)).toBe('Accepted 4, Screened 3, Scanned 3')
})

test('a visit late on Sunday belongs to that week, also on the night in which the clocks change', async () => {
  const { ana, nora } = await setting()
  await visited(ana, '2026-03-02T04:30:00Z', 'done')
  await visited(ana, '2026-03-02T05:00:00Z', 'done')
  await visited(ana, '2026-03-09T03:30:00Z', 'no_show')
  await visited(ana, '2026-03-09T04:00:00Z', 'done')
  await visited(ana, '2026-03-16T03:30:00Z', 'done')
  await visited(ana, '2026-03-16T04:00:00Z', 'done')

  const { rows, totals } = await as(nora).call(getVisitsReport, { query: spring })
  const none = { done: 0, no_show: 0, canceled: 0, booked: 0 }
  expect(rows).toEqual([
    { ...none, week: '2026-03-02', done: 1, no_show: 1 },
    { ...none, week: '2026-03-09', done: 2 },
  ])
  expect(totals).toEqual([{ ...none, week: null, done: 3, no_show: 1 }])
  const fall = { from: '2026-10-31', to: '2026-11-01' }
  await visited(ana, '2026-11-02T04:30:00Z', 'done')
  await visited(ana, '2026-11-02T05:00:00Z', 'done')
  expect((await as(nora).call(getVisitsReport, { query: fall })).rows).toEqual([
    { ...none, week: '2026-10-26', done: 1 },
  ])
})

test('the newest step of a visit counts, and no step of a time from which it was moved', async () => {
  const { ana, nora } = await setting()
  const at = '2026-03-10T15:00:00Z'
  const undone = await booked(ana, at)
  for (const status of ['no_show', 'expected', 'arrived']) await step(ana, undone, at, status)
  const later = '2026-03-10T16:00:00Z'
  await step(ana, await booked(ana, later), at, 'done')
  await booked(ana, '2026-03-10T17:00:00Z', 'cancelled')

  const { totals } = await as(nora).call(getVisitsReport, { query: spring })
  expect(totals).toEqual([{ week: null, done: 0, no_show: 0, canceled: 1, booked: 2 }])
})
