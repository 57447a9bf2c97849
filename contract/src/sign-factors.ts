/**
 * What the signer confirmed this signature with.
 * If the program does not ask, and in forms from before it did, how the session was proven; `…_and_step`: with a second step.
 * `session` if that is unknown.
 */
export const signFactors = {
  password: 'Password',
  identity: 'Identity provider',
  passkey: 'Passkey',
  app: 'Authenticator app',
  recovery_code: 'Recovery code',
  mail_code: 'Code by email',
  password_and_step: 'Password and a second step',
  identity_and_step: 'Identity provider and a second step',
  session: 'Not known',
} as const
export type SignFactor = keyof typeof signFactors
