import { Navigate, useLocation, useParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { BrokenInvite } from './BrokenInvite.tsx'
import { messages } from './messages.ts'
import { useInvite } from './use-invite.ts'
import { WelcomeCard } from './WelcomeCard.tsx'

/** /invite/{token} for patients and /provider/invite/{token}: the link in the email. */
export function InvitePage() {
  const { token = '' } = useParams()
  const { pathname } = useLocation()
  const { invite, problem, failed, retry } = useInvite(token)
  const forPatients = !/^\/provider\//i.test(pathname)
  const entrance = forPatients ? paths.patients : paths.physicians
  if (problem) return <BrokenInvite problem={problem} entrance={entrance} />
  if (!invite)
    return (
      <NarrowCard title={messages.welcome}>
        {failed ? <ErrorState message={messages.failed} onRetry={retry} /> : <LoadingState rows={4} />}
      </NarrowCard>
    )
  if ((invite.audience === 'patient') !== forPatients)
    return <Navigate to={forPatients ? paths.providerInvite(token) : paths.invite(token)} replace />
  return <WelcomeCard token={token} invite={invite} entrance={entrance} />
}
