import { type Session, useSession } from './session-store.ts'

/** The patient for whom a caregiver acts. */
export const cared = ({ user }: Session) => `${user.first_name} ${user.last_name}`.trim()

/** The same by name, and by first name; both empty for users who act for themselves. */
export const useCared = () => {
  const session = useSession()
  return session?.acting ? { name: cared(session), firstName: session.user.first_name } : { name: '', firstName: '' }
}

/** Who is signed in: in a caregiver's session, the user is the patient. */
export const signedInAs = ({ user, acting }: Session) => acting ?? user
