import { Anchor, Button, Container, Group, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../platform/language/t.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import styles from './ReadingPage.module.css'

/** A heading and its content: a string is a paragraph, a list of strings a bulleted list. */
export type Section = { heading: string; body: readonly (string | readonly string[])[] }

const anchorOf = (heading: string) => heading.toLowerCase().replace(/[^\p{L}]+/gu, '-')

type Props = { title: string; lead: string; note?: string; sections: readonly Section[]; children?: ReactNode }

/** A long text to read: numbered sections in a column of 68 characters, beside a table of contents. */
export function ReadingPage({ title, lead, note, sections, children }: Props) {
  return (
    <Container size="lg" py={{ base: 32, sm: 56 }}>
      <div className={styles['layout']}>
        <div className={styles['head']}>
          <PageTitle title={title} />
          <Text size="lg" c="dimmed" mt="xs">
            {lead}
          </Text>
          <Group justify="space-between" mt="md">
            <Text size="sm" c="dimmed">
              {note}
            </Text>
            <Button
              className={styles['print'] ?? ''}
              variant="subtle"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('Print this page')}
            </Button>
          </Group>
        </div>
        <nav className={styles['contents']} aria-label={t('On this page')}>
          <Text fw={600}>{t('On this page')}</Text>
          <ol>
            {sections.map(({ heading }) => (
              <li key={heading}>
                <Anchor href={`#${anchorOf(heading)}`}>{heading}</Anchor>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles['column']}>
          {sections.map(({ heading, body }, index) => (
            <section key={heading} aria-labelledby={anchorOf(heading)}>
              <Title order={2} size="h3" id={anchorOf(heading)}>
                {index + 1}. {heading}
              </Title>
              {body.map((part) =>
                typeof part === 'string' ? (
                  <p key={part}>{part}</p>
                ) : (
                  <ul key={part.join()}>
                    {part.map((item) => (
                      <li key={item}>{item}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
          {children}
        </article>
      </div>
    </Container>
  )
}
