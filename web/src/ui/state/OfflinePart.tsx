import { Group, Text } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'

/** Replaces a part of a page that is not loaded yet, while it cannot be. */
export const OfflinePart = () => (
  <Group role="status" py="md" gap="sm" wrap="nowrap" align="flex-start">
    <IconWifiOff size={24} aria-hidden style={{ flex: 'none' }} />
    <Text>
      {messages.offline[navigator.onLine ? 'server' : 'device']} {messages.offline.page}
    </Text>
  </Group>
)
