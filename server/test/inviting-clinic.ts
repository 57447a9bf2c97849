import { getPatientInfo, inviteOperator, sendInvitation } from '@fornix/contract'
import { beforeEach } from 'vitest'
import { IdentityRefused, type VerifiedIdentity } from '../src/platform/identity/identity-provider.ts'
import type { Platform } from '../src/platform.ts'
import { testApp } from './harness.ts'
import { newEmail } from './new-email.ts'

/** What invited people choose. */
export const password = 'Lantern-fish-7!'

/** A clinic that invites: its staff, whom they have invited, and what was mailed. */
export const invitingClinic = async (parts: Partial<Platform> = {}) => {
  // The provider itself is tested against a real one in platform/identity; here its answer is what a test says.
  let provider: () => VerifiedIdentity
  const app = await testApp({
    platform: ({ identity }) => ({ ...parts, identity: { ...identity, check: async () => provider() } }),
  })
  const { given, as, owner, mailsTo } = app
  const project = await given.project({ name: 'Harbor Clinic' })
  await owner(`update projects set contact = contact || '{"email": "desk@harbor.example"}' where project_id = $1`, [
    project,
  ])
  const nurse = await given.staff('Nurse', project)
  const admin = await given.staff('Admin', project)

  let count = 0
  const anyEmail = () => newEmail('invited', 'people.example')
  const token = () => ({ token: `token-${++count}` })
  const asIdentity = (email: string, subject = `subject ${++count}`) => {
    provider = () => ({ issuer: 'x', subject, email, email_verified: true })
  }
  const linkTo = async (email: string, page: string) => {
    const found = (await mailsTo(email)).flatMap(({ body }) => [
      ...body.matchAll(new RegExp(`/${page}/([\\w-]{43})`, 'g')),
    ])
    return found.at(-1)?.[1] ?? ''
  }
  const patientInvite = (more: object = {}) => ({
    firstName: 'Mia',
    lastName: 'de la Cruz',
    email: anyEmail(),
    ...more,
  })
  const invitedPatient = async () => {
    const body = patientInvite()
    const { patient_id } = await as(nurse).call(sendInvitation, { body })
    return { email: body.email, code: patient_id, secret: await linkTo(body.email, 'invite') }
  }
  const invitedOperator = async () => {
    const body = { firstName: 'Omar', lastName: 'Haddad', email: anyEmail(), role: 'Physician' as const }
    await as(admin).call(inviteOperator, { body })
    return { email: body.email, secret: await linkTo(body.email, 'register-operator') }
  }
  const statusOf = async (code: string) =>
    (await as(nurse).call(getPatientInfo, { params: { key: code } })).patient.status
  const aged = (secret: string) =>
    owner(`update invites set expires_at = now() - interval '1 second' where token_hash = sha256($1::bytea)`, [secret])
  beforeEach(() => {
    provider = () => {
      throw new IdentityRefused('no answer set')
    }
  })
  return {
    ...app,
    project,
    nurse,
    admin,
    anyEmail,
    token,
    asIdentity,
    linkTo,
    patientInvite,
    invitedPatient,
    invitedOperator,
    statusOf,
    aged,
  }
}
