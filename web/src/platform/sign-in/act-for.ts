import { actFor } from '@fornix/contract'
import { mayLeave } from '../base/before-leaving.ts'
import { navigateTo } from '../base/navigation.ts'
import { showNotice } from '../base/notice.ts'
import { send } from '../calls/api.ts'
import { codeOf } from '../http/failure.ts'
import { homeOf, startSession } from '../session/session.tsx'
import { currentSession } from '../session/session-store.ts'

/** Continues as a caregiver, or as oneself if no grant is named: a new session, and nothing of the other record stays in memory. */
export const changePerson = async (caregiver_id: string) => {
  const session = currentSession()
  if (!session || !(await mayLeave())) return
  try {
    const { user_object: user, ...reply } = await send(actFor, { body: { caregiver_id } })
    const { memberships } = session
    startSession({ ...reply, user, memberships, email_verified: true, role: 'Patient', audience: 'patient' })
    await navigateTo(homeOf('Patient'))
  } catch (error) {
    if (currentSession()) showNotice(codeOf(error) === 'sign_in_again' ? 'signInAgain' : 'person')
  }
}
