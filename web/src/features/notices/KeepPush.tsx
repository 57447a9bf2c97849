import { useEffect } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { keepPushHere } from './use-push-here.ts'

/** Shows nothing: whoever signs in takes this browser over, so that nobody is told there of somebody else's news. */
export const KeepPush = () => {
  const session = useSession()
  const [project, email, isActing] = [session?.project, session?.user.email, Boolean(session?.acting)]
  useEffect(() => {
    // Who acts for somebody gets no news of theirs here, and keeps their own.
    if (project && email && !isActing) keepPushHere().catch(() => undefined)
  }, [project, email, isActing])
  return null
}
