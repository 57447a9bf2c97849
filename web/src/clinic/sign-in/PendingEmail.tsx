import { emailChangeHours } from '@fornix/contract'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'

const messages = {
  waiting: (address: string) =>
    t(
      'Waiting for {address} to be confirmed. We sent a link to that address. It works for {hours} hours. Until then, we keep using the current address.',
      { address, hours: emailChangeHours },
    ),
  keep: t('Keep my email address'),
  failed: t('The change could not be stopped. Please try again.'),
}

type Props = {
  address: string
  /** Cancels the change; without it this only informs. */
  onKeep?: () => Promise<unknown>
}

/** A new email address that has not been confirmed yet. */
export const PendingEmail = ({ address, onKeep }: Props) => {
  const keep = useMutation({ mutationFn: async () => onKeep?.() })
  return (
    <Stack gap="sm" mb="sm">
      <Alert role="note" color="blue" icon={<IconMail aria-hidden />}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {messages.waiting(address)}
          </Text>
          {onKeep && (
            <Button size="sm" variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
              {messages.keep}
            </Button>
          )}
        </Stack>
      </Alert>
      {keep.isError && <ErrorAlert>{failureSentence(keep.error, messages.failed, isForReader)}</ErrorAlert>}
    </Stack>
  )
}
