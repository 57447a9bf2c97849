import { stopOperatorEmailChange, stopPatientEmailChange } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { Link, useLocation, useParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ApiFailure, useSend } from '../../platform/calls/api.ts'
import { isDeadLink } from '../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { messages } from './messages.ts'

const sentenceOf = (error: unknown) =>
  error instanceof ApiFailure && error.body && error.status < 500 ? error.message : messages.notStopped

/** The page of the link in the mail to the old address. Programs that open every link of a mail press no button. */
export function StopEmailChangePage() {
  const { token = '' } = useParams()
  const isStaff = /^\/operator\//i.test(useLocation().pathname)
  const stop = useSend<typeof stopPatientEmailChange>(isStaff ? stopOperatorEmailChange : stopPatientEmailChange)
  if (stop.isSuccess)
    return (
      <NarrowCard title={messages.stopTitle}>
        <Stack mt="md">
          <SuccessAlert>{stop.data.message}</SuccessAlert>
          {stop.data.needs_password ? (
            <>
              <Text>{messages.passwordNext}</Text>
              <Button size="md" component={Link} to={isStaff ? paths.operatorReset : paths.patientReset}>
                {messages.chooseNew}
              </Button>
            </>
          ) : (
            <Button size="md" component={Link} to={isStaff ? paths.physicians : paths.patients}>
              {messages.toSignIn}
            </Button>
          )}
        </Stack>
      </NarrowCard>
    )
  return (
    <NarrowCard title={messages.stopTitle} lead={!isDeadLink(stop.error) && messages.stopLead}>
      <Stack>
        {stop.isError && <ErrorAlert>{sentenceOf(stop.error)}</ErrorAlert>}
        {!isDeadLink(stop.error) && (
          <Button size="md" loading={stop.isPending} onClick={() => stop.mutate({ params: { token } })}>
            {messages.keep}
          </Button>
        )}
      </Stack>
    </NarrowCard>
  )
}
