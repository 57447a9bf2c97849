import {
  addDays,
  approveScanRequest,
  countersignForm,
  dayMs,
  listNotifications,
  listOpenAccess,
  listScans,
  requestAccess,
  revokeScanAccess,
  siteDay,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { providerName } from '../../../test/provider-name.ts'
import { scanAccessWorld } from '../../../test/scan-access-world.ts'
import { addSignature, type SealedForm, sealed } from '../../clinic/records/form-record.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'

const { as, given, send, owner, database, platform, study, sign, ask, scans, people, named, waiting, opened } =
  await scanAccessWorld()

test('a patient sees the own scans, and no way to the images of one that is not open', async () => {
  const { ana, uid } = await people()

  expect(await scans(ana)).toMatchObject([
    { study_UID: uid, study_date: '20260214', view_access: false, request_status: 'none', seriesId: null },
  ])
})

test('a patient reads when a request was made, decided and taken back, and whether there are images', async () => {
  const { ana, adam, uid } = await people()
  const only = async () => (await scans(ana))[0]
  const momentsOf = async (status: string) => {
    const [moments] = await owner<{ requested_at: string; decided_at: string | null }>(
      'select requested_at::text, decided_at::text from access_requests where patient_id = $1 and status = $2',
      [ana.id, status],
    )
    const moment = (at: string | null | undefined) => (at ? Date.parse(at) : null)
    return [moment(moments?.requested_at), moment(moments?.decided_at)]
  }
  const told = async () => {
    const scan = await only()
    return [scan?.requested_at, scan?.decided_at].map((at) => (at ? Date.parse(at) : at))
  }

  expect(await only()).toMatchObject({ requested_at: null, decided_at: null, has_images: true })
  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  expect(await told()).toEqual(await momentsOf('pending'))
  expect(await told()).toEqual([expect.any(Number), null])
  await as(adam).call(approveScanRequest, named(ana, uid))
  expect(await told()).toEqual(await momentsOf('approved'))
  await as(adam).call(revokeScanAccess, named(ana, uid))
  expect(await told()).toEqual(await momentsOf('revoked'))
  expect(await told()).toEqual([expect.any(Number), expect.any(Number)])

  await owner("update studies set series_uid = '' where study_uid = $1", [uid])
  expect(await only()).toMatchObject({ has_images: false, seriesId: null })
})

// At any moment, one of the two has a date different from Greenwich.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('a request shows the age of the day in %s', async (zone) => {
  const { ana, adam, uid } = await people()
  await owner('update projects set time_zone = $1 where project_id = $2', [zone, ana.project])
  const tomorrow = addDays(siteDay(new Date(), zone), 1)
  const born = `${Number(tomorrow.slice(0, 4)) - 40}${tomorrow.slice(4)}`
  await owner('update patients set dob = $1 where patient_id = $2', [born, ana.id])
  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  expect(await waiting(adam)).toMatchObject([{ age: 39 }])
  await owner('update patients set dob = dob - 1 where patient_id = $1', [ana.id])
  expect(await waiting(adam)).toMatchObject([{ age: 40 }])
})

test('staff see every scan of a patient with its series, by any key', async () => {
  const { ana, uid } = await people()
  const newer = await study(ana, '20260301')
  const nora = await given.staff('Nurse', ana.project)

  for (const key of [ana.email, ana.code, ana.id])
    expect(await as(nora).call(listScans, { params: { key }, query: {} })).toMatchObject({
      total: 2,
      scans: [
        { study_UID: newer, seriesId: `${newer}.1` },
        { study_UID: uid, seriesId: `${uid}.1` },
      ],
    })
  expect(
    (await as(nora).call(listScans, { params: { key: ana.code }, query: { order: 'asc' } })).scans[0],
  ).toMatchObject({ study_UID: uid })
  expect(await as(nora).call(listScans, { params: { key: ana.code }, query: { page: 9 } })).toMatchObject({
    total: 2,
    scans: [],
  })
})

test('a request needs a signed form that names the scan, or one that names none and is unused', async () => {
  const { ana, uid } = await people()
  const other = await study(ana)
  await sign(ana, { study_id: other })

  expect(await ask(ana, uid)).toMatchObject({
    status: 400,
    body: { error: 'Please sign the authorization form for this scan first.' },
  })
  await sign(ana)
  expect((await ask(ana, uid)).status).toBe(200)
  const third = await study(ana)
  expect((await ask(ana, third)).status).toBe(400)
})

