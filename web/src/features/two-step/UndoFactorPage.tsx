import { type Reply, undoFactor } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ApiFailure, useSend } from '../../platform/calls/api.ts'
import { isDeadLink } from '../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { messages } from './messages.ts'

const texts = messages.undo
const sentenceOf = (error: unknown) =>
  error instanceof ApiFailure && error.body && error.status < 500 ? error.message : messages.tryAgain

const Done = ({ message, area, needs_password }: Reply<typeof undoFactor>) => {
  const isPatient = area === 'patient'
  return (
    <NarrowCard title={texts.title}>
      <Stack mt="md">
        <SuccessAlert>{message}</SuccessAlert>
        {needs_password ? (
          <>
            <Text>{texts.passwordNext}</Text>
            <Button size="md" component={Link} to={isPatient ? paths.patientReset : paths.operatorReset}>
              {texts.newPassword}
            </Button>
          </>
        ) : (
          <Button size="md" component={Link} to={isPatient ? paths.patients : paths.physicians}>
            {texts.toSignIn}
          </Button>
        )}
      </Stack>
    </NarrowCard>
  )
}

/** The page of the link in the mail about a new factor. Programs that open every link of a mail press no button. */
export function UndoFactorPage() {
  const { token = '' } = useParams()
  const undo = useSend(undoFactor)
  if (undo.isSuccess) return <Done {...undo.data} />
  return (
    <NarrowCard title={texts.title} lead={!isDeadLink(undo.error) && texts.lead}>
      <Stack>
        {undo.isError && <ErrorAlert>{sentenceOf(undo.error)}</ErrorAlert>}
        {!isDeadLink(undo.error) && (
          <Button size="md" loading={undo.isPending} onClick={() => undo.mutate({ body: { undo_token: token } })}>
            {texts.remove}
          </Button>
        )}
      </Stack>
    </NarrowCard>
  )
}
