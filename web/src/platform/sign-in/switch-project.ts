import { audienceOf, switchProject } from '@fornix/contract'
import { mayLeave } from '../base/before-leaving.ts'
import { navigateTo } from '../base/navigation.ts'
import { showNotice } from '../base/notice.ts'
import { send } from '../calls/api.ts'
import { codeOf } from '../http/failure.ts'
import { homeOf, startSession } from '../session/session.tsx'
import { currentSession } from '../session/session-store.ts'

/** Continues in another project of the same person: a new session, and nothing of the old project stays in memory. */
export const changeProject = async (project: string) => {
  const session = currentSession()
  if (!session || !(await mayLeave())) return
  try {
    const { user_object: user, ...reply } = await send(switchProject, { body: { project } })
    const { memberships, emailVerified: email_verified } = session
    startSession({ ...reply, user, memberships, email_verified, audience: audienceOf(reply.role) })
    await navigateTo(homeOf(reply.role))
  } catch (error) {
    // Staff session hours may be over while a patient's still run.
    if (currentSession()) showNotice(codeOf(error) === 'sign_in_again' ? 'signInAgain' : 'project')
  }
}
