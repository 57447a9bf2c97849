import {
  approveScanRequest,
  approveScanRequests,
  declineScanRequest,
  declineScanRequests,
  extendScanRequest,
  getAdminProfile,
  getMyPatientInfo,
  getPatientInfo,
  listOpenAccess,
  revokeScanAccess,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { scanAccessWorld } from '../../../test/scan-access-world.ts'
import { waitingIn } from '../../../test/together.ts'

const { as, given, send, owner, database, study, sign, ask, scans, people, named, waiting, mails, opened } =
  await scanAccessWorld()

test('an approval opens the scan until the form ends, tells the patient, and twice is harmless', async () => {
  const { ana, adam, uid } = await people()
  const until = `${new Date().getUTCFullYear() + 2}-03-01`
  await sign(ana, { study_id: uid, expiration_date: until })
  await ask(ana, uid)

  await as(adam).call(approveScanRequest, named(ana, uid))
  await as(adam).call(approveScanRequest, named(ana, uid))

  expect(await scans(ana)).toMatchObject([
    { view_access: true, request_status: 'approved', access_until: until, seriesId: `${uid}.1` },
  ])
  expect(await waiting(adam)).toEqual([])
  expect(await mails(ana)).toHaveLength(1)
  const { patient } = await as(ana).call(getMyPatientInfo, { params: { email: ana.email } })
  expect(patient).toMatchObject({ scans_allowed_to_view: [uid] })
  expect((await ask(ana, uid)).status).toBe(409)
})

test('of an approval and a decline at once one wins', async () => {
  const { ana, adam, uid } = await people()
  await sign(ana, { study_id: uid })
  await ask(ana, uid)

  const answers = await Promise.all([
    send(adam, approveScanRequest, named(ana, uid)),
    send(adam, declineScanRequest, named(ana, uid)),
  ])

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await mails(ana)).toHaveLength(1)
})

test('an approval must match a pending request', async () => {
  const { ana, adam, uid } = await people()

  expect((await send(adam, approveScanRequest, named(ana, uid))).status).toBe(404)
  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  await as(adam).call(declineScanRequest, named(ana, uid))
  expect((await send(adam, approveScanRequest, named(ana, uid))).status).toBe(409)
  const far = await given.staff('Admin')
  expect((await send(far, approveScanRequest, named(ana, uid))).status).toBe(404)
  expect(await waiting(far)).toEqual([])
})

test('a request that was seen is not decided as the one that replaced it', async () => {
  const { ana, adam, uid } = await people()
  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  const [seen] = await waiting(adam)
  const request_id = seen?.request_id ?? ''
  await as(adam).call(declineScanRequest, named(ana, uid))
  await sign(ana, { study_id: uid })
  await ask(ana, uid)

  const body = { ...named(ana, uid).body, request_id }
  const refused = { status: 409, body: { code: 'stale', error: expect.stringContaining('has asked again') } }
  for (const call of [approveScanRequest, declineScanRequest, extendScanRequest])
    expect(await send(adam, call, { body })).toMatchObject(refused)
  const requests = [{ email: ana.email, studyId: uid, request_id }]
  for (const { lines } of [
    await as(adam).call(approveScanRequests, { body: { requests } }),
    await as(adam).call(declineScanRequests, { body: { ...body, requests } }),
  ])
    expect(lines).toMatchObject([{ done: false, why: expect.stringContaining('has asked again') }])
  const [now] = await waiting(adam)
  expect(now?.request_id).not.toBe(request_id)
  await as(adam).call(approveScanRequest, { body: { ...body, request_id: now?.request_id } })
  expect(await waiting(adam)).toEqual([])
})

test('a request is not decided by a form that was signed after the list was read', async () => {
  const { ana, adam, uid } = await people()
  const { file_id } = await sign(ana, { study_id: uid })
  await ask(ana, uid)
  const [seen] = await waiting(adam)
  await owner("update form_signatures set form_version = '2025-1' where file_id = $1", [file_id])
  await sign(ana, { study_id: uid })
  expect((await ask(ana, uid)).status).toBe(200)
  const [now] = await waiting(adam)
  expect(now).toMatchObject({ request_id: seen?.request_id })
  expect(now?.form_file_id).not.toBe(seen?.form_file_id)

  const { request_id, form_file_id } = seen ?? {}
  const body = { ...named(ana, uid).body, request_id, form_file_id }
  const refused = { status: 409, body: { code: 'stale', error: expect.stringContaining('new form') } }
  for (const call of [approveScanRequest, declineScanRequest, extendScanRequest])
    expect(await send(adam, call, { body })).toMatchObject(refused)
  const requests = [{ email: ana.email, studyId: uid, request_id, form_file_id }]
  expect((await as(adam).call(approveScanRequests, { body: { requests } })).lines).toMatchObject([{ done: false }])
  await as(adam).call(approveScanRequest, { body: { ...body, form_file_id: now?.form_file_id } })
  expect(await scans(ana)).toMatchObject([{ view_access: true }])
})

