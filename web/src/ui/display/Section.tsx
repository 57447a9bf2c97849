import { Card, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A card with its heading and an introductory sentence. */
export const Section = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb={lead ? 4 : 'sm'}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" size="sm" mb="md">
          {lead}
        </Text>
      )}
      {children}
    </Card>
  )
}
