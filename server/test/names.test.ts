import {
  createOperator,
  inviteOperator,
  personName,
  register,
  sendContactUs,
  sendInvitation,
  updateAdminProfile,
  updateMyProfile,
  updateOperatorProfile,
  updatePatient,
} from '@fornix/contract'
import { firstNames, lastNames, longLastNames } from '@fornix/demo/seeds/names.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from './harness.ts'
import { testAddress } from './registration-form.ts'

const { given, send, as, owner } = await testApp()
const project = await given.project()
const headers = { project }
const sentence = 'Please use only letters, spaces, hyphens, apostrophes and periods'
const lure = 'Your scan is ready: https://evil.example/login'

test.each([
  ...[firstNames.Female, firstNames.Male, lastNames, longLastNames].map((names) => names.join('|')),
  "O'Hara|O’Hara|J. R.|St. John|'t Hooft|Núñez|Zoe\u0308|山田|अनिल|محمد|X",
])('%s are names', (names) => {
  for (const name of names.split('|')) expect([name, personName('x').safeParse(name).success]).toEqual([name, true])
})

test.each([lure, 'a@b', 'M1a', 'Ana/Rivera', '<b>', 'Ana_Rivera', '...', '-', '😀', 'A\u202eB', 'x'.repeat(61)])(
  '%j is no name',
  (name) => {
    expect(personName('x').safeParse(name).success).toBe(false)
  },
)

const contact = { email: 'v@x.example', subject: 's', helpMessage: 'm' }
const password = 'Lantern-fish-7!'
const [ana, nora, adam] = [
  await given.patient(project),
  await given.staff('Nurse', project),
  await given.staff('Admin', project),
]
const invite = { email: 'new@x.example', role: 'Nurse' }
const letters = (name: string) => `${name} must contain only letters`
describe('a lure in the place of a name is refused beside its field', () => {
  test.each([
    [
      'at the registration',
      null,
      register,
      { email: 'v@x.example', password, ...testAddress },
      'first_name',
      'last_name',
      sentence,
    ],
    ['in the contact form', null, sendContactUs, contact, 'firstName', 'lastName', sentence],
    ['in the invitation of a patient', nora, sendInvitation, { email: 'v@x.example' }, 'firstName', 'lastName', null],
    ['in its short form', nora, sendInvitation, { email: 'v@x.example' }, 'first_name', 'last_name', null],
    ['in the invitation of a provider', adam, inviteOperator, invite, 'firstName', 'lastName', sentence],
    ['by the patient', ana, updateMyProfile, {}, 'first_name', 'last_name', sentence],
    ['by staff in a record', nora, updatePatient, { _id: ana.id }, 'first_name', 'last_name', sentence],
    ['by a provider', nora, updateOperatorProfile, {}, 'first_name', 'last_name', sentence],
    ['by an admin', adam, updateAdminProfile, {}, 'first_name', 'last_name', sentence],
  ] as const)('%s', async (_, user, call, body, first, last, said) => {
    for (const field of [first, last])
      expect(
        await send(user, call, { body: { ...body, [first]: 'Ana', [last]: 'Rivera', [field]: lure } }, { headers }),
      ).toMatchObject({
        status: 400,
        body: { fields: { [field]: said ?? letters(field === first ? 'First name' : 'Last name') } },
      })
  })

  test('when an invited provider signs up', async () => {
    await as(adam).call(inviteOperator, {
      body: { firstName: 'Ida', lastName: 'Lund', email: 'ida@x.example', role: 'Nurse' },
    })
    const [mail] = await owner<{ body: string }>(
      "select body from mail_outbox where 'ida@x.example' = any(to_addresses)",
    )
    const token = /register-operator\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const body = { first_name: lure, last_name: 'Lund', password }
    expect((await send(null, createOperator, { params: { token }, body })).body.fields).toEqual({
      first_name: sentence,
    })
    expect((await send(null, createOperator, { params: { token }, body: { ...body, first_name: 'Ida' } })).status).toBe(
      201,
    )
  })
})

test('a name that is older than the rule is read, and sent back unchanged with an edit', async () => {
  const ben = await given.patient(project, { first_name: 'Ben (junior)', last_name: 'O3' })
  const { patient } = await as(nora).call(updatePatient, {
    body: { _id: ben.id, first_name: 'Ben (junior)', last_name: 'O3', city: 'Salem' },
  })
  expect(patient).toMatchObject({ first_name: 'Ben (junior)', last_name: 'O3', city: 'Salem' })
  expect((await send(ben, updateMyProfile, { body: { first_name: 'Ben (senior)' } })).body.fields).toEqual({
    first_name: sentence,
  })
})

test('a mail to an address that nobody has confirmed says no name', async () => {
  const body = {
    email: 'victim@x.example',
    password,
    first_name: 'Call evil.example',
    last_name: 'Now',
    ...testAddress,
  }
  for (let n = 0; n < 2; n++) await send(null, register, { body }, { headers })
  const elsewhere = await given.patient()
  await send(null, register, { body: { ...body, email: elsewhere.email } }, { headers })
  const mails = await owner<{ body: string }>('select body from mail_outbox where to_addresses && $1', [
    [body.email, elsewhere.email],
  ])
  expect(mails.length).toBeGreaterThan(1)
  for (const mail of mails) {
    expect(mail.body).toMatch(/^Hello,\n/)
    expect(mail.body).not.toContain('evil')
  }
})
