import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useLeaveQuestion } from '../../ui/dialog/use-leave-question.ts'
import { focusOnMount } from './focus-on-mount.ts'
import { messages } from './messages.ts'

/** Shown this once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: string[]; onDone: () => unknown }) => {
  useLeaveQuestion(true, { texts: messages.leaveCodes })
  return (
    <Stack data-print-alone role="group" aria-label={messages.codesTitle} tabIndex={-1} ref={focusOnMount}>
      <Text fw={600}>{messages.codesTitle}</Text>
      <Text>{messages.codesLead}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="md">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group className="no-print">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? messages.copied : messages.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={() => print()}>
          {messages.print}
        </Button>
        <Button onClick={() => void onDone()}>{messages.keptThem}</Button>
      </Group>
    </Stack>
  )
}
