import { audienceOf, type Membership, switchProject } from '@fornix/contract'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { codeOf } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'
import { useSession } from '../../platform/session/session.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { projectsIn } from './arrive.ts'
import { messages } from './messages.ts'
import { ProjectChoice } from './ProjectChoice.tsx'
import { useContinue, useStartSession } from './use-start-session.ts'

/** For a signed-in user who belongs to several projects. */
export function ChooseProjectPage() {
  const session = useSession()
  const start = useStartSession()
  const proceed = useContinue()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (!session) return <Navigate to={paths.home} replace />

  const choose = async ({ project, role }: Membership) => {
    if (project === session.project) return proceed(role)
    setBusy(true)
    setFailure(undefined)
    try {
      const { user_object: user, ...entered } = await send(switchProject, { body: { project } })
      await start({
        ...entered,
        user,
        audience: audienceOf(entered.role),
        memberships: session.memberships,
        email_verified: session.emailVerified,
      })
    } catch (error) {
      setBusy(false)
      const isOver = error instanceof ApiFailure && codeOf(error) === 'sign_in_again'
      setFailure(isOver ? error.message : messages.projectNotOpened)
    }
  }
  return (
    <NarrowCard title={t('Which clinic or study?')} lead={messages.severalProjects}>
      {failure && <ErrorAlert>{failure}</ErrorAlert>}
      <ProjectChoice
        memberships={projectsIn(session.memberships)}
        busy={busy}
        onChoose={(membership) => void choose(membership)}
      />
    </NarrowCard>
  )
}
