import { Acting, type Audience, audienceOf, type Membership, type Role, roles, UserObject } from '@fornix/contract'
import { useSyncExternalStore } from 'react'
import { isOfLastSignIn, ownSignIn, ownSignInKey } from './sign-in-storage.ts'

export type SecondFactor = 'none' | 'verify' | 'enroll'
export type Session = {
  audience: Audience
  role: Role
  project: string
  user: UserObject
  memberships: Membership[]
  /** False for a registration: it becomes a patient only when its address is confirmed. */
  emailVerified: boolean
  /** Who acts for the patient, and in what; null for users who act for themselves. */
  acting: Acting | null
  /** What the sign-in still needs: to verify a second step, or to set one up. Until then the portal opens nothing. */
  secondFactor: SecondFactor
}

const keys = [
  'project',
  'role',
  'patient_token',
  'operator_token',
  'admin_token',
  'userObject',
  'acting',
  'secondFactor',
  ownSignInKey,
  'studyId',
  'studyDate',
]
const tokenKey = (audience: Audience) => `${audience}_token` as const

/**
 * Reads what an earlier page of this tab stored, unless somebody else has signed in since: memberships and whether the address
 * is confirmed are requested from the server again.
 */
const kept = (): Session | null => {
  const role = roles.find((name) => name === sessionStorage.getItem('role'))
  const project = sessionStorage.getItem('project')
  if (!role || !project || !isOfLastSignIn() || !sessionStorage.getItem(tokenKey(audienceOf(role)))) return null
  try {
    const user = UserObject.parse(JSON.parse(sessionStorage.getItem('userObject') ?? ''))
    // A registration has no patient id before its address is confirmed.
    const emailVerified =
      role !== 'Patient' ||
      user.patient_id !== '' ||
      ['verify', 'enroll'].includes(sessionStorage.getItem('secondFactor') ?? '')
    const acting = Acting.nullable().parse(JSON.parse(sessionStorage.getItem('acting') ?? 'null'))
    const stored = sessionStorage.getItem('secondFactor')
    const secondFactor = stored === 'verify' || stored === 'enroll' ? stored : 'none'
    return { audience: audienceOf(role), role, project, user, memberships: [], emailVerified, acting, secondFactor }
  } catch {
    return null
  }
}

let session: Session | null = kept()
if (!session) for (const key of keys) sessionStorage.removeItem(key)
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

export const currentSession = () => session

/** The current session's access token, whatever its age; null if nobody is signed in. */
export const accessToken = () => (session ? sessionStorage.getItem(tokenKey(session.audience)) : null)

export const keepToken = (token: string) => {
  if (session) sessionStorage.setItem(tokenKey(session.audience), token)
}

/** `signIn`: the sign-in of this browser that it belongs to. */
export const keepSession = (next: Session, token: string, signIn: string) => {
  clearSession()
  sessionStorage.setItem('project', next.project)
  sessionStorage.setItem('role', next.role)
  sessionStorage.setItem('userObject', JSON.stringify(next.user))
  sessionStorage.setItem('acting', JSON.stringify(next.acting))
  sessionStorage.setItem('secondFactor', next.secondFactor)
  sessionStorage.setItem(ownSignInKey, signIn)
  sessionStorage.setItem(tokenKey(next.audience), token)
  session = next
  changed()
}

/** Updates the current session with what the server says now. */
export const amendSession = (part: Partial<Session>) => {
  if (!session) return
  session = { ...session, ...part }
  sessionStorage.setItem('role', session.role)
  sessionStorage.setItem('userObject', JSON.stringify(session.user))
  sessionStorage.setItem('acting', JSON.stringify(session.acting))
  sessionStorage.setItem('secondFactor', session.secondFactor)
  changed()
}

export const clearSession = () => {
  for (const key of keys) sessionStorage.removeItem(key)
  session = null
  changed()
}

/** One sign-in may act in several projects, and for several people. */
const sessionKey = () => [ownSignIn(), session?.project, session?.audience, session?.acting?.caregiver_id].join(' ')

/** Tells later whether this tab still has the same session: a late response must not change, nor be retried in, the next one. */
export const sameSession = () => {
  const key = sessionKey()
  return () => sessionKey() === key
}

export const onSessionChange = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The signed-in person, or null. */
export const useSession = () => useSyncExternalStore(onSessionChange, currentSession, () => null)

/** Whose session this is; text typed in one is never saved in another. */
export const sessionOwner = () => {
  const session = currentSession()
  return session
    ? [session.project, session.audience, session.user.email, session.acting?.caregiver_id].join(' ').trim()
    : ''
}