test('who asks is the session’s own, whatever the body says, and nobody asks for another’s scan', async () => {
  const { ana, adam, uid } = await people()
  const bob = await given.patient(ana.project)
  await sign(ana, { study_id: uid })
  await sign(bob)

  const claimed = { email: bob.email, patient_id: bob.code, firstname: 'Bob', mrn_number: 'M-1', project: 'x' }
  expect((await send(ana, requestAccess, { body: { ...claimed, studyId: uid } })).status).toBe(200)
  expect(await waiting(adam)).toMatchObject([{ email: ana.email, patient_id: ana.code, firstname: 'Ana' }])
  expect((await ask(bob, uid)).status).toBe(404)
  expect((await ask(bob, '1.2.3')).status).toBe(404)
  expect((await send(ana, requestAccess, { body: {} })).status).toBe(400)
})

test('a request tells staff, waits once, and is shown to the patient as pending', async () => {
  const { ana, adam, uid } = await people()
  await sign(ana, { study_id: uid })

  const answers = await Promise.all([ask(ana, uid), ask(ana, uid), ask(ana, uid)])

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await scans(ana)).toMatchObject([{ request_status: 'pending', view_access: false, seriesId: null }])
  const { notifications } = await as(adam).call(listNotifications, {
    params: { provider_id: adam.code },
    query: { item_type: 'request' },
  })
  expect(notifications).toMatchObject([{ item_type: 'request', patient_id: ana.code }])
})

/** As if the form had been signed before today's text. */
const makeOlder = async (file_id: string) => {
  const [form] = await owner(
    'select *, expiration_date::text as expiration_date from form_signatures where file_id = $1',
    [file_id],
  )
  const older = { ...(form as SealedForm), form_version: '2025-1' }
  const seal = platform.seals.seal(sealed(older))
  await owner(`update form_signatures set form_version = '2025-1', seal = $2 where file_id = $1`, [file_id, seal])
}

test('a form that ended yesterday opens no request, and one of today does', async () => {
  const { ana, uid } = await people()
  const { file_id } = await sign(ana, { study_id: uid })
  const lastDay = `update form_signatures set expiration_date = (now() at time zone 'America/New_York')::date - $2::int where file_id = $1`
  await owner(lastDay, [file_id, 1])
  expect(await ask(ana, uid)).toMatchObject({ status: 400, body: { code: 'no_form' } })
  await owner(lastDay, [file_id, 0])
  expect((await ask(ana, uid)).status).toBe(200)
})

test('where the text has changed, a form of the earlier one opens nothing, and a new one takes its place', async () => {
  const { ana, adam, uid } = await people()
  const { file_id } = await sign(ana, { study_id: uid })
  await ask(ana, uid)
  expect(await scans(ana)).toMatchObject([{ request_status: 'pending', sign_again: false }])
  await makeOlder(file_id)
  expect(await scans(ana)).toMatchObject([{ request_status: 'pending', sign_again: true }])
  expect(await send(adam, approveScanRequest, named(ana, uid))).toMatchObject({
    status: 409,
    body: { code: 'form_older' },
  })
  expect((await ask(ana, uid)).body.code).toBe('no_form')

  await sign(ana, { study_id: uid })
  expect((await ask(ana, uid)).status).toBe(200)
  expect((await ask(ana, uid)).body.code).toBe('pending')
  expect(await scans(ana)).toMatchObject([{ request_status: 'pending', sign_again: false }])
  await as(adam).call(approveScanRequest, named(ana, uid))
  expect(await scans(ana)).toMatchObject([{ view_access: true, sign_again: false }])
})

test('a scan that was opened stays open when the text changes, and its patient is asked to sign again', async () => {
  const { ana, adam, uid } = await opened()
  const [request] = await owner<{ form_file_id: string }>(
    'select form_file_id from access_requests where patient_id = $1',
    [ana.id],
  )
  await makeOlder(request!.form_file_id)
  expect(await scans(ana)).toMatchObject([{ view_access: true, sign_again: true }])
  await sign(ana, { study_id: uid })
  expect((await ask(ana, uid)).status).toBe(200)
  await as(adam).call(approveScanRequest, named(ana, uid))
  expect(await scans(ana)).toMatchObject([{ view_access: true, sign_again: false }])
  expect((await ask(ana, uid)).body.code).toBe('open')
})

