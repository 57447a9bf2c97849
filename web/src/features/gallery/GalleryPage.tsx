import { Container, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ControlSamples } from './ControlSamples.tsx'
import { FormSamples } from './FormSamples.tsx'
import { ListSample } from './ListSample.tsx'
import { StateSamples } from './StateSamples.tsx'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} mb="sm">
      {title}
    </Title>
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      {children}
    </Paper>
  </section>
)

/** Every shared component in its states, for review, screenshots and accessibility checks; only in the demo. */
export const GalleryPage = () => (
  <Container size="lg" py="xl">
    <PageTitle title="Components" subtitle="What the pages are made of" />
    <Stack gap="xl">
      <Section title="Buttons, badges and dialogs">
        <ControlSamples />
      </Section>
      <Section title="List">
        <ListSample />
      </Section>
      <Section title="Forms">
        <FormSamples />
      </Section>
      <Section title="States">
        <StateSamples />
      </Section>
    </Stack>
  </Container>
)
