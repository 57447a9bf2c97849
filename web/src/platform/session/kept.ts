import type { Audience } from '@fornix/contract'

// Only says that asking the server for a session is worth a request, and where; it is worth nothing itself.
const hint = 'fornix-signed-in'
const parts = () => localStorage.getItem(hint)?.split(' ') ?? []
export const signedInHint = {
  set: (audience: Audience, id = '') => localStorage.setItem(hint, `${audience} ${id}`.trim()),
  clear: () => localStorage.removeItem(hint),
  /** Whose sign-in was the last one of this browser, null for nobody; some versions kept `1`. */
  given: () => parts()[0] ?? null,
  /** A name of that sign-in; null for nobody, and empty where an older version has not kept any. */
  id: () => (parts()[0] ? (parts()[1] ?? '') : null),
}

/** Under it a tab keeps of which sign-in its session is. */
export const ownSignInKey = 'signIn'
export const ownSignIn = () => sessionStorage.getItem(ownSignInKey) ?? ''
/** Whether nobody has signed in or out since in this browser: the server ends the session of whoever was there before. */
export const isOfLastSignIn = () => ownSignIn() === signedInHint.id()

/** Under it stands the logout that the server has not heard. */
export const owedLogoutKey = 'fornix-logout-owed'
