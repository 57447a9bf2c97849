import type { Audience } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { failureSentence, isDeadLink } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { DeadLinkNote } from './DeadLinkNote.tsx'

/** `needs_password`: the old one no longer works. `needs_help`: something could not be undone. */
type Done = {
  message: string
  area: Audience
  needs_password?: boolean | undefined
  needs_help?: boolean | undefined
}

type Props = {
  title: string
  lead: string
  button: string
  /** If the response gives no reason. */
  failed: string
  toSignIn: string
  call: { error: Error | null; isPending: boolean }
  onPress: () => void
  done: Done | undefined
}

const NextStep = ({ area, needs_password, toSignIn }: Omit<Done, 'message'> & Pick<Props, 'toSignIn'>) => {
  const isPatient = area === 'patient'
  if (!needs_password)
    return (
      <Button size="md" component={Link} to={isPatient ? paths.patients : paths.physicians}>
        {toSignIn}
      </Button>
    )
  return (
    <>
      <Text>{t('Now choose a new password. The old one no longer works.')}</Text>
      <Button size="md" component={Link} to={isPatient ? paths.patientReset : paths.operatorReset}>
        {t('Choose a new password')}
      </Button>
    </>
  )
}

/** The page of an emailed link that undoes a change. It needs a button press, because some programs open every link in an email. */
export const TakeBackPage = ({ title, lead, button, failed, toSignIn, call, onPress, done }: Props) => {
  if (done)
    return (
      <NarrowCard title={title}>
        <Stack mt="md">
          {done.needs_help ? <DeadLinkNote>{done.message}</DeadLinkNote> : <SuccessAlert>{done.message}</SuccessAlert>}
          {(done.needs_password || !done.needs_help) && <NextStep {...done} toSignIn={toSignIn} />}
        </Stack>
      </NarrowCard>
    )
  const sentence = call.error && failureSentence(call.error, failed)
  if (isDeadLink(call.error))
    return (
      <NarrowCard title={title}>
        <DeadLinkNote>{sentence}</DeadLinkNote>
      </NarrowCard>
    )
  return (
    <NarrowCard title={title} lead={lead}>
      <Stack>
        {sentence && <ErrorAlert>{sentence}</ErrorAlert>}
        <Button size="md" loading={call.isPending} onClick={onPress}>
          {button}
        </Button>
      </Stack>
    </NarrowCard>
  )
}