test('why a request was declined, put off or taken back is read by whoever signed its form, and by nobody else', async () => {
  const { ana, adam, uid } = await people()
  const maria = await given.caregiver(ana)
  const secret = 'She must not see how it is'
  const told = async (user: TestUser) => {
    const [scan] = await scans(user)
    return { told: JSON.stringify(scan).includes(secret), ground: scan?.ground, other: scan?.asked_by_other }
  }
  const body = { ...named(ana, uid, secret).body, ground: 'representative' as const }
  const [asker, other] = [
    { told: true, ground: null, other: false },
    { told: false, ground: null, other: true },
  ]
  expect((await scans(ana))[0]).toMatchObject({ request_status: 'none', asked_by_other: false })
  await sign(maria, { study_id: uid, signature: 'Maria Soto' })
  await ask(maria, uid)
  await as(adam).call(extendScanRequest, { body })
  expect([await told(maria), await told(ana)]).toEqual([asker, other])
  await as(adam).call(declineScanRequest, { body })
  expect([await told(maria), await told(ana)]).toEqual([{ ...asker, ground: 'representative' }, other])

  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  await as(adam).call(declineScanRequest, { body: { ...body, ground: 'danger' } })
  expect([await told(ana), await told(maria)]).toEqual([{ ...asker, ground: 'danger' }, other])
  await ask(ana, uid)
  await as(adam).call(approveScanRequest, { body })
  await as(adam).call(revokeScanAccess, { body })
  expect([await told(ana), await told(maria)]).toEqual([asker, other])
})

test('a decline needs a ground and a reason, which the patient reads in the portal and not in the mail', async () => {
  const { ana, adam, uid } = await people()
  await sign(ana, { study_id: uid })
  await ask(ana, uid)

  expect((await send(adam, declineScanRequest, named(ana, uid, ' '))).status).toBe(400)
  const { ground: _, ...noGround } = named(ana, uid).body
  expect(await send(adam, declineScanRequest, { body: noGround as never })).toMatchObject({
    status: 400,
    body: { fields: { ground: 'Please choose a ground' } },
  })
  await as(adam).call(declineScanRequest, named(ana, uid, 'Please sign with your full name'))

  expect(await scans(ana)).toMatchObject([
    {
      request_status: 'declined',
      ground: 'form_incomplete',
      reason: 'Please sign with your full name',
      answer_by: null,
      view_access: false,
      seriesId: null,
    },
  ])
  const [mail] = await mails(ana)
  expect(mail?.body).not.toMatch(/full name|form/)
  expect((await ask(ana, uid)).status).toBe(200)
  expect(await scans(ana)).toMatchObject([{ request_status: 'pending', ground: null }])
})

test('a revocation closes the scan at once', async () => {
  const { ana, adam, uid } = await opened()

  expect(await as(adam).call(listOpenAccess, { query: {} })).toMatchObject({ total: 1, open: [{ studyId: uid }] })
  expect((await send(adam, revokeScanAccess, named(ana, uid, ''))).status).toBe(400)
  await as(adam).call(revokeScanAccess, named(ana, uid, 'Asked for by phone'))
  await as(adam).call(revokeScanAccess, named(ana, uid, 'Asked for by phone'))

  expect(await scans(ana)).toMatchObject([
    { view_access: false, request_status: 'revoked', reason: 'Asked for by phone', seriesId: null },
  ])
  expect(await as(adam).call(listOpenAccess, { query: {} })).toMatchObject({ total: 0, open: [] })
})

test('an access ends with its last day', async () => {
  const { ana, uid } = await opened()
  await owner(`update access_requests set access_until = (now() at time zone 'America/New_York')::date`)
  expect(await scans(ana)).toMatchObject([{ study_UID: uid, view_access: true }])

  await owner(`update access_requests set access_until = (now() at time zone 'America/New_York')::date - 1`)

  expect(await scans(ana)).toMatchObject([{ view_access: false, request_status: 'expired', seriesId: null }])
  const { patient } = await as(ana).call(getMyPatientInfo, { params: { email: ana.email } })
  expect(patient).toMatchObject({ scans_allowed_to_view: [] })
})

test('an approval of one patient opens nothing of a neighbour', async () => {
  const { ana } = await opened()
  const bob = await given.patient(ana.project)
  await study(bob)

  expect(await scans(bob)).toMatchObject([{ view_access: false, request_status: 'none' }])
})

test('the admin profile may be asked for by email, of an admin of the project only', async () => {
  const { ana, adam } = await people()
  const nora = await given.staff('Nurse', ana.project)
  const far = await given.staff('Admin')
  const profile = (email: string) => send(adam, getAdminProfile, { body: { email } })

  expect((await profile(adam.email)).body).toMatchObject({ admin: { email: adam.email, role: 'Admin' } })
  for (const { email } of [nora, far, ana]) expect((await profile(email)).status).toBe(404)
})

