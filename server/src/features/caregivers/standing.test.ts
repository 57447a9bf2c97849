import {
  acceptInvite,
  authenticatePatient,
  inviteCaregiver,
  registerPatientGoogle,
  verifyIdentity,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { caringClinic } from '../../../test/caring-clinic.ts'
import { password } from '../../../test/inviting-clinic.ts'
import { mergeWorld } from '../../../test/merge-world.ts'

const clinic = await caringClinic()
const { given, as, owner, project, admin, asked, linkTo, anyEmail, token, asIdentity, mailsTo } = clinic
const { invitedPatient, accepted } = clinic
const { mergeNow } = await mergeWorld(clinic)

const told = async (address: string) =>
  (await mailsTo(address)).filter(({ subject }) => subject.endsWith(' can act for you')).map(({ body }) => body)

/** A caregiver added by the clinic for a patient without an account. */
const letIn = async () => {
  const patient = await invitedPatient()
  const body = asked()
  await as(admin).call(inviteCaregiver, { params: { key: patient.code }, body })
  const secret = await linkTo(body.email, 'invite')
  await as(null).call(acceptInvite, { params: { token: secret }, body: { password } })
  return patient
}

describe('a patient who signs up hears of who can act for them already', () => {
  test('with a password', async () => {
    const { email, secret } = await letIn()
    await as(null).call(acceptInvite, { params: { token: secret }, body: { password } })
    expect(await told(email)).toEqual([expect.stringContaining('Maria Soto can act for you there')])
  })

  test('with an identity', async () => {
    const { email, secret } = await letIn()
    asIdentity(anyEmail())
    const body = token()
    await as(null).call(verifyIdentity, { body: { ...body, invite_token: secret } })
    const { access_token } = await as(null).call(authenticatePatient, { body }, { headers: { project } })
    expect(await told(email)).toEqual([])
    await as({ ...admin, token: access_token }).call(registerPatientGoogle, { body: { email } })
    expect(await told(email)).toHaveLength(1)
  })
})

test('a patient whose records were merged hears of who sees more now, and not of who may no longer act', async () => {
  const kept = await given.patient(project)
  const merged = await given.patient(project)
  await accepted(kept)
  const former = await accepted(kept, { first_name: 'Former' })
  await owner("update caregivers set ended_at = now(), ended_by = 'patient' where caregiver_id = $1", [
    former.caregiver,
  ])
  await accepted(merged, { first_name: 'Left' })
  await mergeNow({ admin, kept, merged })
  expect(await told(kept.email)).toEqual([expect.stringContaining('combined two of your records into one')])
  expect(await told(merged.email)).toEqual([])
})
