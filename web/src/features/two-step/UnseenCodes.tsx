import { newRecoveryCodes } from '@fornix/contract'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSend } from '../../platform/calls/api.ts'
import { isUncertain } from '../../platform/http/failure.ts'
import { ErrorAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import { messages, sentenceOf } from './messages.ts'

type Props = { onMade: (codes: string[]) => void; onLater: () => Promise<unknown> }

/** The second step is there; the response that had its recovery codes was lost. */
export const UnseenCodes = ({ onMade, onLater }: Props) => {
  const renew = useSend(newRecoveryCodes)
  const later = useMutation({ mutationFn: onLater })
  return (
    <Stack tabIndex={-1} ref={focusOnMount}>
      <WarningAlert>{messages.addedUnseen}</WarningAlert>
      {renew.isError && (
        <ErrorAlert>{isUncertain(renew.error) ? messages.lostCodes : sentenceOf(renew.error)}</ErrorAlert>
      )}
      {later.isError && <ErrorAlert>{sentenceOf(later.error)}</ErrorAlert>}
      <Button
        size="md"
        loading={renew.isPending}
        onClick={() => renew.mutate({}, { onSuccess: ({ codes }) => onMade(codes) })}
      >
        {messages.newCodes}
      </Button>
      <Button variant="subtle" color="gray" loading={later.isPending} onClick={() => later.mutate()}>
        {messages.later}
      </Button>
    </Stack>
  )
}
