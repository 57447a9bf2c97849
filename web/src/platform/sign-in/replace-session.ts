import { mayLeave } from '../base/before-leaving.ts'
import { navigateTo } from '../base/navigation.ts'
import { showNotice } from '../base/notice.ts'
import { codeOf } from '../http/failure.ts'
import { homeOf, type NewSession, startSession } from '../session/session.tsx'
import { currentSession, type Session } from '../session/session-store.ts'

/**
 * Continues in the session that `begin` asks the server for, at its home page: nothing of the old one stays in memory.
 * If it cannot begin, the old one goes on with the notice `failed`. Does nothing if the user stays because of unsaved work.
 */
export const replaceSession = async (
  begin: (session: Session) => Promise<NewSession>,
  failed: 'project' | 'person',
): Promise<void> => {
  const session = currentSession()
  if (!session || !(await mayLeave())) return
  try {
    const next = await begin(session)
    startSession(next)
    await navigateTo(homeOf(next.role))
  } catch (error) {
    // The session may be over, or its hours: those of staff may be while a patient's still run.
    if (currentSession()) showNotice(codeOf(error) === 'sign_in_again' ? 'signInAgain' : failed)
  }
}
