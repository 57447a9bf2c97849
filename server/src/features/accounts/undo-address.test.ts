import {
  completePatientReset,
  confirmOperatorEmail,
  loginPatient,
  myAccount,
  register,
  resetPatientPassword,
  stopOperatorEmailChange,
  stopPatientEmailChange,
  undoFactor,
  updateOperatorProfile,
  verifyPatientToken,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { cookiesOf, secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { changed, movedAddresses } from '../../../test/moved-addresses.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { removeFactorsOf } from '../../cli/two-step-remove.ts'

const app = await movedAddresses()
const { given, as, send, owner, mailsTo, database, inOrder, project } = app
const { withApp, elsewhere, newest, propose, confirm, move, signsIn } = app
const newPassword = 'Quiet-river-7!stone'

const asked = 'Please confirm your new email address'
const about = 'Your email address is about to change'

const stopBy = (token: string) => send(null, stopPatientEmailChange, { params: { token } })
const resetBy = async (address: string) => {
  await as(null).call(resetPatientPassword, { params: { email: address } })
  return secretIn(await newest(address, 'Reset your password'))
}
const choose = (token: string) =>
  send(null, completePatientReset, { params: { token }, body: { password: newPassword } })
type Sent = ReturnType<typeof confirm> | ReturnType<typeof stopBy>
const undone = {
  message: expect.stringMatching(/^Your old email address was restored/),
  already: false,
  needs_password: true,
}

describe('an address that was changed by whoever knew the password', () => {
  test('is brought back from the old mailbox, with all that was set up since', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    const { secret } = await withApp(ana)
    expect(secret).not.toBe('')
    const reset = await resetBy(thief)
    expect((await stopBy(secretIn(await newest(ana.email, changed)))).body).toEqual(undone)

    expect(await owner('select from login_factors where login_id = $1', [ana.login])).toEqual([])
    expect((await send(ana, verifyPatientToken)).status).toBe(401)
    expect(await signsIn(thief, ana.password)).toBe(false)
    expect(await signsIn(ana.email, ana.password)).toBe(false)
    expect((await choose(reset)).body?.code).toBe('link_unknown')
    expect((await choose(await resetBy(ana.email))).status).toBe(200)
    const { body } = await send(null, loginPatient, { body: { email: ana.email, password: newPassword } })
    expect(body).toMatchObject({ second_factor: 'none' })
    expect(await as({ ...ana, token: body.access_token }).call(myAccount, {})).toMatchObject({
      email: ana.email,
      sign_in_email: ana.email,
      pending_email: '',
    })
  })

  test('by the link that was mailed before as well, once, and the address that goes is told', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    const stop = secretIn(await newest(ana.email, about))
    expect((await stopBy(stop)).body).toEqual(undone)
    expect((await stopBy(stop)).body).toMatchObject({ already: true })
    expect((await mailsTo(thief)).at(-1)?.subject).toBe('Your old email address was restored')
    const rows = await owner(
      "select actor_id, actor_role, patient_id from audit_events where project_id = $1 and action = 'account.undo_email_change' and patient_id = $2",
      [project, ana.id],
    )
    expect(rows).toEqual([{ actor_id: null, actor_role: 'visitor', patient_id: ana.id }])
  })

  test('for seven days', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    const stop = secretIn(await newest(ana.email, changed))
    await owner("update email_changes set used_at = used_at - interval '7 days 1 second' where patient_id = $1", [
      ana.id,
    ])
    expect((await stopBy(stop)).body?.code).toBe('link_used')
    expect(await signsIn(thief, ana.password)).toBe(true)
  })

  test('also when it was moved on, and nothing that was mailed meanwhile brings it back', async () => {
    const ana = await given.patient(project)
    const first = await move(ana)
    const second = await move(ana)
    await withApp(ana)
    const factor = secretIn(await newest(second, 'How you sign in was changed'))
    const thiefs = [secretIn(await newest(first, about)), secretIn(await newest(first, changed))]
    expect((await stopBy(secretIn(await newest(ana.email, changed)))).body).toEqual(undone)
    await choose(await resetBy(ana.email))
    for (const stop of thiefs) expect((await stopBy(stop)).body).toMatchObject({ already: true })
    expect((await send(null, undoFactor, { body: { undo_token: factor } })).body?.code).toBe('link_unknown')
    expect(await signsIn(ana.email, newPassword)).toBe(true)
    expect(await owner('select email from former_addresses where login_id = $1', [ana.login])).toEqual([])
  })

  test('with the other records of the login that moved after it', async () => {
    const ana = await given.patient(project)
    const nora = await given.staff('Nurse', undefined, { login: ana.login, email: ana.email })
    await move(ana)
    const email = elsewhere()
    await owner('update sessions set revoked_at = null where session_id = $1', [nora.session])
    await as(nora).call(updateOperatorProfile, { body: { email } })
    const params = { token: secretIn(await newest(email, asked)) }
    expect((await send(nora, confirmOperatorEmail, { params }, { cookies: cookiesOf(nora) })).status).toBe(200)
    // The login had moved before, so this one moved only a record; its link still finds the login's change.
    const stop = { params: { token: secretIn(await newest(ana.email, about)) } }
    expect((await send(null, stopOperatorEmailChange, stop)).body).toEqual(undone)
    const rows = await owner(
      'select email from patients where login_id = $1 union all select email from providers where login_id = $1',
      [ana.login],
    )
    expect(rows).toEqual([{ email: ana.email }, { email: ana.email }])
    expect(await loginAddress(ana)).toBe(ana.email)
  })

  test('by the link about a second step that was added after it, which is mailed to the old address, too', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    await withApp(ana)
    const subject = 'How you sign in was changed'
    const undo_token = secretIn(await newest(ana.email, subject))
    expect(undo_token).not.toBe(secretIn(await newest(thief, subject)))
    const { status, body } = await send(null, undoFactor, { body: { undo_token } })
    expect({ status, body }).toMatchObject({ status: 200, body: { needs_password: true } })
    expect(body.message).toContain('Your old email address was restored')
    expect(await loginAddress(ana)).toBe(ana.email)
  })

  test('but an address that was left more than a week ago hears of no second step', async () => {
    const ana = await given.patient(project)
    await move(ana)
    await owner("update email_changes set used_at = used_at - interval '7 days 1 second' where patient_id = $1", [
      ana.id,
    ])
    await withApp(ana)
    expect(await newest(ana.email, 'How you sign in was changed')).toBeUndefined()
  })

  test('also where a stranger has registered with the old one, and proven nothing', async () => {
    const ana = await given.patient(project)
    await move(ana)
    await send(null, register, { body: registrationForm({ email: ana.email }) }, { headers: { project } })
    expect((await stopBy(secretIn(await newest(ana.email, changed)))).body).toEqual(undone)
    expect(await loginAddress(ana)).toBe(ana.email)
  })

  test('not once the operator has given the account another one, since that mailbox may be lost', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    const email = elsewhere()
    await removeFactorsOf(database, thief, email)
    expect((await stopBy(secretIn(await newest(ana.email, changed)))).body).toMatchObject({ already: true })
    expect(await loginAddress(ana)).toBe(email)
  })

  describe('while it is moved on', () => {
    const concurrently = async (order: (sends: { on: () => Sent; back: () => Sent }) => (() => Sent)[]) => {
      const ana = await given.patient(project)
      await move(ana)
      const stop = secretIn(await newest(ana.email, changed))
      const token = await propose(ana, elsewhere())
      const sends = { on: () => confirm(ana, token), back: () => stopBy(stop) }
      const answers = await inOrder('select from logins where login_id = $1', [ana.login], order(sends))
      expect(await loginAddress(ana)).toBe(ana.email)
      // Otherwise its mail, which went to the thief, would bring the login back there.
      expect(
        await owner(
          'select email from email_changes where patient_id = $1 and used_at is not null and stopped_at is null',
          [ana.id],
        ),
      ).toEqual([])
      return answers.map(({ status }) => status)
    }

    test('a change that is just being confirmed is undone with it', async () => {
      expect(await concurrently(({ on, back }) => [on, back])).toEqual([200, 200])
    })

    test('a session that the link has just ended moves nothing on', async () => {
      expect((await concurrently(({ on, back }) => [back, on])).at(0)).toBe(200)
    })
  })
})

