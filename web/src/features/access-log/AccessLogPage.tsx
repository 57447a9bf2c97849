import { type AccessEntry, getAccessLog } from '@fornix/contract'
import { Anchor, Group, Switch, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { RecordList } from '../../ui/list/RecordList.tsx'
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
  const { page, pageSize } = useListParams()
  const [params, setParams] = useSearchParams()
  const own = params.get('own') === 'true'
  const query = useCall(
    getAccessLog,
    { query: { page, page_size: pageSize, own: own ? 'true' : 'false' } },
    { keepPrevious: true, staleTime: 0 },
  )
  // The server gives no ids away; a page is shown as a whole or not at all.
  const rows = query.data?.entries.map((entry, place) => ({ ...entry, place })) ?? []
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      <RecordList
        query={query}
        totals={query.data}
        label={messages.title}
        failed={messages.fetchFailed}
        above={
          <Group p="md">
            <Switch
              label={messages.own}
              checked={own}
              // Another list has other pages, so it begins at its first.
              onChange={({ currentTarget: { checked } }) =>
                setParams(checked ? { own: 'true' } : {}, { replace: true })
              }
            />
          </Group>
        }
        rows={rows}
        columns={columns}
        rowKey={({ place }) => String(place)}
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
