import type { SignFactor } from '@fornix/contract'
import type { Amr } from '../../platform/sessions/second-factor.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

const steps: Amr[] = ['otp', 'recovery', 'mail']

/** By what somebody signed in to the session in which they sign; a passkey may have been added in it, hours before. */
export const signFactor = async ({ sessions }: Pick<Platform, 'sessions'>, user: Caller): Promise<SignFactor> => {
  const { amr } = await sessions.factsOf(user)
  if (amr.includes('passkey')) return 'passkey'
  const hasStep = steps.some((step) => amr.includes(step))
  if (amr.includes('pwd')) return hasStep ? 'password_and_step' : 'password'
  if (amr.includes('oidc')) return hasStep ? 'identity_and_step' : 'identity'
  return 'session'
}
