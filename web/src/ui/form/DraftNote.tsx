import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import type { Draft } from '../../platform/drafts/draft.ts'
import { formatDateTime } from '../display/dates.ts'

type Props = {
  draft: Draft
  /** Files were to be chosen as well, which are not kept. */
  files?: boolean
}

/** Offers what was typed earlier, or says that the form holds it. */
export const DraftNote = ({ draft: { savedAt, resume, discard }, files = false }: Props) => (
  // Empty, it takes no gap of the form that it begins.
  <div role="status" style={savedAt === null ? { position: 'absolute' } : undefined}>
    {savedAt !== null && (
      <Alert role="note" color="blue" icon={<IconHistory aria-hidden />}>
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 220px">
            {messages.draft.since(formatDateTime(savedAt))} {files && messages.draft.files}
          </Text>
          <Group gap="sm">
            {resume && <Button onClick={resume}>{messages.draft.continue}</Button>}
            <Button variant="default" onClick={discard}>
              {messages.draft.discard}
            </Button>
          </Group>
        </Group>
      </Alert>
    )}
  </div>
)
