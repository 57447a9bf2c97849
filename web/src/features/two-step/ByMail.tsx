import { startProof } from '@fornix/contract'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { DemoMailLink } from '../../clinic/shell/DemoMailLink.tsx'
import { send } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { CodeForm } from './CodeForm.tsx'
import { messages } from './messages.ts'

type MailedProof = { method: 'mail'; challenge_id: string; code: string }

type Props = { onProof: (proof: MailedProof) => Promise<unknown>; isOnlyWay: boolean }

/** Mails a code when asked to, and takes it. */
export const ByMail = ({ onProof, isOnlyWay }: Props) => {
  const mail = useMutation({ mutationFn: () => send(startProof, { body: { method: 'mail' } }) })
  const challenge = mail.data?.challenge_id
  return (
    <Stack>
      {mail.isError && <ErrorAlert>{failureSentence(mail.error, messages.tryAgain)}</ErrorAlert>}
      {challenge && <SuccessAlert>{messages.mailed}</SuccessAlert>}
      {challenge && <DemoMailLink />}
      {challenge && (
        <CodeForm
          field="code"
          label={messages.mailCode}
          digits
          onCode={(code) => onProof({ method: 'mail', challenge_id: challenge, code })}
        />
      )}
      <Button
        variant={challenge || !isOnlyWay ? 'default' : 'filled'}
        size="md"
        data-autofocus={isOnlyWay || undefined}
        loading={mail.isPending}
        onClick={() => mail.mutate()}
      >
        {messages.sendMail}
      </Button>
    </Stack>
  )
}
