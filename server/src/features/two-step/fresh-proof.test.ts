import {
  addPasskey,
  addTotp,
  approveScanRequests,
  beginProof,
  type Call,
  changePassword,
  deletePatient,
  finishProof,
  giveProof,
  listFactors,
  listPatients,
  loginPatient,
  newRecoveryCodes,
  readForm,
  removeFactor,
  saveRights,
  startPasskey,
  startProof,
  startTotp,
  updateMyProfile,
  updateOperatorProfile,
  updatePatient,
  uploadForm,
} from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { callName, proofsIn } from '../../../test/fresh-proofs.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { codeOf } from '../../../test/second-factors.ts'
import { softPasskey } from '../../../test/soft-passkey.ts'

const { given, as, send, owner, mailsTo } = await testApp({ config: { freshProof: true } })
const { mint, headersOf } = proofsIn(owner)
beforeEach(() => owner('delete from rate_limits'))

const withApp = async (user: TestUser) => {
  const { challenge_id, secret } = await as(user).call(
    startTotp,
    {},
    { headers: headersOf(await mint(user, startTotp)) },
  )
  const { codes } = await as(user).call(addTotp, { body: { challenge_id, code: codeOf(secret) } })
  return { secret, codes }
}
const withPasskey = async (user: TestUser) => {
  const key = softPasskey()
  const headers = headersOf(await mint(user, startPasskey))
  const { challenge_id, options } = await as(user).call(startPasskey, {}, { headers })
  await as(user).call(addPasskey, { body: { challenge_id, response: key.create(options), name: 'Phone' } })
  return key
}
type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
const begin = (user: TestUser, call: Call, input: Input = {}) =>
  as(user).call(beginProof, { body: { call: callName(call), ...input } as never })
const finish = (user: TestUser, proof_id: string, proof: object) =>
  send(user, finishProof, { body: { proof_id, proof } })
/** Shows it, and sends the request with it. */
const confirmed = async (user: TestUser, call: Call, input: Input, proof: object) => {
  const { proof_id } = await begin(user, call, input)
  const shown = await finish(user, proof_id, proof)
  if (shown.status !== 200) return shown
  return send(user, call, input, { headers: headersOf(shown.body.proof) })
}
const old = (user: TestUser) =>
  owner("update sessions set proven_at = now() - interval '5 minutes 1 second' where session_id = $1", [user.session])
const withoutPassword = (user: TestUser) =>
  owner('update logins set password_hash = null where login_id = $1', [user.login])
const ask = (project: string, change: string) =>
  owner(`update projects set ${change}, two_step_since = current_date - 30 where project_id = $1`, [project])
const rowsOf = (user: TestUser) =>
  owner<{ action: string; result: string }>(
    'select action, result from audit_events where actor_id = $1 order by event_id',
    [user.id],
  )

