import {
  acceptInvite,
  checkInvite,
  getAccessLog,
  getMyPatientInfo,
  inviteOperator,
  sendInvitation,
  updateOperatorProfile,
  updatePatient,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import { proofsIn } from '../../../test/fresh-proofs.ts'
import { testApp } from '../../../test/harness.ts'
import { newEmail } from '../../../test/new-email.ts'

const { given, as, send, owner, mailsTo } = await testApp({ config: { freshProof: true } })
const { mint, headersOf } = proofsIn(owner)
const project = await given.project()
const nurse = await given.staff('Nurse', project)

const addresses = () => ({ email: newEmail('mia', 'home.example'), thief: newEmail('thief', 'elsewhere.example') })
const subjects = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)
const invited = async (email: string) => {
  const body = { firstName: 'Mia', lastName: 'Cruz', email }
  return (await as(nurse).call(sendInvitation, { body })).patient_id
}
const turned = 'We no longer write to this email address'

test('a session of the staff alone turns no invitation to another mailbox', async () => {
  const { email, thief } = addresses()
  const patient_id = await invited(email)
  const refused = await send(nurse, updatePatient, { body: { patient_id, email: thief } })
  expect(refused).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  expect(await mailsTo(thief)).toEqual([])
  const invite_token = secretIn((await mailsTo(email))[0]?.body)
  expect((await send(null, checkInvite, { body: { invite_token } })).status).toBe(200)
})

test('whoever turns one with a proof is seen: the mailbox of before is told, and the patient’s log says it', async () => {
  const { email, thief } = addresses()
  const body = { patient_id: await invited(email), email: thief }
  const headers = headersOf(await mint(nurse, updatePatient, { body }))
  expect((await send(nurse, updatePatient, { body }, { headers })).status).toBe(200)
  expect(await subjects(email)).toEqual([expect.stringContaining('invitation'), turned])
  const told = (await mailsTo(email)).at(-1)?.body
  expect(told).not.toMatch(/Mia|thief|\/invite\//)

  const token = secretIn((await mailsTo(thief)).at(-1)?.body)
  const accepted = await as(null).call(acceptInvite, { params: { token }, body: { password: 'Lantern-fish-7!' } })
  const asPatient = { ...nurse, token: accepted.access_token }
  expect((await as(asPatient).call(getMyPatientInfo, { params: { email: thief } })).patient.first_name).toBe('Mia')
  const { entries } = await as(asPatient).call(getAccessLog, { query: {} })
  expect(entries).toContainEqual(
    expect.objectContaining({ what: 'Changed the email address of your record before you signed up' }),
  )
})

test('none is turned to a domain that the project blocks; the invitation stays where it was', async () => {
  const strict = await given.staff('Nurse')
  await owner(`update projects set blocked_email_domains = '{throwaway.example}' where project_id = $1`, [
    strict.project,
  ])
  const { email } = addresses()
  const { patient_id } = await as(strict).call(sendInvitation, { body: { firstName: 'Mia', lastName: 'Cruz', email } })
  const turn = async (to: string) => {
    const body = { patient_id, email: to }
    return send(strict, updatePatient, { body }, { headers: headersOf(await mint(strict, updatePatient, { body })) })
  }
  const blocked = newEmail('mia', 'mail.Throwaway.example')
  expect(await turn(blocked)).toMatchObject({
    status: 400,
    body: { fields: { email: expect.stringMatching(/does not invite patients at this email domain/) } },
  })
  expect(await mailsTo(blocked)).toEqual([])
  expect(await subjects(email)).toHaveLength(1)
  const invite_token = secretIn((await mailsTo(email))[0]?.body)
  expect((await send(null, checkInvite, { body: { invite_token } })).status).toBe(200)

  await owner('update invites set expires_at = now() where email = $1', [email])
  expect((await turn(blocked)).status).toBe(200)
})

test('who turns one to and fro fills no mailbox', async () => {
  const { email, thief } = addresses()
  const patient_id = await invited(email)
  await owner('update invites set expires_at = now() where email = $1', [email])
  for (const to of [thief, email, thief, email, thief]) {
    const body = { patient_id, email: to }
    const headers = headersOf(await mint(nurse, updatePatient, { body }))
    expect((await send(nurse, updatePatient, { body }, { headers })).status).toBe(200)
  }
  expect((await subjects(email)).filter((subject) => subject === turned)).toHaveLength(1)
})

test('nor who turns several records away from one address', async () => {
  const { email, thief } = addresses()
  for (const to of [thief, `other.${thief}`]) {
    const patient_id = await invited(email)
    await owner('update invites set expires_at = now() where email = $1', [email])
    const body = { patient_id, email: to }
    const headers = headersOf(await mint(nurse, updatePatient, { body }))
    expect((await send(nurse, updatePatient, { body }, { headers })).status).toBe(200)
  }
  expect((await subjects(email)).filter((subject) => subject === turned)).toHaveLength(1)
})

test('each invitation that is turned is told: one of before does not hide the next', async () => {
  const { email, thief } = addresses()
  const patient_id = await invited(email)
  for (const to of [thief, email, thief]) {
    const body = { patient_id, email: to }
    const headers = headersOf(await mint(nurse, updatePatient, { body }))
    expect((await send(nurse, updatePatient, { body }, { headers })).status).toBe(200)
  }
  expect((await subjects(email)).filter((subject) => subject === turned)).toHaveLength(2)
})

test('so is an admin who turns that of a provider, and one whose mail goes to nobody yet', async () => {
  const admin = await given.staff('Admin', project)
  const { email, thief } = addresses()
  const typed = { firstName: 'Omar', lastName: 'Haddad', email, role: 'Physician' as const }
  const invite = headersOf(await mint(admin, inviteOperator, { body: typed }))
  const sent = await send(admin, inviteOperator, { body: typed }, { headers: invite })
  const body = { provider_id: sent.body.provider_id, email: thief }
  await owner('update invites set expires_at = now() where email = $1', [email])
  const headers = headersOf(await mint(admin, updateOperatorProfile, { body }))
  expect((await send(admin, updateOperatorProfile, { body }, { headers })).status).toBe(200)
  expect((await subjects(email)).at(-1)).toBe(turned)
  const rows = await owner("select 1 from audit_events where project_id = $1 and action = 'provider.correct_email'", [
    project,
  ])
  expect(rows).toHaveLength(1)
})
