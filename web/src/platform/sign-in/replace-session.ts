import { mayLeave } from '../base/before-leaving.ts'
import { navigateTo } from '../base/navigation.ts'
import { showNotice } from '../base/notice.ts'
import { codeOf } from '../http/failure.ts'
import { homeOf, type NewSession, startSession } from '../session/session.tsx'
import { currentSession, type Session, sameSession } from '../session/session-store.ts'

/**
 * Continues in the session that `begin` asks the server for, at its home page: nothing of the old one stays in memory.
 * If it cannot begin, the old one goes on with the notice `failed`. Does nothing if the user stays because of unsaved work, or has logged
 * out meanwhile.
 */
export const replaceSession = async (
  begin: (session: Session) => Promise<NewSession>,
  failed: 'project' | 'person',
): Promise<void> => {
  const session = currentSession()
  const isSame = sameSession()
  if (!session || !(await mayLeave()) || !isSame()) return
  try {
    const next = await begin(session)
    // It would take the place of a logout that is on its way.
    if (!isSame()) return
    startSession(next)
    await navigateTo(homeOf(next.role))
  } catch (error) {
    // The session may be over, or its hours: those of staff may be while a patient's still run.
    if (currentSession()) showNotice(codeOf(error) === 'sign_in_again' ? 'signInAgain' : failed)
  }
}
