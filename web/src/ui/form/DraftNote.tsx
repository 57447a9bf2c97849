import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import type { Draft } from '../../platform/drafts/draft.ts'
import { formatDateTime } from '../display/dates.ts'

type Props = {
  draft: Draft
  /** Files, which are not saved, had to be chosen as well. */
  files?: boolean
  /** What the form holds is on its way, and does not change. */
  busy?: boolean
}

/** Offers what was typed earlier, or says that the form holds it. */
export const DraftNote = ({ draft: { savedAt, resume, discard }, files = false, busy = false }: Props) => (
  // Empty, it takes no gap of the form that it begins.
  <div role="status" style={savedAt === null ? { position: 'absolute' } : undefined}>
    {savedAt !== null && (
      <Alert role="note" color="blue" icon={<IconHistory aria-hidden />}>
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 220px">
            {messages.draft.since(formatDateTime(savedAt))} {files && messages.draft.files}
          </Text>
          <Group gap="sm">
            {resume && (
              <Button onClick={resume} disabled={busy}>
                {messages.draft.continue}
              </Button>
            )}
            <Button variant="default" onClick={discard} disabled={busy}>
              {messages.draft.discard}
            </Button>
          </Group>
        </Group>
      </Alert>
    )}
  </div>
)
