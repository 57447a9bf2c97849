import type { Audience } from '@fornix/contract'
import { useEffect, useRef, useState } from 'react'
import { failureSentence } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'
import type { NewSession } from '../../platform/session/session.tsx'
import { withPasskey } from './arrive.ts'

const load = () => import('../../platform/sign-in/passkeys.ts')

/**
 * Sign-in with a passkey: by button, or from the browser's autofill in the field. Nothing of it loads before the user
 * approaches the form.
 */
export const usePasskey = (audience: Audience, arrive: (arrival: NewSession) => unknown) => {
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const isOffered = useRef(false)

  // A request still waiting for a choice must not wait on another page.
  useEffect(
    () => () => {
      if (isOffered.current) void load().then(({ stopAsking }) => stopAsking())
    },
    [],
  )

  const signIn = async (isOffer: boolean) => {
    const { askForPasskey, isCanceled, mayOffer } = await load()
    if (isOffer && !(await mayOffer())) return
    let isChosen = !isOffer
    try {
      const passkey = await askForPasskey(isOffer)
      isChosen = true
      arrive(await withPasskey(audience, passkey))
    } catch (error) {
      // Nobody requested the offer: a message about it would move the form from under the user's finger.
      if (isChosen && !isCanceled(error))
        setProblem(failureSentence(error, t('The passkey did not work. Please try again.')))
    }
  }
  return {
    problem,
    isAsking,
    isPossible: 'PublicKeyCredential' in globalThis,
    offer: () => {
      if (isOffered.current || !('PublicKeyCredential' in globalThis)) return
      isOffered.current = true
      void signIn(true).catch(() => undefined)
    },
    ask: () => {
      setProblem(undefined)
      setAsking(true)
      isOffered.current = true
      void signIn(false).finally(() => setAsking(false))
    },
  }
}
