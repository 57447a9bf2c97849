import { useEffect, useState } from 'react'
import { stopWaitingForProof, useWaitingForProof } from '../../platform/calls/proof.ts'
import { ApiFailure } from '../../platform/http/failure.ts'

// Asked for once in a while: nobody loads it with the page.
const load = () => import('./ProofQuestion.tsx')
type Loaded = Awaited<ReturnType<typeof load>>

/** Asks whoever is there to confirm, before something is decided; the page below stays as it is. */
export const ProofDialog = () => {
  const waiting = useWaitingForProof()
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => stopWaitingForProof, [])
  useEffect(() => {
    if (!waiting || loaded) return
    // The form is told that the server does not answer, and keeps what was typed.
    load().then(setLoaded, () => waiting.fail(new ApiFailure(0)))
  }, [waiting, loaded])
  return waiting && loaded ? <loaded.ProofQuestion key={waiting.id} waiting={waiting} /> : null
}
