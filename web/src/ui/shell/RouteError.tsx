import { Container } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { messages } from '../../platform/base/messages.ts'
import { untilResponse } from '../../platform/calls/until-response.ts'
import { ApiFailure, hasNoResponse } from '../../platform/http/failure.ts'
import { statusOfProgram } from '../../platform/http/program.ts'
import { restoreSession } from '../../platform/sign-in/restore.ts'
import { NotOpened } from '../state/NotOpened.tsx'
import { OfflinePart } from '../state/OfflinePart.tsx'
import { PageTitle } from './PageTitle.tsx'

/** Checks who is signed in, and whether the missing parts of the page can be fetched. */
const canOpen = async () => {
  await restoreSession()
  const status = await statusOfProgram()
  if (status === 0 || status >= 500) throw new ApiFailure(0)
}

/** Shown while a page waits for the server; opens the page once it can. */
const PageToCome = () => {
  const here = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const leaving = new AbortController()
    const open = () => navigate(here, { replace: true, state: here.state })
    untilResponse(canOpen, () => {}, leaving.signal).then(open, () => {})
    return () => leaving.abort()
  }, [here, navigate])
  return (
    <Container size="lg" w="100%" py="md">
      <PageTitle title={messages.offline.title} />
      <OfflinePart />
    </Container>
  )
}

/** A page that could not be opened, loaded or drawn, inside the shell that stays. */
export const PageError = () => {
  const error = useRouteError()
  if (hasNoResponse(error)) return <PageToCome />
  return <NotOpened error={error} />
}

/** The same if the shell itself is missing. */
export const RouteError = () => (
  <Container component="main" py={96}>
    <PageError />
  </Container>
)
