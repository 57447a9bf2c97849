import { type AuditEntry, siteMoment } from '@fornix/contract'
import { Badge, Box, Button, Text } from '@mantine/core'
import { RecordOf } from '../../clinic/records/RecordOf.tsx'
import { dayInWords } from '../../ui/display/days.ts'
import type { Column } from '../../ui/list/DataList.tsx'
import { messages } from './messages.ts'

/** Never breaks at its hyphens. */
const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>
const whoOf = ({ who, role }: AuditEntry) => (role ? `${who}, ${role}` : who)

/** A viewed day is stored as `2026-11-26`. */
export const itemInWords = (item: string) => dayInWords(item) || item

// In a table, what may break anywhere gets the width of a letter: the two below are as wide as their longest word.
const What = ({ entry: { what, item } }: { entry: AuditEntry }) => (
  <Text size="sm" miw={112} style={{ overflowWrap: 'anywhere' }}>
    {item ? `${what}: ${itemInWords(item)}` : what}
  </Text>
)

const Result = ({ result, detail }: Pick<AuditEntry, 'result' | 'detail'>) => (
  <>
    <Badge variant="light" color={result === 'done' ? 'gray' : 'red'} miw="max-content">
      {messages.results[result]}
    </Badge>
    {detail && (
      <Text size="sm" c="dimmed" miw={80} style={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Text>
    )}
  </>
)

type Shown = { timeZone: string; onDetails: (entry: AuditEntry) => void }

const DetailsButton = ({ entry, timeZone, onDetails }: Shown & { entry: AuditEntry }) => (
  <Button
    variant="subtle"
    size="compact-sm"
    aria-label={messages.detailsOf(entry.what, siteMoment(entry.at, timeZone))}
    onClick={() => onDetails(entry)}
  >
    {messages.details}
  </Button>
)

export const columnsOf = (shown: Shown): Column<AuditEntry>[] => [
  {
    key: 'at',
    header: messages.columns.at,
    cell: ({ at }) => whole(siteMoment(at, shown.timeZone)),
    inCard: ({ at }) => (
      <Text size="sm" c="dimmed">
        {siteMoment(at, shown.timeZone)}
      </Text>
    ),
  },
  {
    key: 'who',
    header: messages.columns.who,
    rowHeader: true,
    cell: ({ who, role }) => (
      <>
        {whole(who)}
        {role && (
          <Text size="sm" c="dimmed">
            {role}
          </Text>
        )}
      </>
    ),
    inCard: (entry) => <Text fw={600}>{whoOf(entry)}</Text>,
  },
  { key: 'what', header: messages.columns.what, cell: (entry) => <What entry={entry} /> },
  { key: 'record', header: messages.columns.record, cell: ({ record }) => <RecordOf record={record} /> },
  { key: 'result', header: messages.columns.result, cell: (entry) => <Result {...entry} /> },
  {
    key: 'details',
    header: messages.columns.details,
    hideHeader: true,
    cell: (entry) => <DetailsButton entry={entry} {...shown} />,
    // Its text aligns with the lines above.
    inCard: (entry) => (
      <Box ml={-8}>
        <DetailsButton entry={entry} {...shown} />
      </Box>
    ),
  },
]
