import { addPasskey, checkInvite, inviteOperator, sendInvitation, startPasskey } from '@fornix/contract'
import { expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import { testApp } from '../../../test/harness.ts'
import { softPasskey } from '../../../test/soft-passkey.ts'

const { as, given, owner } = await testApp({ config: { IDENTITY: 'password' } })

test('where people sign in with passwords alone, an invitation speaks of no other account', async () => {
  const project = await given.project()
  const admin = await given.staff('Admin', project)
  const email = 'nina@harbor.example'
  await as(admin).call(inviteOperator, { body: { firstName: 'Nina', lastName: 'Reyes', email, role: 'Nurse' } })

  const [mail] = await owner<{ body: string }>('select body from mail_outbox where project_id = $1', [project])
  expect(mail?.body).toMatch(/as Nurse\. Open this link to sign up:\n\n\S+\/register-operator\/[\w-]{43}\n/)
  expect(mail?.body).not.toMatch(/organization|provider\/invite/)
})

test('an invitation tells that a new password is to be long, but not where an account has its own', async () => {
  const serve = await testApp({ config: { IDENTITY: 'password', twoStep: true } })
  const project = await serve.given.project()
  await serve.owner("update projects set two_step_roles = '{}' where project_id = $1", [project])
  const nurse = await serve.given.staff('Nurse', project)
  const ask = async (email: string) => {
    await serve.as(nurse).call(sendInvitation, { body: { firstName: 'Nina', lastName: 'Reyes', email } })
    const invite_token = secretIn((await serve.mailsTo(email)).at(-1)?.body)
    return (await serve.as(null).call(checkInvite, { body: { invite_token } })).long_password
  }
  expect(await ask('new@harbor.example')).toBe(true)
  const ana = await serve.given.patient()
  expect(await ask(ana.email)).toBe(false)
  const bo = await serve.given.patient()
  await serve.owner('update logins set password_hash = null where email = $1', [bo.email])
  expect(await ask(bo.email)).toBe(true)
  const cy = await serve.given.patient()
  const { challenge_id, options } = await serve.as(cy).call(startPasskey, {})
  await serve.as(cy).call(addPasskey, { body: { challenge_id, response: softPasskey().create(options), name: '' } })
  await serve.owner('update logins set password_hash = null where email = $1', [cy.email])
  expect(await ask(cy.email)).toBe(false)
})
