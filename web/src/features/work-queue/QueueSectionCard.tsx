import { maxQueueItems, type QueueItem, type QueueSection, queueItemsShown } from '@fornix/contract'
import { Anchor, Badge, Button, Card, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { grouped } from '../../platform/base/grouped.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { messages } from './messages.ts'
import { QueueLine, type Site } from './QueueLine.tsx'
import { listOf } from './work-item-links.ts'
import classes from './work-queue.module.css'

type Props = {
  section: QueueSection
  site: Site
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
  onRetry: () => void
  onAssign: (item: QueueItem) => void
}

const More = ({
  section: { kind, count, items },
  isWhole,
  onWhole,
}: Pick<Props, 'section' | 'isWhole' | 'onWhole'>) => {
  const name = messages.sections[kind]
  if (count === null || count <= queueItemsShown) return null
  return (
    <Group gap="sm" mt="sm">
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={isWhole ? messages.fewerOf(name) : messages.allOf(count, name)}
        onClick={() => onWhole(!isWhole)}
      >
        {isWhole ? messages.fewer : messages.all(count)}
      </Button>
      {isWhole && count > items.length && (
        <Text size="sm" c="dimmed">
          {messages.capped(maxQueueItems)}
        </Text>
      )}
    </Group>
  )
}

/** The pending work of one kind: how much, the oldest items, and a link to the whole list. */
export const QueueSectionCard = ({ section, site, isWhole, onWhole, onRetry, onAssign }: Props) => {
  const { kind, count, items } = section
  const [title, list, open] = [messages.sections[kind], listOf[kind], messages.open[kind]]
  return (
    <Card component="section" p="md" aria-labelledby={`work-${kind}`}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={2} size="h4" id={`work-${kind}`}>
            {title}
          </Title>
          {count !== null && (
            <Badge variant="light" color="gray" className="tabular" miw="max-content">
              {grouped(count)}
            </Badge>
          )}
        </Group>
        {list && open && (
          <Anchor component={Link} to={list} size="sm">
            {open}
          </Anchor>
        )}
      </Group>
      {count === null ? (
        <ErrorState message={messages.sectionFailed} onRetry={onRetry} />
      ) : (
        <ul className={classes.lines}>
          {items.map((item) => (
            <QueueLine key={item.id} kind={kind} item={item} site={site} onAssign={onAssign} />
          ))}
        </ul>
      )}
      <More section={section} isWhole={isWhole} onWhole={onWhole} />
    </Card>
  )
}
