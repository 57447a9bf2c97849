import { Container, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'

/** One card in the middle of the page, for a step with a single question. */
export function NarrowCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <Container size={520} py={{ base: 24, sm: 64 }}>
      <Paper withBorder radius="lg" bg="var(--fornix-surface)" p={{ base: 'md', xs: 'xl' }}>
        <PageTitle title={title} />
        {lead && (
          <Text c="dimmed" mt="xs" mb="lg">
            {lead}
          </Text>
        )}
        {children}
      </Paper>
    </Container>
  )
}
