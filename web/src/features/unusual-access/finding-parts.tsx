import { siteMoment, siteTime, type UnusualAccess, unusualRules } from '@fornix/contract'
import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { RecordOf } from '../../clinic/records/RecordOf.tsx'
import { paths } from '../../platform/base/paths.ts'
import { NameAndRole } from '../../ui/display/NameAndRole.tsx'
import type { Column } from '../../ui/list/DataList.tsx'
import { findingDay } from './finding-day.ts'
import { messages } from './messages.ts'

const colors = { new: 'amber', follow_up: 'blue', explained: 'gray' } as const

type Shown = { timeZone: string; onDecide: (finding: UnusualAccess) => void }
type Part = { finding: UnusualAccess; timeZone: string }

const When = ({ finding, timeZone }: Part) => {
  const { first_at, last_at } = finding
  const [first, last] = [siteTime(first_at, timeZone), siteTime(last_at, timeZone)]
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {findingDay(finding, timeZone)}
      </Text>
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {first === last ? first : `${first} – ${last}`}
      </Text>
    </>
  )
}

const Why = ({ finding: { rule, reads, records, record } }: { finding: UnusualAccess }) => (
  <>
    <Text size="sm" fw={600}>
      {unusualRules[rule].name}
    </Text>
    <Text size="sm">{unusualRules[rule].sentence}</Text>
    <Text size="sm" c="dimmed">
      {record ? messages.opened(reads) : messages.manyRecords(records)}
    </Text>
  </>
)

const State = ({ finding: { state, decision }, timeZone }: Part) => (
  <>
    <Badge variant="light" color={colors[state]} miw="max-content">
      {messages.states[state]}
    </Badge>
    {decision && (
      <>
        {decision.assignee && <Text size="sm">{messages.assigned(decision.assignee.name)}</Text>}
        {decision.reason && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {decision.reason}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {messages.decided(decision.by, siteMoment(decision.at, timeZone))}
        </Text>
      </>
    )}
  </>
)

/** The access log entries in which it was found. */
const logOf = ({ reader, record, day }: UnusualAccess) =>
  `${paths.auditLog}?${new URLSearchParams({ person: reader.provider_id, ...(record && { patient: record.patient_id }), from: day, to: day })}`

const Tools = ({ finding, timeZone, onDecide }: Shown & { finding: UnusualAccess }) => {
  const { reader, state, may_decide } = finding
  const day = findingDay(finding, timeZone)
  const [text, label] =
    state === 'new' ? [messages.decide, messages.decideOf] : ([messages.change, messages.changeOf] as const)
  return (
    <Group gap="xs">
      {may_decide ? (
        <Button
          size="compact-sm"
          variant={state === 'new' ? 'light' : 'subtle'}
          aria-label={label(reader.name, day)}
          onClick={() => onDecide(finding)}
        >
          {text}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {messages.own}
        </Text>
      )}
      <Anchor component={Link} to={logOf(finding)} size="sm" aria-label={messages.logOf(reader.name, day)}>
        {messages.log}
      </Anchor>
    </Group>
  )
}

export const columnsOf = (shown: Shown): Column<UnusualAccess>[] => [
  { key: 'at', header: messages.columns.at, cell: (finding) => <When finding={finding} timeZone={shown.timeZone} /> },
  {
    key: 'who',
    header: messages.columns.who,
    rowHeader: true,
    cell: ({ reader }) => <NameAndRole {...reader} />,
    inCard: ({ reader }) => <NameAndRole {...reader} inOneLine />,
  },
  { key: 'record', header: messages.columns.record, cell: ({ record }) => <RecordOf record={record} /> },
  { key: 'why', header: messages.columns.why, cell: (finding) => <Why finding={finding} /> },
  {
    key: 'state',
    header: messages.columns.state,
    cell: (finding) => <State finding={finding} timeZone={shown.timeZone} />,
  },
  {
    key: 'tools',
    header: messages.columns.tools,
    hideHeader: true,
    cell: (finding) => <Tools finding={finding} {...shown} />,
  },
]
