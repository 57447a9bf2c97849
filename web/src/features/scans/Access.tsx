import type { MyScan } from '@fornix/contract'
import { Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { formatDate } from '../../ui/display/study-dates.ts'
import { messages } from './messages.ts'

const { states } = messages

/** How the last request stands, in words. */
const wordsOf = ({ view_access, request_status, reason, access_until }: MyScan) => {
  if (view_access) return access_until ? messages.until(formatDate(access_until)) : states.approved
  if (request_status === 'declined' || request_status === 'revoked') return states[request_status](reason)
  if (request_status === 'expired') return states.expired(formatDate(access_until ?? ''))
  return states[request_status]
}

/** Whether the patient may open a scan: tick or cross with the word, and what is behind it. */
export const Access = ({ scan }: { scan: MyScan }) => {
  const Icon = scan.view_access ? IconCheck : IconX
  return (
    <Stack gap={2}>
      <Group gap={6} wrap="nowrap">
        <Text component="span" c={scan.view_access ? 'green.7' : 'dimmed'} lh={0}>
          <Icon size={18} stroke={2.5} aria-hidden />
        </Text>
        <Text component="span" size="sm" fw={600}>
          {scan.view_access ? messages.access.yes : messages.access.no}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" maw={320} style={{ overflowWrap: 'anywhere' }}>
        {wordsOf(scan)}
      </Text>
    </Stack>
  )
}
