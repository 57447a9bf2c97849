import { listNews, type News, type ResponseOf, readNews } from '@fornix/contract'
import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core'
import {
  IconBellOff,
  IconBellRinging,
  IconCalendar,
  IconFile,
  IconLockOpen,
  IconMessages,
  IconReceipt,
  IconReportMedical,
  IconScan,
  type TablerIcon,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { ListPages } from '../../ui/list/ListPages.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { Refreshing } from '../../ui/state/Refreshing.tsx'
import { addressOf } from './address.ts'
import { messages } from './messages.ts'
import classes from './news.module.css'

const icons: Record<News['kind'], TablerIcon> = {
  message: IconMessages,
  file: IconFile,
  access: IconLockOpen,
  images: IconScan,
  report: IconReportMedical,
  claim: IconReceipt,
  visit: IconCalendar,
  reminder: IconBellRinging,
}

const Entry = ({ news, isNew }: { news: News; isNew: boolean }) => {
  const { firstName } = useCared()
  const Icon = icons[news.kind]
  return (
    <li>
      <Card p="md">
        <Group gap="sm" align="flex-start">
          <Icon size={22} aria-hidden style={{ flex: 'none' }} />
          <div style={{ flex: '1 1 7rem', minWidth: 0 }}>
            <Anchor component={Link} to={addressOf[news.kind](news)} fw={600} style={{ overflowWrap: 'anywhere' }}>
              {messages.text[news.kind](news, firstName)}
            </Anchor>
            <Text size="sm" c="dimmed">
              <time dateTime={news.at}>{formatMediumDay(news.at)}</time>
            </Text>
          </div>
          {isNew && <Badge variant="light">{messages.isNew}</Badge>}
        </Group>
      </Card>
    </li>
  )
}

/** Entries that were new when the page was opened keep their mark while it is open, on each page of the list. */
const useNewOnArrival = (listed: ResponseOf<typeof listNews> | undefined) => {
  const [readBefore, setReadBefore] = useState<string>()
  const { mutate } = useSend(readNews, { refreshes: [listNews] })
  const through = listed?.news.find(({ is_new }) => is_new)?.at
  if (listed && readBefore === undefined) setReadBefore(listed.read_through)
  useEffect(() => {
    if (through) mutate({ body: { through } })
  }, [through, mutate])
  return ({ at, seen }: News) => readBefore !== undefined && at > readBefore && !seen
}

/** /news: what the clinic did, newest first; seen counts as read. */
export const NewsPage = () => {
  const { page, pageSize } = useListParams()
  const query = useCall(listNews, { query: { page, page_size: pageSize } }, { keepPrevious: true, staleTime: 0 })
  const wasNew = useNewOnArrival(query.data)
  return (
    <Stack gap="md">
      <PageTitle title={messages.title} subtitle={messages.lead} />
      {query.isPending && <LoadingState rows={4} height={72} />}
      {query.isLoadingError && <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />}
      {query.data?.total === 0 && <EmptyState icon={IconBellOff} title={messages.empty} text={messages.emptyHint} />}
      <Refreshing busy={query.isPlaceholderData}>
        <ul className={classes.list}>
          {query.data?.news.map((news) => (
            <Entry key={news.id} news={news} isNew={wasNew(news)} />
          ))}
        </ul>
      </Refreshing>
      <ListPages totals={query.data} isStale={query.isPlaceholderData} />
    </Stack>
  )
}
