import {
  cancelAppointment,
  cancelMyAppointment,
  getAccessLog,
  getDaySheet,
  getScreening,
  listAppointments,
  listMyAppointments,
  moveAppointment,
  moveVisit,
  questionnaireVersion,
  reviewScreening,
  type ScreeningState,
  siteDay,
  submitMyScreening,
  type VisitStatus,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()

/** A visit in this half hour, or some days away. */
const bookedNow = async (ana: TestUser, days = 0) => {
  const [booked] = await owner<{ id: string; start: string }>(
    `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
     select $1, gen_random_uuid(), $2, scanner_id, to_timestamp(floor(extract(epoch from now()) / 1800) * 1800) + make_interval(days => $3), $2
       from scanners where project_id = $1 returning appointment_id as id, starts_at as start`,
    [ana.project, ana.id, days],
  )
  return booked ?? { id: '', start: '' }
}
const setting = async () => {
  const ana = await given.patient(undefined, { gender: 'Female', dob: '1986-04-17', mobile_number: '6175550123' })
  return { ana, tech: await given.staff('MRI-Tech', ana.project), visit: await bookedNow(ana) }
}
type Setting = Awaited<ReturnType<typeof setting>>
const go = ({ ana, tech, visit }: Setting, from: VisitStatus, to: VisitStatus, reason = '') =>
  send(tech, moveVisit, { params: { key: ana.code, id: visit.id }, body: { from, to, reason } })
const rowOf = async ({ tech, visit }: Setting) => {
  const date = siteDay(visit.start, 'America/New_York')
  const { appointments } = await as(tech).call(getDaySheet, { query: { date } })
  return appointments.find(({ id }) => id === visit.id)
}
const clear = async ({ ana, tech }: Setting, answers = calmAnswers()) => {
  const params = { key: ana.code }
  await as(ana).call(submitMyScreening, { params, body: { version: questionnaireVersion, answers } })
  const { screenings } = await as(tech).call(getScreening, { params })
  const body = { decision: 'cleared', signature: 'Nora Lindt' } as const
  await as(tech).call(reviewScreening, { params: { ...params, screening_id: screenings[0]?.screening_id ?? '' }, body })
}

test('the sheet says who comes by two identifiers, and that nobody asked about the magnet yet', async () => {
  const here = await setting()
  expect(await rowOf(here)).toMatchObject({
    dob: '04-17-1986',
    gender: 'Female',
    mobile_number: '6175550123',
    screening: { state: 'not_asked', alerts: [] },
    visit: { status: 'expected', arrived_at: null },
  })
  await clear(here, calmAnswers({ claustrophobia: 'yes' }))
  expect(await rowOf(here)).toMatchObject({
    screening: { state: 'cleared', good_until: expect.stringMatching(/Z$/), alerts: ['Claustrophobia: Yes'] },
  })
})

test('the list of a record says to staff, but not to the patient, how far each visit is', async () => {
  const here = await setting()
  const { ana, tech, visit } = here
  const later = await bookedNow(ana, 3)
  const listed = async () => {
    const { appointments } = await as(tech).call(listAppointments, { params: { key: ana.code } })
    return Object.fromEntries(appointments.map(({ id, visit }) => [id, visit]))
  }
  await go(here, 'expected', 'arrived')
  expect(await listed()).toEqual({ [visit.id]: 'arrived', [later.id]: 'expected' })
  await go(here, 'arrived', 'expected')
  await go(here, 'expected', 'no_show')
  expect(await listed()).toEqual({ [visit.id]: 'no_show', [later.id]: 'expected' })
  const own = await as(ana).call(listMyAppointments, {})
  expect(own.appointments).toHaveLength(2)
  for (const one of own.appointments) expect(one).not.toHaveProperty('visit')
})

test('a clearance that ends before the visit is none for it', async () => {
  const { ana, tech } = await setting()
  const later = { ana, tech, visit: await bookedNow(ana, 20) }
  await clear(later)
  await owner(`update screenings set filled_at = filled_at - interval '15 days' where patient_id = $1`, [ana.id])
  expect((await rowOf(later))?.screening.state).toBe('expired')
})

test('a visit goes from arrived to done, each step with its time', async () => {
  const here = await setting()
  await clear(here)
  expect((await go(here, 'expected', 'arrived')).body.visit).toMatchObject({ status: 'arrived', started_at: null })
  expect((await go(here, 'arrived', 'started')).body.visit).toMatchObject({ status: 'started', start_reason: '' })
  await go(here, 'started', 'done')
  expect((await rowOf(here))?.visit).toMatchObject({
    status: 'done',
    arrived_at: expect.any(String),
    started_at: expect.any(String),
    done_at: expect.any(String),
    no_show_at: null,
    started_by: 'Nora Lindt',
  })
})

test.each(['not asked', 'waiting', 'not cleared'])(
  'a scan of somebody %s starts with a reason only, which is kept',
  async (state) => {
    const here = await setting()
    const { ana, tech } = here
    if (state === 'not cleared') await clear(here)
    if (state === 'not cleared')
      await owner(`update screening_reviews set decision = 'not_cleared', note = 'x' where patient_id = $1`, [ana.id])
    if (state === 'waiting') {
      const body = { version: questionnaireVersion, answers: calmAnswers() }
      await as(ana).call(submitMyScreening, { params: { key: ana.code }, body })
    }
    await go(here, 'expected', 'arrived')
    for (const reason of ['', '  '])
      expect(await go(here, 'arrived', 'started', reason)).toMatchObject({
        status: 400,
        body: { fields: { reason: 'Please say why the scan is starting without a clearance' } },
      })
    expect((await rowOf(here))?.visit.status).toBe('arrived')

    await go(here, 'arrived', 'started', 'Emergency: Dr. Lindt decided by phone')
    expect((await rowOf(here))?.visit).toMatchObject({
      status: 'started',
      start_reason: 'Emergency: Dr. Lindt decided by phone',
      started_by: 'Nora Lindt',
    })
    const rows = await owner<{ actor_id: string; reason: string }>(
      `select e.actor_id, s.reason from audit_events e join visit_steps s on s.step_id::text = e.object_id
      where e.action = 'visit.start_uncleared' and e.patient_id = $1`,
      [ana.id],
    )
    expect(rows).toEqual([{ actor_id: tech.id, reason: 'Emergency: Dr. Lindt decided by phone' }])
  },
)

test('a reason counts only for the safety state it was given for; a sender who names none starts in any', async () => {
  const here = await setting()
  await go(here, 'expected', 'arrived')
  const start = (screening: ScreeningState) =>
    send(here.tech, moveVisit, {
      params: { key: here.ana.code, id: here.visit.id },
      body: { from: 'arrived', to: 'started', reason: 'By phone', screening },
    })
  expect(await start('waiting')).toMatchObject({ status: 409, body: { code: 'stale' } })
  await clear(here)
  expect(await start('not_asked')).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect((await rowOf(here))?.visit.status).toBe('arrived')
  expect((await start('cleared')).body.visit).toMatchObject({ status: 'started', start_reason: '' })
})

test('each step is taken back one by one; what was noted of it stays in the database', async () => {
  const here = await setting()
  await go(here, 'expected', 'arrived')
  await go(here, 'arrived', 'started', 'By phone')
  await go(here, 'started', 'arrived')
  expect((await rowOf(here))?.visit).toMatchObject({
    status: 'arrived',
    arrived_at: expect.any(String),
    started_at: null,
    start_reason: '',
    started_by: '',
  })
  await go(here, 'arrived', 'expected')
  await go(here, 'expected', 'no_show')
  expect((await rowOf(here))?.visit).toMatchObject({ status: 'no_show', arrived_at: null })
  await go(here, 'no_show', 'expected')
  expect((await rowOf(here))?.visit).toMatchObject({ status: 'expected', no_show_at: null })
  const steps = await owner('select reason from visit_steps where appointment_id = $1', [here.visit.id])
  expect(steps).toHaveLength(6)
  const audited = await owner(`select from audit_events where action = 'visit.change' and patient_id = $1`, [
    here.ana.id,
  ])
  expect(audited).toHaveLength(6)
})

test('a double click changes nothing; a colleague’s step in between is a conflict; a jump is none', async () => {
  const here = await setting()
  await go(here, 'expected', 'arrived')
  expect((await go(here, 'expected', 'arrived')).status).toBe(200)
  expect(await owner('select from visit_steps where appointment_id = $1', [here.visit.id])).toHaveLength(1)
  expect(await go(here, 'expected', 'no_show')).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect(await go(here, 'arrived', 'done')).toMatchObject({ status: 409, body: { code: 'step' } })
})

test('a visit of a later day, a canceled one and a moved one have not begun', async () => {
  const { ana, tech, visit } = await setting()
  const later = { ana, tech, visit: await bookedNow(ana, 2) }
  expect(await go(later, 'expected', 'arrived')).toMatchObject({ status: 409, body: { code: 'later_day' } })
  const here = { ana, tech, visit }
  await go(here, 'expected', 'arrived')
  await owner(`update appointments set starts_at = starts_at - interval '1 day' where appointment_id = $1`, [visit.id])
  const [moved] = await owner<{ start: string }>(
    'select starts_at as start from appointments where appointment_id = $1',
    [visit.id],
  )
  expect((await rowOf({ ana, tech, visit: { ...visit, start: moved?.start ?? '' } }))?.visit.status).toBe('expected')
  await owner(`update appointments set status = 'cancelled' where appointment_id = $1`, [visit.id])
  expect(await go(here, 'expected', 'arrived')).toMatchObject({ status: 409, body: { code: 'cancelled' } })
})

test('patients and staff of other projects take no steps, and a patient sees none', async () => {
  const here = await setting()
  const { ana, visit } = here
  const body = { from: 'expected', to: 'arrived' }
  const params = { key: ana.code, id: visit.id }
  const ben = await given.patient(ana.project)
  expect((await send(ana, moveVisit, { params, body })).status).toBe(403)
  expect((await send(await given.staff('MRI-Tech'), moveVisit, { params, body })).status).toBe(404)
  expect((await send(here.tech, moveVisit, { params: { ...params, key: ben.code }, body })).status).toBe(404)
  await go(here, 'expected', 'no_show')
  expect((await as(ana).call(listMyAppointments, {})).appointments).toEqual([
    { id: visit.id, start: expect.any(String), end: expect.any(String), status: 'booked', room: '' },
  ])
  const { entries } = await as(ana).call(getAccessLog, { query: {} })
  expect(entries.map(({ what }) => what)).toEqual(['Updated the status of your visit'])
})

test.each(['started', 'done'])(
  'a visit that is %s is neither canceled nor moved away, not even before its time',
  async (status) => {
    const ana = await given.patient()
    const tech = await given.staff('MRI-Tech', ana.project)
    const { id, start } = await bookedNow(ana, 1)
    await owner(
      `insert into visit_steps (project_id, step_id, appointment_id, patient_id, starts_at, status, made_by, made_name)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, 'Tara')`,
      [ana.project, id, ana.id, start, status, tech.id],
    )
    const refused = { status: 409, body: { code: 'started' } }
    const params = { key: ana.code, id }
    expect(await send(ana, cancelMyAppointment, { params: { id } })).toMatchObject(refused)
    expect(await send(tech, cancelAppointment, { params })).toMatchObject(refused)
    expect(await send(tech, moveAppointment, { params, body: { start: '2032-03-10T15:30:00Z' } })).toMatchObject(
      refused,
    )
  },
)
