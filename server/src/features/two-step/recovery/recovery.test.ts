import {
  addPasskey,
  endRecovery,
  getAccessLog,
  getRecovery,
  getTwoStep,
  giveProof,
  listRecoveries,
  startPasskey,
  stopRecovery,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { recoveryWorld } from '../../../../test/recovery-world.ts'
import { softPasskey } from '../../../../test/soft-passkey.ts'
import { mailReady } from './mail-ready.ts'

const { given, as, send, owner, platform, mailsTo, people, setting, asked, confirmed, factorsOf, rowsOf } =
  await recoveryWorld()
const { clinic, patientWithApp, signedIn, started, start, ofPatient, confirm, redeem, pass, enroll, recover, stateOf } =
  people

test('two of the staff and a wait let somebody back in who has lost everything; nothing of what was lost works again', async () => {
  const { ana, nora, max, lost, codes, answers, secret } = await asked()
  expect(await as(lost).call(getRecovery, {})).toMatchObject({
    state: 'started',
    confirmations: 0,
    hours: 48,
    possible: true,
  })
  const other = await signedIn(ana)
  const { back } = await recover(ana, [nora, max], answers, codes)
  expect(await factorsOf(ana)).toEqual([{ kind: 'totp' }])
  expect((await send(other, getRecovery)).status).toBe(401)
  const next = await signedIn(ana)
  expect(await stateOf(next)).toBe('verify')
  const proof = { method: 'totp', code: people.codeOf(secret) }
  expect((await send(next, giveProof, { body: { proof } })).status).toBe(400)
  expect(await as(back).call(getRecovery, {})).toMatchObject({ state: 'none' })
})

test('the log of the person names both, and every address was told at each step', async () => {
  const { ana, nora, max, codes, answers } = await asked()
  await owner("update providers set first_name = 'Max', last_name = 'Doe' where provider_id = $1", [max.id])
  await owner("insert into former_addresses (login_id, email) values ($1, 'former@patients.example')", [ana.login])
  await owner(
    "insert into former_addresses (login_id, email, left_at) values ($1, 'ancient@patients.example', now() - interval '91 days')",
    [ana.login],
  )
  const { back } = await recover(ana, [nora, max], answers, codes)
  const { entries } = await as(back).call(getAccessLog, { query: {} })
  const who = entries.filter(({ what }) => what.startsWith('Confirmed in person')).map((entry) => entry.who)
  expect(who.toSorted()).toEqual(['Max Doe', 'Nora Lindt'])
  expect((await rowsOf(ana, 'account_recovery.confirm')).map(({ result }) => result)).toEqual([
    'ok confirmed:otp',
    'ok confirmed:otp',
  ])
  for (const action of ['start', 'use', 'done']) expect(await rowsOf(ana, `account_recovery.${action}`)).toHaveLength(1)
  const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
  const told = ['Your account is being recovered', 'Your account was recovered']
  expect(await subjects(ana.email)).toEqual(expect.arrayContaining(['Someone asked to recover your account', ...told]))
  expect(await subjects('former@patients.example')).toEqual(told)
  expect(await subjects('ancient@patients.example')).toEqual([])
  const mail = (await mailsTo(ana.email)).find(({ subject }) => subject === told[0])
  expect(mail?.body).toContain(`Nora Lindt (${nora.code}), Max Doe (${max.code})`)
})

describe('who wears two hats', () => {
  test('the strictest of all projects says how long the wait is', async () => {
    const { project, nora, max } = await clinic()
    const { ana, number } = await patientWithApp(project)
    const far = await given.project()
    await people.alsoPatient(far, ana)
    await owner('update projects set two_step_recovery_hours = 100 where project_id = $1', [far])
    const codes = await started(await signedIn(ana))
    for (const witness of [nora, max]) await confirm(witness, ofPatient(codes, number))
    await pass(ana.login, '99 hours')
    expect((await redeem(await signedIn(ana), codes)).body?.code).toBe('not_yet')
    await pass(ana.login, '1 hour')
    expect((await redeem(await signedIn(ana), codes)).status).toBe(200)
  })

  test('where there are no two who could confirm it, nothing begins', async () => {
    const { ana } = await patientWithApp(await given.project())
    const lost = await signedIn(ana)
    expect(await as(lost).call(getRecovery, {})).toMatchObject({ possible: false })
    expect((await start(lost)).body?.code).toBe('nobody')
  })

  test('a clinic whose staff are all new counts as one without', async () => {
    const project = await given.project()
    const { ana } = await patientWithApp(project)
    const [one, two] = [await people.witness('Nurse', project), await people.witness('Admin', project)]
    await owner("update providers set created_at = now() - interval '6 days' where provider_id = $1", [one.id])
    expect((await start(await signedIn(ana))).body?.code).toBe('nobody')
    await people.longHere(one)
    await owner("update login_factors set created_at = now() - interval '6 days' where login_id = $1", [two.login])
    expect((await start(await signedIn(ana))).body?.code).toBe('nobody')
    await people.longHere(await people.witness('Nurse', project))
    expect((await start(await signedIn(ana))).status).toBe(200)
  })
})

describe('the wait', () => {
  test('is not over before its end, nor with one witness alone', async () => {
    const { ana, nora, codes, answers } = await asked()
    await confirm(nora, answers)
    expect((await redeem(await signedIn(ana), codes)).body?.code).toBe('none')
    const world = await confirmed()
    await pass(world.ana.login, '47 hours 59 minutes')
    expect((await redeem(await signedIn(world.ana), world.codes)).body?.code).toBe('not_yet')
    expect((await enroll(await signedIn(world.ana))).status).not.toBe(200)
  })

  test('is over at an hour that the mail says by the clock of the site', async () => {
    const { ana, project, answers, nora, max } = await asked()
    await owner("update projects set time_zone = 'Asia/Tokyo' where project_id = $1", [project])
    for (const witness of [nora, max]) await confirm(witness, answers)
    const [{ opens_at } = { opens_at: '' }] = await owner<{ opens_at: string }>(
      `select to_char(opens_at at time zone 'Asia/Tokyo', 'Mon FMDD, YYYY, FMHH12:MI AM') as opens_at
         from account_recoveries where login_id = $1`,
      [ana.login],
    )
    const mail = (await mailsTo(ana.email)).find(({ subject }) => subject === 'Your account is being recovered')
    expect(mail?.body.replaceAll('\u202f', ' ')).toContain(`from ${opens_at} GMT+9 on`)
  })

  test('ends with a mail, once', async () => {
    const { ana } = await confirmed()
    await mailReady(platform)
    await pass(ana.login, '48 hours')
    await mailReady(platform)
    await mailReady(platform)
    const ready = (await mailsTo(ana.email)).filter(({ subject }) => subject === 'You can set up a new second step now')
    expect(ready).toHaveLength(1)
  })

  test('is over after seven days more', async () => {
    const { ana, codes } = await confirmed()
    await pass(ana.login, '216 hours 1 second')
    expect((await redeem(await signedIn(ana), codes)).body?.code).toBe('none')
  })

  test('takes the code that was kept: the password, and what the staff saw, are not enough', async () => {
    const { ana, codes } = await confirmed()
    await pass(ana.login, '49 hours')
    const thief = await signedIn(ana)
    expect(await stateOf(thief)).toBe('verify')
    for (const code of [codes.visit_code.repeat(2), 'ABCD'.repeat(4)])
      expect((await redeem(thief, { ...codes, own_code: code })).body?.fields).toHaveProperty('code')
    expect((await enroll(thief)).status).toBe(403)
    const back = await signedIn(ana)
    await redeem(back, codes)
    expect(await stateOf(back)).toBe('enroll')
    // Only this one of all sessions.
    expect(await stateOf(thief)).toBe('verify')
    expect(await factorsOf(ana)).toEqual([{ kind: 'totp' }])
  })

  test('is not begun anew by whoever knows the password', async () => {
    const { ana, lost, answers, codes, nora } = await asked()
    const newer = await started(lost)
    expect((await confirm(nora, answers)).body?.fields).toHaveProperty('code')
    expect(newer.visit_code).not.toBe(codes.visit_code)
    const world = await confirmed()
    expect((await start(await signedIn(world.ana))).body?.code).toBe('under_way')
    expect(await as(await signedIn(ana)).call(getRecovery, {})).toMatchObject({ state: 'started' })
  })

  test('begins at most five times a day', async () => {
    const { lost } = await setting()
    for (let n = 0; n < 5; n++) expect((await start(lost)).status).toBe(200)
    expect((await start(lost)).status).toBe(429)
  })
})

test('a second step that is added meanwhile, by one that is not lost, takes nothing else away', async () => {
  const { ana } = await confirmed()
  const key = softPasskey()
  const { challenge_id, options } = (await people.proven(ana, startPasskey, {})).body as {
    challenge_id: string
    options: Record<string, unknown>
  }
  const body = { challenge_id, response: key.create(options), name: 'Phone' }
  expect((await send(ana, addPasskey, { body })).status).toBe(200)
  expect((await factorsOf(ana)).map(({ kind }) => kind).toSorted()).toEqual(['passkey', 'totp'])
  expect(await as(ana).call(getRecovery, {})).toMatchObject({ state: 'waiting' })
})

describe('is stopped', () => {
  const stop = (stop_token: string, look = false) => send(null, stopRecovery, { body: { stop_token, look } })

  test('by the link of any mail, without a sign-in and for good', async () => {
    const { ana, codes } = await confirmed()
    const token = await people.linkTo(ana.email)
    expect((await stop('made-up')).body?.code).toBe('link_unknown')
    // Just looking, as the page itself does first, stops nothing.
    expect((await stop(token, true)).body).toMatchObject({ already: false, area: 'patient' })
    expect((await people.newestMail(ana.email))?.subject).toMatch(/is being recovered/)
    expect((await stop(token)).body).toMatchObject({ already: false, area: 'patient' })
    for (const look of [true, false])
      expect((await stop(token, look)).body).toMatchObject({
        already: true,
        message: expect.stringMatching(/^This link has already been used/),
      })
    await pass(ana.login, '49 hours')
    expect((await redeem(await signedIn(ana), codes)).body?.code).toBe('none')
    expect(await rowsOf(ana, 'account_recovery.stop')).toMatchObject([{ actor_id: null }])
    expect((await people.newestMail(ana.email))?.subject).toBe('The recovery of your account was stopped')
  })

  test('while the code is given already, too', async () => {
    const { ana, codes } = await confirmed()
    const token = await people.linkTo(ana.email)
    await pass(ana.login, '49 hours')
    const back = await signedIn(ana)
    await redeem(back, codes)
    expect(await as(back).call(getTwoStep, {})).toMatchObject({ state: 'enroll', recovering: true })
    await stop(token)
    expect(await stateOf(back)).toBe('verify')
    expect((await enroll(back)).status).toBe(403)
  })

  test('not after it was used: the link says whom to call', async () => {
    const { ana, nora, max, codes, answers } = await asked()
    const token = await people.linkTo(ana.email)
    await recover(ana, [nora, max], answers, codes)
    for (const look of [true, false]) expect((await stop(token, look)).body?.code).toBe('link_used')
  })

  test('by a second factor that is shown: not all is lost', async () => {
    const { ana, secret, codes } = await confirmed()
    const owning = await signedIn(ana)
    const proof = { method: 'totp', code: people.codeOf(secret) }
    expect((await send(owning, giveProof, { body: { proof } })).status).toBe(200)
    await pass(ana.login, '49 hours')
    expect((await redeem(await signedIn(ana), codes)).body?.code).toBe('none')
  })

  test('by an admin of a project of the person, who sees who vouched; by no other', async () => {
    const { ana, nora, project } = await confirmed()
    const [admin, far] = [await given.staff('Admin', project), await given.staff('Admin')]
    const { recoveries } = await as(admin).call(listRecoveries, {})
    expect(recoveries).toMatchObject([{ name: 'Ana Rivera', role: 'Patient', state: 'waiting', witnesses: [{}, {}] }])
    expect((await as(far).call(listRecoveries, {})).recoveries).toEqual([])
    const params = { recovery_id: recoveries[0]?.recovery_id ?? '' }
    expect((await send(far, endRecovery, { params })).status).toBe(404)
    expect((await send(nora, endRecovery, { params })).status).toBe(403)
    expect((await send(admin, endRecovery, { params })).status).toBe(200)
    expect((await send(admin, endRecovery, { params })).body?.code).toBe('over')
    expect(await rowsOf(ana, 'account_recovery.stop')).toMatchObject([{ actor_id: admin.id }])
    expect((await as(admin).call(listRecoveries, {})).recoveries).toMatchObject([{ state: 'stopped' }])
  })
})

test('codes are in no row as they are', async () => {
  const { codes } = await confirmed()
  const rows = JSON.stringify(
    await owner('select a::text as row from account_recoveries a union all select e::text from audit_events e'),
  )
  for (const code of Object.values(codes)) {
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(code.replaceAll('-', ''))
  }
})
