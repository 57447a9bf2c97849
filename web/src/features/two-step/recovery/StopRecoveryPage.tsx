import { type ResponseOf, stopRecovery } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { DeadLinkNote } from '../../../clinic/shell/DeadLinkNote.tsx'
import { paths } from '../../../platform/base/paths.ts'
import { useOnce } from '../../../platform/base/use-once.ts'
import { useSend } from '../../../platform/calls/api.ts'
import { failureSentence, isDeadLink } from '../../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../../ui/shell/NarrowCard.tsx'
import { LoadingState } from '../../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'

const texts = messages.stop
const sentenceOf = (error: unknown) => failureSentence(error, messages.tryAgain)

const Over = ({ message, area }: ResponseOf<typeof stopRecovery>) => (
  <NarrowCard title={texts.title}>
    <Stack mt="md">
      <SuccessAlert>{message}</SuccessAlert>
      <Text>{texts.next}</Text>
      <Button size="md" component={Link} to={area === 'patient' ? paths.patientReset : paths.operatorReset}>
        {texts.newPassword}
      </Button>
    </Stack>
  </NarrowCard>
)

/** The page of the link in the mails about a recovery. Programs that open every link of a mail press no button. */
export function StopRecoveryPage() {
  const { token = '' } = useParams()
  const look = useSend(stopRecovery)
  const stop = useSend(stopRecovery)
  useOnce(async () => look.mutate({ body: { stop_token: token, look: true } }))
  if (stop.data) return <Over {...stop.data} />
  if (look.data?.already) return <Over {...look.data} />
  if (!look.isSuccess && !look.isError)
    return (
      <NarrowCard title={texts.title}>
        <LoadingState rows={2} />
      </NarrowCard>
    )
  // Without an answer to the look, whoever is in a hurry to stop it is not kept waiting.
  const problem = stop.error ?? (isDeadLink(look.error) ? look.error : null)
  if (isDeadLink(problem))
    return (
      <NarrowCard title={texts.title}>
        <DeadLinkNote>{sentenceOf(problem)}</DeadLinkNote>
      </NarrowCard>
    )
  return (
    <NarrowCard title={texts.title} lead={texts.lead}>
      <Stack>
        {problem && <ErrorAlert>{sentenceOf(problem)}</ErrorAlert>}
        <Button size="md" loading={stop.isPending} onClick={() => stop.mutate({ body: { stop_token: token } })}>
          {texts.button}
        </Button>
      </Stack>
    </NarrowCard>
  )
}