describe('what is shown for a request', () => {
  test('is the password where there is nothing else, and the trail says so', async () => {
    const nora = await given.staff('Nurse')
    const ana = await given.patient(nora.project)
    const input = { params: { email: ana.email }, body: { reason: 'Asked for it' } }
    expect(await begin(nora, deletePatient, input)).toMatchObject({
      passkey: null,
      totp: false,
      recovery: 0,
      mail: false,
      password: true,
      recent: false,
    })
    const wrong = await confirmed(nora, deletePatient, input, { method: 'password', password: 'Wrong-horse-9!' })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    const right = await confirmed(nora, deletePatient, input, { method: 'password', password: nora.password })
    expect(right.status).toBe(200)
    expect(await rowsOf(nora)).toContainEqual({ action: 'patient.delete', result: 'ok confirmed:pwd' })
  })

  test('is a code of the app, and no password any more; recovery codes are told to the owner', async () => {
    const ana = await given.patient()
    const { secret, codes } = await withApp(ana)
    expect(await begin(ana, newRecoveryCodes)).toMatchObject({
      totp: true,
      recovery: 10,
      password: false,
      recent: false,
    })
    const byPassword = await confirmed(ana, newRecoveryCodes, {}, { method: 'password', password: ana.password })
    expect(byPassword).toMatchObject({ status: 400, body: { fields: { password: 'Please use your second step.' } } })
    const code = codeOf(secret, 1)
    expect((await confirmed(ana, newRecoveryCodes, {}, { method: 'totp', code: '000000' })).status).toBe(400)
    const { status, body } = await confirmed(ana, newRecoveryCodes, {}, { method: 'totp', code })
    expect(status).toBe(200)
    const replayed = await confirmed(ana, newRecoveryCodes, {}, { method: 'totp', code })
    expect(replayed).toMatchObject({
      status: 400,
      body: { fields: { code: 'You have already used this code. Please wait for the next one, up to 30 seconds.' } },
    })
    expect((await confirmed(ana, newRecoveryCodes, {}, { method: 'recovery', code: codes[0] })).status).toBe(400)
    const [first] = body.codes
    expect((await confirmed(ana, newRecoveryCodes, {}, { method: 'recovery', code: first })).status).toBe(200)
    expect(JSON.stringify(await mailsTo(ana.email))).toContain('A recovery code was used')
  })

  test('is a passkey’s signature of this question and no other', async () => {
    const ana = await given.patient()
    const key = await withPasskey(ana)
    const [one, other] = [await begin(ana, newRecoveryCodes), await begin(ana, newRecoveryCodes)]
    const signed = { method: 'passkey', response: key.get(one.passkey ?? {}) }
    expect((await finish(ana, other.proof_id, signed)).status).toBe(400)
    const shown = await finish(ana, one.proof_id, signed)
    expect(shown.status).toBe(200)
    expect((await finish(ana, one.proof_id, signed)).body?.code).toBe('challenge')
    const answer = await send(ana, newRecoveryCodes, {}, { headers: headersOf(shown.body.proof) })
    expect(answer.status).toBe(200)
    const [phone] = (await as(ana).call(listFactors, {})).factors
    const result = `ok confirmed:passkey:${phone?.factor_id}`
    expect(await rowsOf(ana)).toContainEqual({ action: 'two_step.new_codes', result })
  })

  test('goes with the passkey that gave it, and no other', async () => {
    const ana = await given.patient()
    const [phone, ring] = [await withPasskey(ana), await withPasskey(ana)]
    const { factors } = await as(ana).call(listFactors, {})
    const byPhone = await begin(ana, newRecoveryCodes)
    const ofPhone = await finish(ana, byPhone.proof_id, { method: 'passkey', response: phone.get(byPhone.passkey!) })
    const byRing = await begin(ana, newRecoveryCodes)
    const ofRing = await finish(ana, byRing.proof_id, { method: 'passkey', response: ring.get(byRing.passkey!) })
    const removal = { params: { factor_id: factors[0]?.factor_id ?? '' } }
    const headers = headersOf(await mint(ana, removeFactor, removal))
    expect((await send(ana, removeFactor, removal, { headers })).status).toBe(200)

    const use = (shown: typeof ofPhone) => send(ana, newRecoveryCodes, {}, { headers: headersOf(shown.body.proof) })
    expect((await use(ofPhone)).body?.code).toBe('proof_required')
    expect((await use(ofRing)).status).toBe(200)
    const rows = await owner<{ object_id: string }>(
      "select object_id from audit_events where actor_id = $1 and action in ('two_step.add', 'two_step.remove') order by event_id",
      [ana.id],
    )
    const [first, second] = factors.map(({ factor_id }) => `passkey:${factor_id}`)
    expect(rows.map(({ object_id }) => object_id)).toEqual([first, second, first])
  })

  test('is the sign-in of just now for whoever has no password, and a new one after five minutes', async () => {
    const nora = await given.staff('Nurse')
    const ana = await given.patient(nora.project)
    const input = { params: { email: ana.email }, body: { reason: '' } }
    expect((await confirmed(nora, deletePatient, input, { method: 'recent' })).body?.code).toBe('sign_in_again')
    await withoutPassword(nora)
    await old(nora)
    expect(await begin(nora, deletePatient, input)).toMatchObject({ password: false, recent: false })
    expect((await confirmed(nora, deletePatient, input, { method: 'recent' })).body?.code).toBe('sign_in_again')
    await owner('update sessions set proven_at = now() where session_id = $1', [nora.session])
    expect((await confirmed(nora, deletePatient, input, { method: 'recent' })).status).toBe(200)
    expect(await rowsOf(nora)).toContainEqual({ action: 'patient.delete', result: 'ok confirmed:oidc' })
  })

  test('is the word of no provider where there is a second step', async () => {
    const nora = await given.staff('Nurse')
    await withApp(nora)
    await withoutPassword(nora)
    expect(await begin(nora, newRecoveryCodes)).toMatchObject({ totp: true, recent: false })
    expect((await confirmed(nora, newRecoveryCodes, {}, { method: 'recent' })).body?.code).toBe('sign_in_again')
  })

  test('is the mailed code where any project of the login asks for one', async () => {
    const ana = await given.patient()
    const nora = await given.staff('Nurse', undefined, { login: ana.login, email: ana.email })
    await owner("update sessions set amr = '{pwd}' where login_id = $1", [ana.login])
    await ask(ana.project, "two_step_roles = '{Patient}', two_step_mail = true")
    expect(await begin(nora, startTotp)).toMatchObject({ mail: true, password: false, recent: false })
    const byPassword = await confirmed(nora, startTotp, {}, { method: 'password', password: nora.password })
    expect(byPassword.status).toBe(400)
    const { challenge_id } = await as(nora).call(startProof, { body: { method: 'mail' } })
    const code = /\b\d{6}\b/.exec((await mailsTo(ana.email)).at(-1)?.body ?? '')?.[0] ?? ''
    expect((await confirmed(nora, startTotp, {}, { method: 'mail', challenge_id, code })).status).toBe(200)
  })

  test('is the password where the project that asks for more has deleted the record', async () => {
    const ana = await given.patient()
    const nora = await given.staff('Nurse', undefined, { login: ana.login, email: ana.email })
    await owner("update sessions set amr = '{pwd}' where login_id = $1", [ana.login])
    await ask(ana.project, "two_step_roles = '{Patient}', two_step_mail = true")
    await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
    const password = { method: 'password', password: nora.password }
    expect((await confirmed(nora, startTotp, {}, password)).status).toBe(200)
  })

  test('is nothing more for whoever has to set up a second step and has just signed in', async () => {
    const nora = await given.staff('Nurse')
    await ask(nora.project, "two_step_roles = '{Nurse}', two_step_grace_days = 0")
    expect((await send(nora, startTotp)).body?.code).toBe('proof_required')
    expect((await confirmed(nora, startTotp, {}, { method: 'recent' })).status).toBe(200)
    await old(nora)
    expect((await confirmed(nora, startTotp, {}, { method: 'recent' })).body?.code).toBe('sign_in_again')
    const password = { method: 'password', password: nora.password }
    expect((await confirmed(nora, startTotp, {}, password)).status).toBe(200)
  })

  test('is guessed as a password is: the right one is refused after a few wrong ones', async () => {
    const ana = await given.patient()
    const { secret } = await withApp(ana)
    for (let n = 0; n < 6; n++) await confirmed(ana, newRecoveryCodes, {}, { method: 'totp', code: '000000' })
    const right = await confirmed(ana, newRecoveryCodes, {}, { method: 'totp', code: codeOf(secret, 1) })
    expect(right).toMatchObject({ status: 400, body: { fields: { code: expect.stringContaining('not right') } } })
  })
})