const loginAddress = async ({ login }: TestUser) =>
  (await owner<{ email: string }>('select email from logins where login_id = $1', [login]))[0]?.email ?? ''

describe('while all second steps are new', () => {
  const withYoung = async () => {
    const ana = await given.patient(project)
    await withApp(ana)
    return { ana, undo_token: secretIn(await newest(ana.email, 'How you sign in was changed')) }
  }

  test('no record of the account moves either', async () => {
    const { ana, undo_token } = await withYoung()
    const old = elsewhere()
    await owner('update patients set email = $2, email_key = $2 where patient_id = $1', [ana.id, old])
    const token = await propose(ana, elsewhere())
    expect((await confirm(ana, token)).body?.code).toBe('young_factor')
    expect((await send(null, undoFactor, { body: { undo_token } })).status).toBe(200)
  })

  test('and beside an older one a change leaves the link that takes the new one away', async () => {
    const { ana, undo_token } = await withYoung()
    await owner(
      `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key, created_at)
       values (gen_random_uuid(), $1, 'passkey', 'Phone', gen_random_uuid()::text, '\\x00', now() - interval '8 days')`,
      [ana.login],
    )
    await move(ana)
    expect((await send(null, undoFactor, { body: { undo_token } })).status).toBe(200)
    expect(await owner('select kind from login_factors where login_id = $1', [ana.login])).toEqual([
      { kind: 'passkey' },
    ])
  })
})

test('a record whose account signs in with another address keeps the new one: the old mailbox was never the account', async () => {
  const ana = await given.patient(project)
  const old = elsewhere()
  await owner('update patients set email = $2, email_key = $2 where patient_id = $1', [ana.id, old])
  await move(ana)
  expect((await stopBy(secretIn(await newest(old, about)))).body?.code).toBe('link_used')
  expect(await newest(old, changed)).toContain('If this was not you, please contact us right away.')
  expect((await send(ana, verifyPatientToken)).status).toBe(200)
})
