import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useRef } from 'react'
import { dayInWords } from '../../ui/display/days.ts'
import { ErrorAlert, SuccessAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { FileInput } from '../../ui/form/FileInput.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { messages } from './messages.ts'
import { type Checked, useVerify } from './use-verify.ts'

const Answer = ({ outcome, again }: { outcome: NonNullable<Checked['outcome']>; again: () => void }) => {
  if ('problem' in outcome)
    return (
      <ErrorAlert>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{outcome.problem}</Text>
          {outcome.mayRetry && (
            <Button variant="default" size="sm" onClick={again}>
              {messages.retry}
            </Button>
          )}
        </Stack>
      </ErrorAlert>
    )
  const { state, signed_on } = outcome.answer
  const day = dayInWords(signed_on ?? '')
  if (state === 'unknown') return <WarningAlert title={messages.unknown}>{messages.unknownHint}</WarningAlert>
  return (
    <SuccessAlert>
      {state === 'known' ? messages.known(day) : messages.replaced(day)} {messages.sent}
    </SuccessAlert>
  )
}

/** /verify: anybody can check a form by its hash; the file itself is not sent. */
export const VerifyPage = () => {
  const { checked, check, again } = useVerify()
  const input = useRef<HTMLInputElement>(null)
  return (
    <NarrowCard title={messages.title} lead={messages.lead}>
      <Stack>
        <FileInput
          ref={input}
          label={messages.choose}
          accept=".pdf,application/pdf"
          onPick={([file]) => file && void check(file)}
        />
        <Button size="md" leftSection={<IconFile size={20} aria-hidden />} onClick={() => input.current?.click()}>
          {messages.choose}
        </Button>
        {checked && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {messages.about(checked.name)}
          </Text>
        )}
        {checked?.outcome === null && (
          <Text role="status">
            <Loader size={16} mr="xs" aria-hidden />
            {messages.checking}
          </Text>
        )}
        {checked?.outcome && <Answer outcome={checked.outcome} again={again} />}
      </Stack>
    </NarrowCard>
  )
}
