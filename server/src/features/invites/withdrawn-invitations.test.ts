import {
  acceptInvite,
  authenticateOperator,
  authenticatePatient,
  getPatient,
  resendOperatorInvite,
  updatePatient,
  verifyIdentity,
  verifyOperatorToken,
  verifyPatientToken,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { invitingClinic, password } from '../../../test/inviting-clinic.ts'

const clinic = await invitingClinic()
const { as, send, owner, project, nurse, admin, anyEmail, token, asIdentity } = clinic
const { invitedPatient, invitedOperator, linkTo } = clinic

/** The mail's reader signs in at the invitation, and does not sign up yet. */
const begun = async (secret: string) => {
  asIdentity(anyEmail())
  const body = token()
  await as(null).call(verifyIdentity, { body: { ...body, invite_token: secret } })
  return body
}
const inside = async (secret: string) => {
  const body = await begun(secret)
  const { access_token } = await as(null).call(authenticatePatient, { body }, { headers: { project } })
  return { ...nurse, token: access_token }
}

/** Those whose browsers are still notified of something new. */
const left = (code: string) =>
  owner(
    `select session_id from sessions join patients using (project_id, patient_id)
      where code = $1 and revoked_at is null and sessions.login_id is distinct from patients.login_id`,
    [code],
  )

describe('a sign-in that began at an invitation', () => {
  test('ends when the address is corrected, and none begins any more', async () => {
    const { secret, code } = await invitedPatient()
    const stranger = await inside(secret)
    const late = await begun(secret)
    expect((await send(stranger, verifyPatientToken)).status).toBe(200)
    await as(nurse).call(updatePatient, { body: { patient_id: code, email: anyEmail() } })
    expect((await send(stranger, verifyPatientToken)).status).toBe(401)
    expect((await send(null, authenticatePatient, { body: late }, { headers: { project } })).status).toBe(404)
  })

  test('stays ended when the right person begins at the newer one', async () => {
    const { secret, code } = await invitedPatient()
    const stranger = await inside(secret)
    const right = anyEmail()
    await as(nurse).call(updatePatient, { body: { patient_id: code, email: right } })
    const invited = await inside(await linkTo(right, 'invite'))
    expect((await send(invited, verifyPatientToken)).status).toBe(200)
    expect((await send(stranger, verifyPatientToken)).status).toBe(401)
  })

  test('ends with that very invitation, also where the clock of the node was ahead of the database', async () => {
    const { secret, code } = await invitedPatient()
    const stranger = await inside(secret)
    await owner(
      `update sessions set created_at = created_at + interval '10 seconds'
        where patient_id = (select patient_id from patients where code = $1)`,
      [code],
    )
    expect((await send(stranger, verifyPatientToken)).status).toBe(200)
    await as(nurse).call(updatePatient, { body: { patient_id: code, email: anyEmail() } })
    expect((await send(stranger, verifyPatientToken)).status).toBe(401)
  })

  test('ends when somebody else has signed up', async () => {
    const { secret, email, code } = await invitedPatient()
    const stranger = await inside(secret)
    expect(await left(code)).toHaveLength(1)
    await as(null).call(acceptInvite, { params: { token: secret }, body: { password } })
    expect((await send(stranger, verifyPatientToken)).status).toBe(401)
    expect((await send(stranger, getPatient, { params: { email } })).status).toBe(401)
    expect(await left(code)).toEqual([])
  })

  test('ends, of staff, when a newer invitation is sent', async () => {
    const { secret, email } = await invitedOperator()
    const body = await begun(secret)
    const { access_token } = await as(null).call(authenticateOperator, { body }, { headers: { project } })
    const stranger = { ...nurse, token: access_token }
    expect((await send(stranger, verifyOperatorToken)).status).toBe(200)
    await as(admin).call(resendOperatorInvite, { params: { email } })
    expect((await send(stranger, verifyOperatorToken)).status).toBe(401)
  })
})
