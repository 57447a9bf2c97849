import {
  type Args,
  type Audience,
  acceptInvite,
  authenticateAdmin,
  authenticateOperator,
  authenticatePatient,
  type Call,
  type ResponseOf,
  registerPatientGoogle,
  registerProviderGoogle,
  verifyIdentity,
} from '@fornix/contract'
import { exchange } from '../../platform/http/http.ts'
import type { NewSession } from '../../platform/session/session.tsx'
import { signInBody } from '../../platform/sign-in/identity.ts'

/** Ignores any session in this browser: the person signing up is somebody else, perhaps of another project. */
const ask = async <C extends Call>(
  call: C,
  args: Args<C>,
  token: string | null = null,
  project: string | null = null,
) => {
  const answer = await exchange(call, args, { token, project })
  return call.response.parse(await answer.json()) as ResponseOf<C>
}

const authenticate = async (audience: Audience, token: string, project: string) => {
  const args = { body: signInBody(token) }
  if (audience === 'patient') {
    const { patient: user, ...response } = await ask(authenticatePatient, args, null, project)
    return { ...response, user }
  }
  if (audience === 'operator') {
    const { operator: user, ...response } = await ask(authenticateOperator, args, null, project)
    return { ...response, user }
  }
  const { admin: user, ...response } = await ask(authenticateAdmin, args, null, project)
  return { ...response, user }
}

/**
 * Signs up with an identity provider's token: identify, sign in to the invited record, and finish. Only the last step uses up the
 * invitation, and only then is anybody signed in here.
 */
export const signUpWithIdentity = async (
  audience: Audience,
  token: string,
  invite_token: string,
): Promise<NewSession> => {
  const { project, role } = await ask(verifyIdentity, { body: { token, invite_token } })
  const { user, ...response } = await authenticate(audience, token, project)
  const finish = audience === 'patient' ? registerPatientGoogle : registerProviderGoogle
  const registered = await ask(finish, { body: { email: user.email } }, response.access_token, project)
  return { ...response, audience, role, project, email_verified: true, user: registered }
}

export const signUpWithPassword = async (token: string, password: string): Promise<NewSession> => {
  const { patient: user, ...response } = await ask(acceptInvite, { params: { token }, body: { password } })
  return { ...response, user, audience: 'patient', role: 'Patient' }
}
