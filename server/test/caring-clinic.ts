import { acceptInvite, inviteMyCaregiver, listMyCaregivers } from '@fornix/contract'
import type { TestUser } from './given.ts'
import { invitingClinic, password } from './inviting-clinic.ts'
import { inOneMonth, newCaregiver } from './new-caregiver.ts'

/** A clinic whose patients ask people to act for them. */
export const caringClinic = async () => {
  const clinic = await invitingClinic()
  const { as, anyEmail, linkTo } = clinic
  const asked = (more: object = {}) => ({ ...newCaregiver(anyEmail()), ...more })
  const invited = async (ana: TestUser, more: object = {}) => {
    const body = asked(more)
    await as(ana).call(inviteMyCaregiver, { body })
    return { ...body, secret: await linkTo(body.email, 'invite') }
  }
  /** Somebody whom the patient invited and who signed up with a password. */
  const accepted = async (ana: TestUser, more: object = {}) => {
    const { email, secret } = await invited(ana, more)
    const { access_token, acting } = await as(null).call(acceptInvite, {
      params: { token: secret },
      body: { password },
    })
    return { ...ana, token: access_token, email, caregiver: acting?.caregiver_id ?? '' }
  }
  const grantsOf = async (ana: TestUser) => (await as(ana).call(listMyCaregivers, {})).caregivers
  return { ...clinic, inOneMonth, asked, invited, accepted, grantsOf }
}
