import { acceptInvite, type CareArea, inviteMyCaregiver, listMyCaregivers } from '@fornix/contract'
import type { TestUser } from './given.ts'
import { invitingClinic } from './inviting-clinic.ts'

/** A clinic whose patients ask people to act for them. */
export const caringClinic = async () => {
  const clinic = await invitingClinic()
  const { as, anyEmail, linkTo, password } = clinic
  const inOneMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const asked = (more: object = {}) => ({
    first_name: 'Maria',
    last_name: 'Soto',
    email: anyEmail(),
    relationship: 'Mother',
    areas: ['visits'] as CareArea[],
    until: inOneMonth,
    ...more,
  })
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
