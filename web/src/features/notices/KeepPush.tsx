import { useEffect } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { keepPushHere } from './use-push-here.ts'

/** Shows nothing: whoever signs in takes this browser over, so that nobody is told there of somebody else's news. */
export const KeepPush = () => {
  const session = useSession()
  const [project, email] = [session?.project, session?.user.email]
  useEffect(() => {
    if (project && email) keepPushHere().catch(() => undefined)
  }, [project, email])
  return null
}
