import { type AccessEntry, getAccessLog } from '@fornix/contract'
import { Alert, Anchor, Group, Switch, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { translated } from '../../platform/language/t.ts'
import { formatTime } from '../../ui/display/dates.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './access-log.module.css'
import { byDayAndPerson, type PersonOnDay } from './by-day.ts'
import { messages } from './messages.ts'

const What = ({ what, item, study_date, times, in_emergency }: AccessEntry) => {
  const which = item || dayInWords(study_date)
  const more = [in_emergency && messages.inEmergency, times > 1 && messages.times(times)].filter(Boolean)
  return (
    <>
      <span>{which ? `${translated(what)}: ${which}` : translated(what)}</span>
      {more.length > 0 && (
        <Text span size="sm" c="dimmed">
          {' '}
          ({more.join(', ')})
        </Text>
      )}
    </>
  )
}

const Done = ({ entries }: PersonOnDay) => (
  <ul className={classes.done}>
    {entries.map((entry) => (
      <li key={`${entry.at} ${entry.what} ${entry.item}`}>
        <Text span size="sm" c="dimmed" className="tabular">
          {formatTime(entry.at)}
        </Text>{' '}
        <What {...entry} />
      </li>
    ))}
  </ul>
)

const columns = [
  { key: 'day', header: messages.columns.day, cell: ({ day }: PersonOnDay) => <div className="sentence">{day}</div> },
  { key: 'who', header: messages.columns.who, rowHeader: true, cell: ({ who }: PersonOnDay) => who },
  { key: 'what', header: messages.columns.what, cell: (group: PersonOnDay) => <Done {...group} /> },
]

/** /accessLog: the patient's own audit rows, in plain words, by day and person. */
export const AccessLogPage = () => {
  const { page, pageSize } = useListParams()
  const [params, setParams] = useSearchParams()
  const own = params.get('own') === 'true'
  const query = useCall(
    getAccessLog,
    { query: { page, page_size: pageSize, own: own ? 'true' : 'false' } },
    { keepPrevious: true, staleTime: 0 },
  )
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      <Alert role="note" variant="light" mb="md" title={messages.normal} icon={<IconShieldCheck aria-hidden />}>
        {messages.normalText}
      </Alert>
      <RecordList
        query={query}
        label={messages.title}
        failed={messages.fetchFailed}
        above={
          <Group p="md">
            <Switch
              label={messages.own}
              checked={own}
              // A different list has different pages, so it starts on its first.
              onChange={({ currentTarget: { checked } }) =>
                setParams(checked ? { own: 'true' } : {}, { replace: true })
              }
            />
          </Group>
        }
        rows={byDayAndPerson(query.data?.entries ?? [])}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title={messages.empty} text={messages.emptyHint} icon={IconShieldCheck} />}
        card={(group) => (
          <>
            <Text size="sm" c="dimmed" className="sentence">
              {group.day}
            </Text>
            <Text fw={600}>{group.who}</Text>
            <Done {...group} />
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
