import { actFor } from '@fornix/contract'
import { send } from '../calls/api.ts'
import { replaceSession } from './replace-session.ts'

/** Continues as a caregiver, or as oneself if no grant is named. */
export const changePerson = (caregiver_id: string) =>
  replaceSession(async ({ memberships }) => {
    const { user_object: user, ...response } = await send(actFor, { body: { caregiver_id } })
    return { ...response, user, memberships, email_verified: true, role: 'Patient', audience: 'patient' }
  }, 'person')