test('the code that has just signed in is used, and the question can still be answered by the next one', async () => {
  const ana = await given.patient()
  const { secret } = await withApp(ana)
  await owner('update login_factors set last_step = last_step - 1 where login_id = $1', [ana.login])
  const code = codeOf(secret)
  expect((await send(ana, giveProof, { body: { proof: { method: 'totp', code } } })).status).toBe(200)
  const { proof_id } = await begin(ana, newRecoveryCodes)
  for (let n = 0; n < 6; n++)
    expect((await finish(ana, proof_id, { method: 'totp', code })).body?.fields).toEqual({
      code: expect.stringContaining('already used this code'),
    })
  expect((await finish(ana, proof_id, { method: 'totp', code: codeOf(secret, 1) })).status).toBe(200)
})

describe('a proof', () => {
  const refusing = async () => {
    const nora = await given.staff('Nurse')
    const ana = await given.patient(nora.project)
    return { nora, ana, input: { params: { email: ana.email }, body: { reason: '' } } }
  }

  test('says the same of a record that is there, of one that is not, and of another project’s', async () => {
    const { nora, ana } = await refusing()
    const stranger = await given.patient()
    const bodies = await Promise.all(
      [ana.email, 'nobody@nowhere.example', stranger.email].map(async (email) => {
        const { status, body } = await send(nora, deletePatient, { params: { email } })
        return { status, body: { ...body, request_id: '' } }
      }),
    )
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
    expect(bodies[0]).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  })

  test('is asked for behind the right: who may not is told that', async () => {
    const { nora, input } = await refusing()
    const admin = await given.staff('Admin', nora.project)
    const rights = { body: { withheld: { Nurse: ['delete_patients' as const] }, two_person_amount: null } }
    await as(admin).call(saveRights, rights, { headers: headersOf(await mint(admin, saveRights, rights)) })
    expect((await send(nora, deletePatient, input)).body?.code).toBe('right_withheld')
    const secret = await mint(nora, deletePatient, input)
    expect((await send(nora, deletePatient, input, { headers: headersOf(secret) })).body?.code).toBe('right_withheld')
  })

  test('is not used up by what fails, and of two requests at once one finds it', async () => {
    const { nora, input } = await refusing()
    const gone = { params: { email: 'nobody@nowhere.example' }, body: { reason: '' } }
    const kept = { headers: headersOf(await mint(nora, deletePatient, gone)) }
    expect((await send(nora, deletePatient, gone, kept)).status).toBe(404)
    expect((await send(nora, deletePatient, gone, kept)).status).toBe(404)
    const admin = await given.staff('Admin', nora.project)
    const none = { body: { requests: [] } }
    const unread = { headers: headersOf(await mint(admin, approveScanRequests, none)) }
    for (let n = 0; n < 2; n++) expect((await send(admin, approveScanRequests, none, unread)).status).toBe(400)
    const once = { headers: headersOf(await mint(nora, deletePatient, input)) }
    const answers = await Promise.all([1, 2, 3].map(() => send(nora, deletePatient, input, once)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
  })

  test('is the same whatever the order in which the fields are said', async () => {
    const admin = await given.staff('Admin')
    const secret = await mint(admin, saveRights, { body: { two_person_amount: null, withheld: {} } })
    const body = { withheld: {}, two_person_amount: null }
    expect((await send(admin, saveRights, { body }, { headers: headersOf(secret) })).status).toBe(200)
  })

  test('is not asked for where a profile keeps the address of its account', async () => {
    const { nora, ana } = await refusing()
    expect((await send(nora, updatePatient, { body: { _id: ana.id, city: 'Salem' } })).status).toBe(200)
    expect((await send(ana, updateMyProfile, { body: { _id: ana.id, city: 'Boston' } })).status).toBe(200)
    const email = { body: { _id: ana.id, city: 'Salem', email: 'other@people.example' } }
    for (const [user, call] of [
      [nora, updatePatient],
      [ana, updateMyProfile],
    ] as const)
      expect((await send(user, call, email)).body?.code).toBe('proof_required')
  })

  test('of a caregiver is the caregiver’s own, and none of the patient', async () => {
    const { ana } = await refusing()
    const helper = await given.caregiver(ana, ['visits'])
    const input = { params: { key: ana.code }, body: { signature: 'Maria Soto' } }
    const file = { name: 'form.pdf', bytes: smallPdf() }
    const headers = headersOf(await mint(helper, uploadForm, input))
    expect((await send(ana, uploadForm, input, { file, headers })).body?.code).toBe('proof_required')
    const signed = await send(helper, uploadForm, input, { file, headers })
    expect(signed.status, JSON.stringify(signed.body)).toBe(201)
    expect((await send(helper, uploadForm, input, { file, headers })).body?.code).toBe('proof_required')
  })

  test('is asked for by a new name, under which staff would sign, and not by a new phone number', async () => {
    const { nora } = await refusing()
    const save = (change: object) =>
      send(nora, updateOperatorProfile, { body: { provider_id: nora.code, ...change } as never })
    expect((await save({ last_name: 'Adams' })).body?.code).toBe('proof_required')
    expect((await save({ mobile: '+1 555 010 2000' })).body?.code).not.toBe('proof_required')
  })

  test('is what a signature is sealed with, whatever opened the session', async () => {
    const { ana } = await refusing()
    await owner("update sessions set amr = '{passkey}' where session_id = $1", [ana.session])
    const input = { params: { key: ana.code }, body: { signature: 'Ana Rivera' } }
    const file = { name: 'form.pdf', bytes: smallPdf() }
    const { body } = await send(ana, uploadForm, input, {
      file,
      headers: headersOf(await mint(ana, uploadForm, input)),
    })
    const { form } = await as(ana).call(readForm, { params: { file_id: body.file_id as string } })
    expect(form.factor).toBe('app')
  })

  test('is not asked for where nothing is decided', async () => {
    const { nora } = await refusing()
    expect((await send(nora, listPatients, { query: {} })).status).toBe(200)
    const body = { call: callName(listPatients) } as never
    expect((await send(nora, beginProof, { body })).body?.code).toBe('no_proof_needed')
  })

  test('is shown in the session that was asked, within its time', async () => {
    const { nora, input } = await refusing()
    const { proof_id } = await begin(nora, deletePatient, input)
    const password = { method: 'password', password: nora.password }
    const neighbor = await given.staff('Nurse', nora.project)
    expect((await finish(neighbor, proof_id, { ...password, password: neighbor.password })).body?.code).toBe(
      'challenge',
    )
    await owner("update fresh_proofs set expires_at = expires_at - interval '5 minutes 1 second' where proof_id = $1", [
      proof_id,
    ])
    expect((await finish(nora, proof_id, password)).body?.code).toBe('challenge')
  })

  test('that was wrong leaves a row of a refusal, and the question before it none', async () => {
    const { nora, input } = await refusing()
    await send(nora, deletePatient, input)
    expect(await rowsOf(nora)).toEqual([])
    await send(nora, deletePatient, input, { headers: headersOf('made-up') })
    expect(await rowsOf(nora)).toEqual([{ action: 'refused', result: '403 proof_required' }])
  })

  test('goes with its session, and its hash alone is kept', async () => {
    const ana = await given.patient()
    const password = { current_password: ana.password, password: 'Quiet-river-7!stone' }
    const { proof_id } = await begin(ana, changePassword, { body: password })
    const shown = await finish(ana, proof_id, { method: 'password', password: ana.password })
    const stored = JSON.stringify(await owner('select * from fresh_proofs where login_id = $1', [ana.login]))
    for (const secret of [shown.body.proof, ana.password, password.password]) expect(stored).not.toContain(secret)
    const headers = headersOf(shown.body.proof)
    const cookies = { 'fornix-patient': ana.refreshToken }
    expect((await send(ana, changePassword, { body: password }, { headers, cookies })).status).toBe(200)
    const signedIn = await send(null, loginPatient, { body: { email: ana.email, password: password.password } })
    expect(signedIn.status).toBe(200)
  })
})

test('the demo asks for nothing', async () => {
  const demo = await testApp()
  const nora = await demo.given.staff('Nurse')
  const ana = await demo.given.patient(nora.project)
  expect((await demo.send(nora, deletePatient, { params: { email: ana.email } })).status).toBe(200)
})
