import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Between the filters and a list: how many rows there are, read aloud, and what else holds for all of them. */
export const ListFacts = ({ count, children }: { count: string; children?: ReactNode }) => (
  <Box px="md" pb="md" mih={40}>
    <Text role="status" size="sm" c="dimmed">
      {count}
    </Text>
    {children && (
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    )}
  </Box>
)
