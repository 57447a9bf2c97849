/** How a session was authenticated, with RFC 8176 names where they exist. */
export type Amr = 'pwd' | 'oidc' | 'passkey' | 'otp' | 'recovery' | 'mail'

/** What a user showed, including which passkey or app. */
export type Shown = { by: Amr; factor?: string | null }
/** As written to the audit trail. */
export const shownText = ({ by, factor }: Shown) => (factor ? `${by}:${factor}` : by)

/**
 * What a user showed at sign-in: `claims` are the identity provider's, as `acr:…` and `amr:…`; `factor`: which passkey; `at`: when the
 * provider authenticated the person, in seconds, if that is checked.
 */
export type Proof = { amr: Amr[]; claims?: string[]; factor?: string; at?: number | undefined }

/** `grace`: a second step will be required later; `verify`: it must be shown; `enroll`: it must be set up. */
export type SecondFactor = 'none' | 'grace' | 'verify' | 'enroll'
export type Pending = 'verify' | 'enroll'

export const pendingOf = (state: SecondFactor): Pending | null =>
  state === 'verify' || state === 'enroll' ? state : null