test('a form that waits for a countersignature opens nothing before it', async () => {
  const { ana, adam, uid } = await people()
  await owner('update projects set countersign_forms = true where project_id = $1', [ana.project])
  const { file_id } = await sign(ana, { study_id: uid })
  await ask(ana, uid)
  expect(await waiting(adam)).toMatchObject([{ needs_countersign: true }])
  expect(await send(adam, approveScanRequest, named(ana, uid))).toMatchObject({
    status: 409,
    body: { code: 'not_countersigned' },
  })
  const signature = await providerName({ owner }, adam.id)
  await as(adam).call(countersignForm, { params: { file_id }, body: { signature } })
  expect(await waiting(adam)).toMatchObject([{ needs_countersign: false }])
  await as(adam).call(approveScanRequest, named(ana, uid))
  expect(await scans(ana)).toMatchObject([{ view_access: true }])
})

test('a form that has ended opens nothing, nor does one that was changed', async () => {
  const { ana, adam, uid } = await people()
  const { file_id } = await sign(ana, { study_id: uid })
  await ask(ana, uid)
  const [form] = await owner('select * from form_signatures where file_id = $1', [file_id])

  await owner(`update form_signatures set expiration_date = now() + interval '5 years' where file_id = $1`, [file_id])
  expect(await send(adam, approveScanRequest, named(ana, uid))).toMatchObject({
    status: 409,
    body: { code: 'seal_broken' },
  })

  // The calls refuse a day that has passed, so an expired form is signed here.
  const ended = await sign(ana, { study_id: uid })
  const { seal: _, ...record } = form as { seal: Buffer } & Parameters<typeof addSignature>[2]
  await owner('delete from form_signatures where file_id = $1', [ended.file_id])
  await database.scoped(staffScope(projectId(ana.project)), (db) =>
    addSignature(db, platform.seals, { ...record, file_id: ended.file_id, expiration_date: '2026-01-31' }),
  )
  await owner('update access_requests set form_file_id = $1 where patient_id = $2', [ended.file_id, ana.id])
  expect(await send(adam, approveScanRequest, named(ana, uid))).toMatchObject({
    status: 409,
    body: { code: 'form_expired', error: 'The signed form expired on 2026-01-31. The patient has to sign a new one.' },
  })
  expect(await scans(ana)).toMatchObject([{ request_status: 'pending' }])
})

test('a form that names no end opens a scan for a year', async () => {
  const { ana } = await opened()
  const today = siteDay(new Date(), 'America/New_York')
  expect((await scans(ana))[0]?.access_until).toBe(`${Number(today.slice(0, 4)) + 1}${today.slice(4)}`)
})

// At any moment, one of the two has a date different from Greenwich.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'the last day of a form is open until it is over in %s',
  async (zone) => {
    const { ana, adam, uid } = await people()
    await owner('update projects set time_zone = $1 where project_id = $2', [zone, ana.project])
    const day = (past: number) => siteDay(new Date(Date.now() - past * dayMs), zone)
    const { file_id } = await sign(ana, { study_id: uid, expiration_date: day(0) })
    await ask(ana, uid)
    const [form] = await owner('select * from form_signatures where file_id = $1', [file_id])
    const { seal: _, ...record } = form as { seal: Buffer } & Parameters<typeof addSignature>[2]
    const endsOn = async (expiration_date: string) => {
      const { file_id: next } = await sign(ana, { study_id: uid })
      await owner('delete from form_signatures where file_id = $1', [next])
      await database.scoped(staffScope(projectId(ana.project)), (db) =>
        addSignature(db, platform.seals, { ...record, file_id: next, expiration_date }),
      )
      await owner('update access_requests set form_file_id = $1 where patient_id = $2', [next, ana.id])
    }

    await endsOn(day(1))
    expect((await send(adam, approveScanRequest, named(ana, uid))).body.code).toBe('form_expired')
    await endsOn(day(0))
    await as(adam).call(approveScanRequest, named(ana, uid))

    expect(await scans(ana)).toMatchObject([{ view_access: true, access_until: day(0) }])
    expect(await as(adam).call(listOpenAccess, { query: {} })).toMatchObject({ total: 1 })
    await owner('update access_requests set access_until = $1 where patient_id = $2', [day(1), ana.id])
    expect(await scans(ana)).toMatchObject([{ view_access: false, request_status: 'expired' }])
    expect(await as(adam).call(listOpenAccess, { query: {} })).toMatchObject({ total: 0 })
  },
)
