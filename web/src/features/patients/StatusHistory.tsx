import type { StaffPatient } from '@fornix/contract'
import { Group, Stack, Text, Title } from '@mantine/core'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { formatDayAndMinute } from '../../ui/display/dates.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages.statusHistory

/** Who set which status when, and why; newest first. */
export const StatusHistory = ({ history }: { history: StaffPatient['status_history'] }) => (
  <Stack gap="xs" mt="md">
    <Title order={3} size="h5">
      {texts.title}
    </Title>
    {history.length === 0 && (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    )}
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {history.toReversed().map(({ status, comment, author, timestamp }) => (
        <li key={`${timestamp} ${status}`}>
          <Group gap="xs">
            <StatusBadge status={status} />
            <Text size="sm" c="dimmed" className="tabular">
              <WholeFacts>{[author, formatDayAndMinute(timestamp)].filter(Boolean)}</WholeFacts>
            </Text>
          </Group>
          {comment && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {comment}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  </Stack>
)
