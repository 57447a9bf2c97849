import {
  addPasskey,
  addTotp,
  completePatientReset,
  getTwoStep,
  giveProof,
  listFactors,
  loginPatient,
  newRecoveryCodes,
  removeFactor,
  resetPatientPassword,
  startPasskey,
  startTotp,
  undoFactor,
} from '@fornix/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { appAdder, codeOf } from '../../../test/second-factors.ts'
import { softPasskey } from '../../../test/soft-passkey.ts'

const { given, as, send, owner, mailsTo, database, together } = await testApp()
beforeEach(() => owner('delete from rate_limits'))

const withApp = appAdder({ as })
const withPasskey = ({ login }: TestUser) =>
  owner(
    `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key)
     values (gen_random_uuid(), $1, 'passkey', 'Other', gen_random_uuid()::text, '\\x00')`,
    [login],
  )
const ask = (project: string, change: string) =>
  owner(`update projects set ${change}, two_step_since = current_date - 30 where project_id = $1`, [project])
const proved = (user: TestUser, amr: string) =>
  owner('update sessions set amr = $2 where session_id = $1', [user.session, amr])
const signIn = (email: string, password: string) => send(null, loginPatient, { body: { email, password } })

/** A patient of one project who is staff of another. */
const inTwoProjects = async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', undefined, { login: ana.login, email: ana.email })
  await Promise.all([proved(ana, '{pwd}'), proved(nora, '{pwd}')])
  return { ana, nora }
}

describe('what one project of a login asks for', () => {
  test('the last factor stays in each of them', async () => {
    const { ana, nora } = await inTwoProjects()
    await withApp(nora)
    await ask(ana.project, "two_step_roles = '{Patient}'")
    const { factors, required } = await as(nora).call(listFactors, {})
    expect(required).toBe(true)
    const remove = () => send(nora, removeFactor, { params: { factor_id: factors[0]?.factor_id ?? '' } })
    expect((await remove()).body?.code).toBe('last')
    await ask(ana.project, "two_step_roles = '{}'")
    expect((await remove()).status).toBe(200)
  })
})

