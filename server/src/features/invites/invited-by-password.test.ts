import { inviteOperator } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

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
