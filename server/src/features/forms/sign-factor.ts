import type { SignFactor } from '@fornix/contract'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Amr } from '../../platform/sessions/second-factor.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

const shown: Record<Amr, SignFactor> = {
  pwd: 'password',
  oidc: 'identity',
  passkey: 'passkey',
  otp: 'app',
  recovery: 'recovery_code',
  mail: 'mail_code',
}
const steps: Amr[] = ['otp', 'recovery', 'mail']

const ofSession = (amr: readonly Amr[]): SignFactor => {
  if (amr.includes('passkey')) return 'passkey'
  const hasStep = steps.some((step) => amr.includes(step))
  if (amr.includes('pwd')) return hasStep ? 'password_and_step' : 'password'
  if (amr.includes('oidc')) return hasStep ? 'identity_and_step' : 'identity'
  return 'session'
}

/** What the signer has shown for this signature; if the program does not ask for that, at the sign-in hours before. */
export const signFactor = async (
  { sessions }: Pick<Platform, 'sessions'>,
  user: Caller,
  { proof }: Pick<AuditNote, 'proof'>,
): Promise<SignFactor> => (proof ? shown[proof.by] : ofSession((await sessions.factsOf(user)).amr))
