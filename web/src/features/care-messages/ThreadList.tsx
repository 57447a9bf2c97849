import type { MyThread, ThreadState } from '@fornix/contract'
import { Badge, Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../ui/display/dates.ts'
import { ListPages } from '../../ui/list/ListPages.tsx'
import type { Totals } from '../../ui/list/PageBar.tsx'
import { Refreshing } from '../../ui/state/Refreshing.tsx'
import classes from './care-messages.module.css'
import { messages } from './messages.ts'

const colors: Record<ThreadState, string> = { open: 'amber', answered: 'green', closed: 'gray' }
export const StateBadge = ({ state }: { state: ThreadState }) => (
  <Badge variant="light" color={colors[state]} miw="max-content">
    {messages.states[state]}
  </Badge>
)

/** Above a conversation. */
export const Heading = ({ thread: { subject, state } }: { thread: Pick<MyThread, 'subject' | 'state'> }) => (
  <Group gap="sm">
    <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
      {subject}
    </Title>
    <StateBadge state={state} />
  </Group>
)

export const UnseenBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <Badge variant="light" miw="max-content">
      {messages.unseen(count)}
    </Badge>
  )

type Props = {
  threads: readonly MyThread[]
  totals: Totals
  isStale: boolean
  addressOf: (thread: string) => string
  chosen: string | undefined
  /** What stands where there are none. */
  empty: ReactNode
}

/** The conversations of one patient, each a link. */
export const ThreadList = ({ threads, totals, isStale, addressOf, chosen, empty }: Props) => (
  <Paper component="section" withBorder radius="lg" aria-label={messages.list} style={{ overflow: 'hidden' }}>
    {threads.length === 0 && empty}
    <Refreshing busy={isStale}>
      <ul className={classes.threads}>
        {threads.map(({ thread_id, subject, state, last_at, unseen }) => (
          <li key={thread_id}>
            <Link
              to={addressOf(thread_id)}
              className={classes.entry}
              aria-current={thread_id === chosen ? 'page' : undefined}
            >
              <span className={classes.head}>
                <Text component="span" fw={unseen > 0 ? 700 : 600}>
                  {subject}
                </Text>
                <UnseenBadge count={unseen} />
              </span>
              <span className={classes.head}>
                <StateBadge state={state} />
                <Text component="time" dateTime={last_at} size="sm" c="dimmed" className="tabular">
                  {formatDateTime(last_at)}
                </Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Refreshing>
    {totals.total_pages > 1 && <ListPages totals={totals} isStale={isStale} />}
  </Paper>
)