test('an open scan is not declined, and one that waits is not revoked', async () => {
  const { ana, adam, uid } = await opened()
  expect((await send(adam, declineScanRequest, named(ana, uid))).status).toBe(409)
  expect(await scans(ana)).toMatchObject([{ view_access: true }])
  const next = await study(ana)
  await sign(ana, { study_id: next })
  await ask(ana, next)
  expect((await send(adam, revokeScanAccess, named(ana, next))).status).toBe(409)
  expect(await waiting(adam)).toMatchObject([{ studyId: next }])
})

test('a decision is about the one request of the patient whom it names', async () => {
  const { ana, adam, uid } = await people()
  const bob = await given.patient(ana.project)
  const other = await study(ana)
  for (const studyId of [uid, other]) {
    await sign(ana, { study_id: studyId })
    await ask(ana, studyId)
  }
  expect((await send(adam, approveScanRequest, named(bob, uid))).status).toBe(404)
  await as(adam).call(approveScanRequest, named(ana, uid))
  expect(await waiting(adam)).toMatchObject([{ studyId: other }])
})

test('a scan that is given to another patient is open to neither', async () => {
  const { ana, adam, uid } = await opened()
  const bob = await given.patient(ana.project)
  await owner('update studies set patient_id = $1 where study_uid = $2', [bob.id, uid])
  for (const { code } of [ana, bob])
    expect((await as(adam).call(getPatientInfo, { params: { key: code } })).patient.scans_allowed_to_view).toEqual([])
  expect(await scans(bob)).toMatchObject([{ view_access: false }])
})

test.each(['another patient', 'nobody'])(
  'a request for a scan that is of %s by now is declined, but neither approved nor put off',
  async (owned) => {
    const { ana, adam, uid } = await people()
    const bob = await given.patient(ana.project)
    await sign(ana, { study_id: uid })
    await ask(ana, uid)
    const now = owned === 'nobody' ? null : bob.id
    await owner('update studies set patient_id = $1 where study_uid = $2', [now, uid])

    const refused = {
      status: 409,
      body: { code: 'stale', error: expect.stringContaining('now belongs to another patient') },
    }
    expect(await send(adam, approveScanRequest, named(ana, uid))).toMatchObject(refused)
    expect(await send(adam, extendScanRequest, named(ana, uid))).toMatchObject(refused)
    const requests = [{ email: ana.email, studyId: uid }]
    expect((await as(adam).call(approveScanRequests, { body: { requests } })).lines).toMatchObject([{ done: false }])
    expect(await mails(ana)).toEqual([])

    await as(adam).call(declineScanRequest, named(ana, uid))
    expect(await waiting(adam)).toEqual([])
  },
)

test('an approval waits for who is giving the scan to another patient', async () => {
  const { ana, adam, uid } = await people()
  const bob = await given.patient(ana.project)
  await sign(ana, { study_id: uid })
  await ask(ana, uid)

  const approval = await database.unscoped('a reassignment that takes its time', async (db) => {
    await db.updateTable('studies').set({ patient_id: bob.id }).where('study_uid', '=', uid).execute()
    const approving = send(adam, approveScanRequest, named(ana, uid))
    await expect.poll(() => waitingIn({ owner }), { timeout: 20_000 }).toHaveLength(1)
    return { approving }
  })

  expect(await approval.approving).toMatchObject({ status: 409, body: { code: 'stale' } })
})

test('several requests are decided one by one, each with its mail; what is not there, or was decided, is a line', async () => {
  const { ana, adam, uid } = await people()
  const ben = await given.patient(ana.project, { first_name: 'Ben', mrn_number: 'M-2' })
  const far = await opened()
  const [of, third] = [await study(ben), await study(ana)]
  for (const [patient, study_id] of [
    [ana, uid],
    [ben, of],
    [ana, third],
  ] as const) {
    await sign(patient, { study_id, signature: patient === ben ? 'Ben Rivera' : 'Ana Rivera' })
    await ask(patient, study_id)
  }
  const requests = [
    { email: ana.email, studyId: uid },
    { email: far.ana.email, studyId: far.uid },
    { email: ben.email, studyId: of },
  ]
  const approved = await as(adam).call(approveScanRequests, { body: { requests } })
  expect(approved.lines).toMatchObject([
    { name: 'Ana Rivera', done: true },
    { name: '', done: false, why: 'There is no such patient.' },
    { name: 'Ben Rivera', mrn_number: 'M-2', done: true },
  ])
  expect(await scans(ana)).toMatchObject([{ view_access: false }, { view_access: true }])
  expect((await mails(ben)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your access request was approved/),
  )
  const later = [
    { email: ana.email, studyId: third },
    { email: ben.email, studyId: of },
  ]
  expect((await send(adam, declineScanRequests, { body: { requests: later } as never })).status).toBe(400)
  const body = { requests: later, ground: 'form_signer', reason: 'The form is of another year' } as const
  expect((await as(adam).call(declineScanRequests, { body })).lines).toMatchObject([
    { name: 'Ana Rivera', done: true },
    { name: 'Ben Rivera', done: false, why: 'There is no pending request for this scan.' },
  ])
  expect(await waiting(adam)).toEqual([])
  const nora = await given.staff('Nurse', ana.project)
  expect((await send(nora, approveScanRequests, { body: { requests } })).status).toBe(403)
})
