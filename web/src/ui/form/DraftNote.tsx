import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import type { Draft } from '../../platform/drafts/draft.ts'
import { formatDateTime } from '../display/dates.ts'

/** Says that a form holds what was typed earlier; `files` where files were to be chosen as well, which are not kept. */
export const DraftNote = ({ draft, files = false }: { draft: Draft; files?: boolean }) => (
  <div role="status">
    {draft.restored !== null && (
      <Alert role="note" color="blue" icon={<IconHistory aria-hidden />} title={messages.draft.title}>
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 220px">
            {messages.draft.since(formatDateTime(draft.restored))} {files && messages.draft.files}
          </Text>
          <Button variant="default" onClick={draft.discard}>
            {messages.draft.discard}
          </Button>
        </Group>
      </Alert>
    )}
  </div>
)
