import { inviteOperator, resendOperatorInvite, sendInvitation, updatePatient } from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { given, send, mailsTo } = await testApp()
const sentence = 'Three invitations were sent to this address within an hour. Please try again later.'
const patient = (email: string) => ({ body: { firstName: 'Mia', lastName: 'Cruz', email } })

test('an address gets three invitations an hour, whoever of the staff sends them, and then a sentence', async () => {
  const project = await given.project()
  const [nora, omar] = [await given.staff('Nurse', project), await given.staff('Physician', project)]
  const ask = (user: TestUser, email: string) => send(user, sendInvitation, patient(email))
  for (const user of [nora, omar, nora]) expect((await ask(user, 'mia@x.example')).status).toBe(200)
  for (const user of [nora, omar]) {
    const answer = await ask(user, 'MIA@x.example')
    expect(answer).toMatchObject({ status: 429, body: { error: sentence } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
  }
  expect(await mailsTo('mia@x.example')).toHaveLength(3)
  expect((await ask(nora, 'ida@x.example')).status).toBe(200)
  expect((await ask(await given.staff('Nurse'), 'mia@x.example')).status).toBe(200)
})

test('a provider’s invitation and its repetitions count together', async () => {
  const adam = await given.staff('Admin')
  const email = 'ida@staff.example'
  const body = { firstName: 'Ida', lastName: 'Lund', email, role: 'Nurse' }
  const again = () => send(adam, resendOperatorInvite, { params: { email } })
  expect((await send(adam, inviteOperator, { body })).status).toBe(200)
  expect([(await again()).status, (await again()).status, (await again()).status]).toEqual([200, 200, 429])
  expect(await send(adam, inviteOperator, { body })).toMatchObject({ status: 429, body: { error: sentence } })
})

test('so does the correction of an address, and an invitation that was refused does not', async () => {
  const nora = await given.staff('Nurse')
  const ana = await given.patient(nora.project)
  for (let n = 0; n < 4; n++) expect((await send(nora, sendInvitation, patient(ana.email))).status).toBe(409)
  const target = 'target@x.example'
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) {
    const { patient_id } = (await send(nora, sendInvitation, patient(`typo${n}@x.example`))).body
    const moved = await send(nora, updatePatient, { body: { patient_id, email: target } })
    statuses.push(moved.status)
    await send(nora, updatePatient, { body: { patient_id, email: `other${n}@x.example` } })
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  const invitations = (await mailsTo(target)).filter(({ subject }) => subject.startsWith('Your invitation'))
  expect(invitations).toHaveLength(3)
})
