import { currentSession } from './session-store.ts'

// Not in the address, where it would be logged and could be forged; session storage survives the trip to a sign-in provider.
const key = 'fornix-return'

const codeOfPerson = () => {
  const { patient_id, provider_id } = currentSession()?.user ?? {}
  return patient_id || provider_id || ''
}

/** Remembers a page that needs a sign-in; a page left by a signed-in user opens again only for that user. */
export const rememberReturn = (path: string) =>
  sessionStorage.setItem(key, JSON.stringify({ path, of: codeOfPerson() }))

const remembered = (): { path?: unknown; of?: unknown } => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

/** Where the user was going before signing in, once. */
export const takeReturn = () => {
  const { path, of } = remembered()
  sessionStorage.removeItem(key)
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) return null
  return of === '' || of === codeOfPerson() ? path : null
}
