import { Container, Group, List, Paper, Text, ThemeIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import styles from './entry.module.css'

type Highlight = { Icon: TablerIcon; name: string; text: string }
type IntroProps = { title: string; lead: string }
type Props = IntroProps & { highlights: readonly Highlight[]; children: ReactNode }

/** The opening words of a sign-in page. Its document contains them before the program runs. */
export const EntryIntro = ({ title, lead }: IntroProps) => (
  <>
    <PageTitle title={title} />
    <Text size="lg" c="dimmed" mt="sm" maw="34em">
      {lead}
    </Text>
  </>
)

/** The sign-in page of an area: what to expect on the left, the form in a card on the right; on a phone the form comes first. */
export function EntryLayout({ title, lead, highlights, children }: Props) {
  return (
    <Container size="lg" py={{ base: 24, sm: 56 }}>
      <div className={styles['layout']}>
        <div className={styles['intro']}>
          <EntryIntro title={title} lead={lead} />
        </div>
        <Paper
          className={styles['card'] ?? ''}
          withBorder
          radius="lg"
          bg="var(--fornix-surface)"
          p={{ base: 'md', xs: 'xl' }}
        >
          {children}
        </Paper>
        <List className={styles['highlights'] ?? ''} listStyleType="none" spacing="lg" mt={{ base: 'md', md: 'lg' }}>
          {highlights.map(({ Icon, name, text }) => (
            <List.Item key={name}>
              <Group gap="md" wrap="nowrap" align="flex-start">
                <ThemeIcon size={44} radius="md" variant="light">
                  <Icon size={24} aria-hidden />
                </ThemeIcon>
                <div>
                  <Text fw={600}>{name}</Text>
                  <Text c="dimmed" maw="32em">
                    {text}
                  </Text>
                </div>
              </Group>
            </List.Item>
          ))}
        </List>
      </div>
    </Container>
  )
}
