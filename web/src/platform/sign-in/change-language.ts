import { setLanguage } from '@fornix/contract'
import { showNotice } from '../base/notice.ts'
import { send } from '../calls/api.ts'
import { showIn } from '../language/language.ts'
import { currentSession } from '../session/session-store.ts'

/** Shows the portal in another language; a signed-in patient gets emails in it, too. */
export const changeLanguage = async (language: string) => {
  try {
    const session = currentSession()
    // The patient may choose the record's language once the record is open.
    if (session?.audience === 'patient' && !session.acting && session.secondFactor === 'none')
      await send(setLanguage, { body: { language } })
    showIn(language)
  } catch {
    showNotice('language')
  }
}
