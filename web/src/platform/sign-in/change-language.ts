import { setLanguage } from '@fornix/contract'
import { showNotice } from '../base/notice.ts'
import { send } from '../calls/api.ts'
import { showIn } from '../language/language.ts'
import { currentSession } from '../session/session-store.ts'

/** Shows the portal in another language; a patient who is signed in gets emails in it, too. */
export const changeLanguage = async (language: string) => {
  try {
    const session = currentSession()
    // The language of the record is the patient's to choose, once it is open.
    if (session?.audience === 'patient' && !session.acting && session.secondFactor === 'none')
      await send(setLanguage, { body: { language } })
    showIn(language)
  } catch {
    showNotice('language')
  }
}
