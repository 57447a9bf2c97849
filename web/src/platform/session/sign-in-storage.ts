import type { Audience } from '@fornix/contract'

// Only says that requesting a session is worthwhile, and where; it grants nothing itself.
const hint = 'fornix-signed-in'
const parts = () => localStorage.getItem(hint)?.split(' ') ?? []
export const signedInHint = {
  set: (audience: Audience, id = '') => localStorage.setItem(hint, `${audience} ${id}`.trim()),
  clear: () => localStorage.removeItem(hint),
  /** The audience of this browser's last sign-in, null for none; some versions stored `1`. */
  given: () => parts()[0] ?? null,
  /** An id of that sign-in; null for none, and empty if an older version stored no id. */
  id: () => (parts()[0] ? (parts()[1] ?? '') : null),
}

/** The key under which a tab stores which sign-in its session belongs to. */
export const ownSignInKey = 'signIn'
export const ownSignIn = () => sessionStorage.getItem(ownSignInKey) ?? ''
/** Whether nobody has signed in or out in this browser since: a new sign-in makes the server end the previous user's session. */
export const isOfLastSignIn = () => ownSignIn() === signedInHint.id()

/** The key of a logout that the server has not received. */
export const pendingLogoutKey = 'fornix-logout-owed'