test('of two first factors at once one is kept: the other may be that of whoever only knew the password', async () => {
  const ana = await given.patient()
  const other = await signIn(ana.email, ana.password)
  const late = { ...ana, token: String(other.body['access_token']) }
  const key = softPasskey()
  const started = await as(ana).call(startTotp, {})
  const asked = await as(late).call(startPasskey, {})
  const answers = await together('select from logins where login_id = $1', [ana.login], () => [
    send(ana, addTotp, { body: { challenge_id: started.challenge_id, code: codeOf(started.secret) } }),
    send(late, addPasskey, {
      body: { challenge_id: asked.challenge_id, response: key.create(asked.options), name: 'Phone' },
    }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await owner('select from login_factors where login_id = $1', [ana.login])).toHaveLength(1)
})

test('an app under a key that is lost says so', async () => {
  const ana = await given.patient()
  await withApp(ana)
  await owner(`insert into project_keys (project_id, version, wrapped_key) values ($1, 99, $2)`, [
    ana.project,
    Buffer.alloc(60),
  ])
  await owner('update login_factors set key_version = 99 where login_id = $1', [ana.login])
  const next = await signIn(ana.email, ana.password)
  const proof = { method: 'totp', code: '123456' }
  const answer = await send({ ...ana, token: String(next.body['access_token']) }, giveProof, { body: { proof } })
  expect(answer).toMatchObject({ status: 400, body: { fields: { code: expect.stringContaining('recovery code') } } })
})

describe('identities of a login that gets its first factor', () => {
  const connected = (login: string, subject: string, days = 0) =>
    owner(
      `insert into identities (issuer, subject, login_id, created_at)
       values ('fornix-demo', $1, $2, now() - make_interval(days => $3))`,
      [`${subject} ${login}`, login, days],
    )
  const counting = async (login: string) =>
    (
      await owner<{ subject: string }>('select subject from identities where login_id = $1 and claims_count', [login])
    ).map(({ subject }) => subject.split(' ')[0])

  test('count no more where it was added by password, nor do the sessions that they opened', async () => {
    const ana = await given.patient()
    const { body } = await signIn(ana.email, ana.password)
    await owner("update sessions set idp_claims = '{amr:mfa}' where login_id = $1 and session_id <> $2", [
      ana.login,
      ana.session,
    ])
    await connected(ana.login, 'google')
    await withApp(ana)
    expect(await counting(ana.login)).toEqual([])
    await ask(ana.project, "two_step_amr = '{mfa}'")
    expect((await as({ ...ana, token: String(body['access_token']) }).call(getTwoStep, {})).state).toBe('verify')
  })

  test('the one by which the session was proven goes on, where there is no other', async () => {
    const [ana, ben] = [await given.patient(), await given.patient()]
    for (const user of [ana, ben]) {
      await proved(user, '{oidc}')
      await connected(user.login, 'google')
    }
    await connected(ben.login, 'other')
    for (const user of [ana, ben]) await withApp(user)
    expect([await counting(ana.login), await counting(ben.login)]).toEqual([['google'], []])
  })

  test('a reset by email disconnects those of this week, as the mail about one says', async () => {
    const ana = await given.patient()
    await connected(ana.login, 'new', 6)
    await connected(ana.login, 'old', 8)
    await as(null).call(resetPatientPassword, { params: { email: ana.email } })
    const token = secretIn((await mailsTo(ana.email)).at(-1)?.body)
    await as(null).call(completePatientReset, { params: { token }, body: { password: 'Quiet-river-7!stone' } })
    expect(await counting(ana.login)).toEqual(['old'])
    const rows = await owner(
      "select actor_id, actor_role, patient_id from audit_events where project_id = $1 and action = 'account.reset_complete'",
      [ana.project],
    )
    expect(rows).toEqual([{ actor_id: null, actor_role: 'visitor', patient_id: ana.id }])
  })
})

describe('a session that is ended while it changes how one signs in', () => {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  /** The responses they get while something, such as a mailed link, ends the session. */
  const responsesWhileEnded = async ({ login, session }: TestUser, begin: () => ReturnType<typeof send>[]) => {
    const late = await database.unscoped('the link in a mail, which ends sessions', async (db) => {
      await sql`select from logins where login_id = ${login} for update`.execute(db)
      const answers = begin()
      await expect.poll(() => owner(waiting)).toHaveLength(answers.length)
      await sql`update sessions set revoked_at = now() where session_id = ${session}`.execute(db)
      return answers
    })
    return (await Promise.all(late)).map(({ status }) => status)
  }

  test('adds no factor, makes no codes, and removes nothing', async () => {
    const ana = await given.patient()
    await withApp(ana)
    const [factor] = (await as(ana).call(listFactors, {})).factors
    const key = softPasskey()
    const { challenge_id, options } = await as(ana).call(startPasskey, {})
    const answers = await responsesWhileEnded(ana, () => [
      send(ana, addPasskey, { body: { challenge_id, response: key.create(options), name: 'Phone' } }),
      send(ana, newRecoveryCodes),
      send(ana, removeFactor, { params: { factor_id: factor?.factor_id ?? '' } }),
    ])
    expect(answers).toEqual([401, 401, 401])
    expect(await owner('select kind from login_factors where login_id = $1', [ana.login])).toEqual([{ kind: 'totp' }])
  })

  test('makes no browser the owner’s', async () => {
    const ana = await given.patient()
    const { secret } = await withApp(ana)
    await owner('delete from known_devices where login_id = $1', [ana.login])
    const proof = { method: 'totp', code: codeOf(secret, 1) }
    expect(await responsesWhileEnded(ana, () => [send(ana, giveProof, { body: { proof } })])).toEqual([401])
    expect(await owner('select from known_devices where login_id = $1', [ana.login])).toEqual([])
  })
})

describe('the link in the mail about a new factor', () => {
  const stolen = async () => {
    const ana = await given.patient()
    const { codes } = await withApp(ana)
    const mail = (await mailsTo(ana.email)).at(-1)?.body
    return { ana, codes, undo_token: secretIn(mail) }
  }
  const undo = (undo_token: string) => send(null, undoFactor, { body: { undo_token } })
  const left = (login: string) =>
    owner(
      'select factor_id::text from login_factors where login_id = $1 union all select code_hash::text from recovery_codes where login_id = $1',
      [login],
    )

  test('takes it away with its codes, ends all sessions, and asks for a new password', async () => {
    const { ana, undo_token } = await stolen()
    const { status, body } = await undo(undo_token)
    expect(status).toBe(200)
    expect(body).toEqual({ message: expect.any(String), area: 'patient', needs_password: true })
    expect(await left(ana.login)).toEqual([])
    expect((await send(ana, getTwoStep)).status).toBe(401)
    expect((await signIn(ana.email, ana.password)).status).toBe(400)
    expect((await mailsTo(ana.email)).at(-1)?.body).toContain('A second step for signing in was removed')
    await as(null).call(resetPatientPassword, { params: { email: ana.email } })
    const token = secretIn((await mailsTo(ana.email)).at(-1)?.body)
    const password = 'Quiet-river-7!stone'
    await as(null).call(completePatientReset, { params: { token }, body: { password } })
    expect((await signIn(ana.email, password)).body).toMatchObject({ second_factor: 'none' })
  })

  test('is noted as that of whoever held it, in each project of the login', async () => {
    const { ana, undo_token } = await stolen()
    const nora = await given.staff('Nurse', undefined, { login: ana.login, email: ana.email })
    await undo(undo_token)
    const rows = await owner(
      `select project_id, actor_id, actor_role, patient_id from audit_events
        where project_id = any($1) and action = 'two_step.undo'`,
      [[ana.project, nora.project]],
    )
    const visitor = { actor_id: null, actor_role: 'visitor' }
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        { project_id: ana.project, patient_id: ana.id, ...visitor },
        { project_id: nora.project, patient_id: null, ...visitor },
      ]),
    )
  })

  test('disconnects what was connected this week, and leaves no short password behind', async () => {
    const { ana, undo_token } = await stolen()
    await owner('update logins set short_password = true, password_hash = null where login_id = $1', [ana.login])
    await owner("insert into identities (issuer, subject, login_id) values ('fornix-demo', $2, $1)", [
      ana.login,
      ana.login,
    ])
    expect((await undo(undo_token)).body).toMatchObject({ needs_password: true })
    expect(await owner('select from identities where login_id = $1', [ana.login])).toEqual([])
    expect(await owner('select short_password from logins where login_id = $1', [ana.login])).toEqual([
      { short_password: false },
    ])
  })

  test('works once, for seven days, and is good for nothing else', async () => {
    const { ana, undo_token } = await stolen()
    expect((await undo('made-up')).body?.code).toBe('link_unknown')
    const reset = { params: { token: undo_token }, body: { password: 'Quiet-river-7!stone' } }
    expect((await send(null, completePatientReset, reset)).body?.code).toBe('link_unknown')
    await owner("update mailed_tokens set expires_at = expires_at - interval '7 days 1 second' where login_id = $1", [
      ana.login,
    ])
    expect((await undo(undo_token)).body?.code).toBe('link_expired')
    expect(await left(ana.login)).not.toEqual([])
    await owner("update mailed_tokens set expires_at = now() + interval '1 day' where login_id = $1", [ana.login])
    expect((await undo(undo_token)).status).toBe(200)
    expect((await undo(undo_token)).body?.code).toBe('link_used')
  })

  test('takes along whatever else was added this week, and is good for nothing once its factor is gone', async () => {
    const { ana, undo_token } = await stolen()
    await withPasskey(ana)
    expect((await undo(undo_token)).status).toBe(200)
    expect(await left(ana.login)).toEqual([])

    const other = await stolen()
    await owner('delete from login_factors where login_id = $1', [other.ana.login])
    expect((await undo(other.undo_token)).body?.code).toBe('link_used')
    expect((await signIn(other.ana.email, other.ana.password)).status).toBe(200)
  })

  test('takes away what was added beside it, although its own factor is gone', async () => {
    const { ana, undo_token } = await stolen()
    await withPasskey(ana)
    await owner("delete from login_factors where login_id = $1 and kind = 'totp'", [ana.login])
    expect((await undo(undo_token)).status).toBe(200)
    expect(await left(ana.login)).toEqual([])
    expect((await signIn(ana.email, ana.password)).status).toBe(400)
  })

  test('uses up those of the others that it took away', async () => {
    const { ana, undo_token } = await stolen()
    const key = softPasskey()
    const { challenge_id, options } = await as(ana).call(startPasskey, {})
    await as(ana).call(addPasskey, { body: { challenge_id, response: key.create(options), name: 'Other' } })
    const other = secretIn((await mailsTo(ana.email)).at(-1)?.body)
    expect((await undo(undo_token)).status).toBe(200)
    await withPasskey(ana)
    expect((await undo(other)).body?.code).toBe('link_used')
    expect(await left(ana.login)).toHaveLength(1)
  })

  test('leaves what was there before, and older links stay good', async () => {
    const { ana, undo_token } = await stolen()
    await owner(
      `with old as (insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key, created_at)
                    values (gen_random_uuid(), $1, 'passkey', 'Phone', gen_random_uuid()::text, '\\x00', now() - interval '1 year'))
       insert into recovery_codes (code_hash, login_id, created_at) values (sha256($2), $1, now() - interval '1 year')`,
      [ana.login, Buffer.from(ana.login)],
    )
    expect((await undo(undo_token)).status).toBe(200)
    expect(await left(ana.login)).toHaveLength(2)
  })
})
