import { type AccessEntry, getAccessLog } from '@fornix/contract'
import { Anchor, Group, Paper, Switch, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { DataList } from '../../ui/list/DataList.tsx'
import { PageBar } from '../../ui/list/PageBar.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { messages } from './messages.ts'

const whoOf = ({ who, role }: AccessEntry) => (role ? `${who}, ${role}` : who)
const What = ({ entry: { what, item, times } }: { entry: AccessEntry }) => (
  <>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {item ? `${what}: ${item}` : what}
    </Text>
    {times > 1 && (
      <Text size="sm" c="dimmed">
        {messages.times(times)}
      </Text>
    )}
  </>
)

const columns = [
  { key: 'at', header: messages.columns.at, cell: ({ at }: AccessEntry) => formatDateTime(at) },
  { key: 'who', header: messages.columns.who, rowHeader: true, cell: whoOf },
  { key: 'what', header: messages.columns.what, cell: (entry: AccessEntry) => <What entry={entry} /> },
]

/** /accessLog: the patient's own audit rows, in plain words. */
export const AccessLogPage = () => {
  const { page, pageSize, set } = useListParams()
  const [params, setParams] = useSearchParams()
  const own = params.get('own') === 'true'
  const query = useCall(
    getAccessLog,
    { query: { page, page_size: pageSize, own: own ? 'true' : 'false' } },
    { keepPrevious: true, staleTime: 0 },
  )
  const { entries = [], total = 0, total_pages = 1 } = query.data ?? {}
  // The server gives no ids away; a page is shown as a whole or not at all.
  const rows = entries.map((entry, place) => ({ ...entry, place }))
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      <Paper component="section" aria-label={messages.title} withBorder radius="lg">
        <Group p="md">
          <Switch
            label={messages.own}
            checked={own}
            // Another list has other pages, so it begins at its first.
            onChange={({ currentTarget: { checked } }) => setParams(checked ? { own: 'true' } : {}, { replace: true })}
          />
        </Group>
        <DataList
          rows={rows}
          columns={columns}
          rowKey={({ place }) => String(place)}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          error={query.isError ? messages.fetchFailed : undefined}
          onRetry={() => void query.refetch()}
          empty={<EmptyState title={messages.empty} text={messages.emptyHint} icon={IconShieldCheck} />}
          card={(entry) => (
            <>
              <What entry={entry} />
              <Text size="sm" mt={4}>
                {whoOf(entry)}
              </Text>
              <Text size="sm" c="dimmed">
                {formatDateTime(entry.at)}
              </Text>
            </>
          )}
        />
        {total > 0 && (
          <PageBar
            page={page}
            pageSize={pageSize}
            totalPages={total_pages}
            total={total}
            onPage={(next) => set({ page: next })}
            onPageSize={(size) => set({ page_size: size, page: 1 })}
          />
        )}
      </Paper>
      <Text size="sm" c="dimmed" mt="md">
        {messages.note}
      </Text>
      <Text size="sm" mt="xs">
        {messages.question}
        <Anchor component={Link} to={paths.contact} size="sm" td="underline">
          {messages.ask}
        </Anchor>
      </Text>
    </>
  )
}
