import {
  listNotifications,
  type Notification,
  notificationTypes,
  readAllNotifications,
  readNotification,
  undoReadNotifications,
} from '@fornix/contract'
import { ActionIcon, Box, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconBellOff, IconCheck, IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddress, withParameters } from '../../platform/base/use-address.ts'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { Hint } from '../../ui/display/Hint.tsx'
import { ListPages } from '../../ui/list/ListPages.tsx'
import { isEmptyPage } from '../../ui/list/PageBar.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { ViewChoice } from '../../ui/list/ViewChoice.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { Refreshing } from '../../ui/state/Refreshing.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import classes from './bell.module.css'
import { byDay } from './by-day.ts'
import { messages } from './messages.ts'
import { NotificationEntry } from './NotificationEntry.tsx'
import { useOpenEntry } from './use-open-entry.ts'

const filters = ['All', ...notificationTypes] as const

/** The filter is kept in the address, like page and page size. */
const useFilter = () => {
  const [params, changeParams] = useAddress()
  const chosen = filters.find((filter) => filter === params.get('item_type')) ?? 'All'
  /** An empty string means all. */
  const choose = (filter: string) =>
    changeParams(withParameters({ item_type: filter, page: '' }), { replace: true, preventScrollReset: true })
  return { chosen, choose }
}

const MarkRead = ({ entry, onClick }: { entry: Notification; onClick: () => void }) => {
  const label = messages.readOne(entry.note || messages.what[entry.item_type], entry.patient_name)
  return (
    <Hint label={messages.markRead}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
        <IconCheck size={18} aria-hidden />
      </ActionIcon>
    </Hint>
  )
}

/** Opening an entry marks it as read; the others are marked one by one, or all at once. */
const Days = ({ entries, provider }: { entries: Notification[]; provider: string }) => {
  const open = useOpenEntry()
  const readOne = useSend(readNotification, { refreshes: [listNotifications] })
  const read = ({ id }: Notification) => readOne.mutate({ params: { provider_id: provider }, body: { id } })
  const openAndRead = (entry: Notification) => {
    if (!entry.read) read(entry)
    void open(entry)
  }
  return (
    <>
      <Text size="sm" c="red" px="md" pt={readOne.isError ? 'sm' : 0} role="alert">
        {readOne.isError && failureSentence(readOne.error, messages.readOneFailed, isForReader)}
      </Text>
      {byDay(entries).map(({ day, entries }) => (
        <section key={day} aria-label={day} className={classes.day}>
          <Title order={2} size="sm" c="dimmed">
            {day}
          </Title>
          <ul className={classes.plain}>
            {entries.map((entry) => (
              <li key={entry.id} className={classes.row}>
                <NotificationEntry entry={entry} onOpen={() => openAndRead(entry)} />
                <span className={classes.mark}>
                  {!entry.read && <MarkRead entry={entry} onClick={() => read(entry)} />}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** Marks all as read, and undoes it until the user leaves the page: a toast would disappear too soon for slow readers. */
const ReadAll = ({ provider, unread, through }: { provider: string; unread: number; through: string | undefined }) => {
  const refreshes = [listNotifications]
  const [readBefore, setReadBefore] = useState<string>()
  const readAll = useSend(readAllNotifications, { refreshes })
  const undo = useSend(undoReadNotifications, { refreshes })
  const params = { provider_id: provider }
  const read = () =>
    readAll.mutate({ params, query: { through } }, { onSuccess: ({ read_before }) => setReadBefore(read_before) })
  const undoRead = (read_before: string) =>
    undo.mutate({ params, body: { read_before } }, { onSuccess: () => setReadBefore(undefined) })
  return (
    <Group gap={0} className={classes.marking}>
      <Text size="sm" role="status">
        {readBefore && messages.allRead}
      </Text>
      {readBefore && (
        <Button variant="subtle" loading={undo.isPending} onClick={() => undoRead(readBefore)}>
          {messages.undo}
        </Button>
      )}
      <Text size="sm" c="red" role="alert">
        {readAll.isError && failureSentence(readAll.error, messages.readAllFailed, isForReader)}
        {undo.isError && failureSentence(undo.error, messages.undoFailed, isForReader)}
      </Text>
      {unread > 0 && (
        <Button
          variant="default"
          leftSection={<IconChecks size={18} aria-hidden />}
          loading={readAll.isPending}
          onClick={read}
        >
          {messages.readAll}
        </Button>
      )}
    </Group>
  )
}

/** /notifications: everything that happened, by day, with its subject about one click away. */
export const NotificationsPage = () => {
  const provider_id = useSession()?.user.provider_id ?? ''
  const { page, pageSize } = useListParams()
  const { chosen, choose } = useFilter()
  const isAdmin = useSession()?.audience === 'admin'
  const query = useCall(
    listNotifications,
    { params: { provider_id }, query: { page, page_size: pageSize, item_type: chosen } },
    { enabled: provider_id !== '', keepPrevious: true },
  )
  const { notifications = [], count = 0, counts } = query.data ?? {}
  const isLoading = useSlicedLoading(query.isPending || isEmptyPage(notifications, query.data))
  const views = notificationTypes.filter((type) => isAdmin || (type !== 'special_care' && type !== 'rights'))
  return (
    <>
      <PageTitle
        title={messages.title}
        subtitle={<span role="status">{query.data && messages.unreadCount(count)}</span>}
      >
        <ReadAll provider={provider_id} unread={count} through={query.data?.newest ?? undefined} />
      </PageTitle>
      <Box mb="md">
        <ViewChoice
          label={messages.filter}
          all={messages.filters.All}
          total={counts && notificationTypes.reduce((sum, type) => sum + counts[type], 0)}
          views={views}
          names={messages.filters}
          counts={counts}
          value={chosen === 'All' ? undefined : chosen}
          onChange={choose}
        />
      </Box>
      <Paper withBorder radius="lg">
        {query.isError && (
          <Box px="md">
            <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />
          </Box>
        )}
        {isLoading && <LoadingState rows={6} height={64} />}
        {query.data?.total === 0 && <EmptyState icon={IconBellOff} title={messages.noneOf[chosen]} />}
        {!isLoading && (
          <Refreshing busy={query.isPlaceholderData}>
            <Days entries={notifications} provider={provider_id} />
          </Refreshing>
        )}
        <ListPages totals={query.data} isStale={query.isPlaceholderData} />
      </Paper>
      {!isLoading && (
        <Text size="sm" c="dimmed" mt="sm">
          {messages.live}
        </Text>
      )}
    </>
  )
}
