import { Suspense, useEffect } from 'react'
import { stopWaitingForProof, useWaitingForProof } from '../../platform/calls/proof.ts'
import { lazyPart } from '../../ui/shell/lazy-part.tsx'

// Asked for once in a while: nobody loads it with the page.
const ProofQuestion = lazyPart(async () => (await import('./ProofQuestion.tsx')).ProofQuestion)

/** Asks whoever is there to confirm, before something is decided; the page below stays as it is. */
export const ProofDialog = () => {
  const waiting = useWaitingForProof()
  useEffect(() => stopWaitingForProof, [])
  if (!waiting) return null
  return (
    <Suspense>
      <ProofQuestion key={waiting.id} waiting={waiting} />
    </Suspense>
  )
}
