/**
 * By what the session was proven in which somebody signed; `…_and_step`: with a second step. `session` where it does not tell, as in
 * forms from before it was kept.
 */
export const signFactors = {
  password: 'Password',
  identity: 'Identity provider',
  passkey: 'Passkey',
  password_and_step: 'Password and a second step',
  identity_and_step: 'Identity provider and a second step',
  session: 'Not known',
} as const
export type SignFactor = keyof typeof signFactors
