import {
  createOperator,
  inviteOperator,
  listNotifications,
  saveRights,
  stopOperatorEmailChange,
  undoFactor,
} from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { newEmail } from '../../../test/new-email.ts'
import { appAdder } from '../../../test/second-factors.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

const { given, as, send, owner, mailsTo } = await testApp()
const withApp = appAdder({ as })
beforeEach(() => owner('delete from rate_limits'))

const elsewhere = () => newEmail('added', 'elsewhere.example')
const newest = async (address: string, subject: string) =>
  (await mailsTo(address)).filter((mail) => mail.subject === subject).at(-1)?.body
const invite = async (admin: TestUser) => {
  const body = { firstName: 'Omar', lastName: 'Haddad', email: elsewhere(), role: 'Nurse' as const }
  await as(admin).call(inviteOperator, { body })
  return body.email
}
const accept = async (email: string) => {
  const token = /\/register-operator\/([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? ''
  const body = { first_name: 'Omar', last_name: 'Haddad', password: 'Lantern-fish-7!' }
  return (await send(null, createOperator, { params: { token }, body })).status
}
const living = async (emails: string[]) =>
  (
    await owner<{ email: string }>('select email from providers where email = any($1) and deleted_at is null', [emails])
  ).map(({ email }) => email)
const undo = async ({ email }: TestUser) =>
  send(null, undoFactor, { body: { undo_token: secretIn(await newest(email, 'How you sign in was changed')) } })
const told = 'A colleague’s account was recovered'

/** Someone who knew the password of an admin without a second step adds one, and then staff. */
const taken = async () => {
  const admin = await given.staff('Admin')
  const other = await given.staff('Admin', admin.project)
  const before = await invite(admin)
  await owner("update providers set created_at = created_at - interval '1 minute' where email = $1", [before])
  await withApp(admin)
  return { admin, other, before, added: await invite(admin) }
}

describe('the link that takes a new second step away', () => {
  test('also removes staff who were added since', async () => {
    const { admin, before, added } = await taken()
    expect(await accept(added)).toBe(201)
    expect((await undo(admin)).status).toBe(200)
    expect(await living([before, added])).toEqual([before])
  })

  test('also those of before the factor of the link was put in place of another one', async () => {
    const { admin, before, added } = await taken()
    expect(await accept(added)).toBe(201)
    // As if another one had been added now, and the first one removed.
    await owner('update login_factors set created_at = now(), factor_id = gen_random_uuid() where login_id = $1', [
      admin.login,
    ])
    expect((await undo(admin)).status).toBe(200)
    expect(await living([before, added])).toEqual([before])
  })

  test('and so does the link of that other one', async () => {
    const { admin, before, added } = await taken()
    await owner('delete from login_factors where login_id = $1', [admin.login])
    await withApp(admin)
    expect((await undo(admin)).status).toBe(200)
    expect(await living([before, added])).toEqual([before])
  })

  test('does so from an address that was changed after it, too', async () => {
    const { admin, before, added } = await taken()
    await owner(
      `insert into email_changes (project_id, token_hash, stop_hash, undo_hash, provider_id, email, old_email, moved_login, login_id, used_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8, now(), now() + interval '1 day')`,
      [admin.project, ...['confirm', 'stop', 'undo'].map(hashSecret), admin.id, admin.email, elsewhere(), admin.login],
    )
    expect((await send(null, stopOperatorEmailChange, { params: { token: 'undo' } })).status).toBe(200)
    expect(await living([before, added])).toEqual([before])
  })

  test('tells the admins, who review roles, rights and settings of that time', async () => {
    const { admin, other } = await taken()
    await as(admin).call(saveRights, { body: { withheld: { Nurse: ['see_medical'] }, two_person_amount: null } })
    await undo(admin)
    for (const { email } of [admin, other]) {
      const body = await newest(email, told)
      expect(body).toContain('Nora Lindt recovered this account')
      expect(body).toContain(`1 provider`)
      expect(body).toMatch(new RegExp(`/auditLog\\?person=${admin.code}&from=\\d{4}-\\d\\d-\\d\\d`))
    }
    const { notifications } = await as(other).call(listNotifications, {
      params: { provider_id: other.code },
      query: {},
    })
    expect(notifications).toMatchObject([
      { item_type: 'rights', by: 'Nora Lindt', note: expect.stringContaining('recovered') },
    ])
    expect(await owner('select withheld from project_rights where project_id = $1', [admin.project])).toEqual([
      { withheld: { Nurse: ['see_medical'] } },
    ])
  })

  test('of a nurse tells the admins, too, and of a patient nobody', async () => {
    const admin = await given.staff('Admin')
    const [nurse, ana] = [await given.staff('Nurse', admin.project), await given.patient(admin.project)]
    for (const user of [nurse, ana]) {
      await withApp(user)
      expect((await undo(user)).status).toBe(200)
    }
    const mails = (await mailsTo(admin.email)).filter(({ subject }) => subject === told)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).not.toContain('provider')
  })
})
