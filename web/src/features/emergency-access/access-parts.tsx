import { type EmergencyAccess, siteMoment, siteShortDay, siteTime } from '@fornix/contract'
import { Badge, Button, Group, Text } from '@mantine/core'
import { RecordOf } from '../../clinic/records/RecordOf.tsx'
import { NameAndRole } from '../../ui/display/NameAndRole.tsx'
import type { Column } from '../../ui/list/DataList.tsx'
import { messages } from './messages.ts'

const colors = { justified: 'green', not_justified: 'red', follow_up: 'blue' } as const

export type Doing = 'review' | 'acts' | 'end'
type Shown = { timeZone: string; onDo: (what: Doing, access: EmergencyAccess) => void }
type Part = { access: EmergencyAccess; timeZone: string }

const When = ({ access: { opened_at, until, ended_by }, timeZone }: Part) => (
  <>
    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
      {siteShortDay(opened_at, timeZone)}
    </Text>
    <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {messages.span(siteTime(opened_at, timeZone), siteTime(until, timeZone))}
    </Text>
    {ended_by && (
      <Text size="sm" c="dimmed">
        {messages.endedBy(ended_by)}
      </Text>
    )}
  </>
)

const Word = ({ color, children }: { color: string; children: string }) => (
  <Badge variant="light" color={color} miw="max-content">
    {children}
  </Badge>
)

const State = ({ access: { is_open, review }, timeZone }: Part) => (
  <>
    <Group gap={4}>
      {is_open && <Word color="red">{messages.views.open}</Word>}
      {review ? (
        <Word color={colors[review.finding]}>{messages.findings[review.finding]}</Word>
      ) : (
        <Word color="amber">{messages.views.to_review}</Word>
      )}
    </Group>
    {review && (
      <>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {review.note}
        </Text>
        <Text size="sm" c="dimmed">
          {messages.reviewed(review.by, siteMoment(review.at, timeZone))}
        </Text>
      </>
    )}
  </>
)

const Tools = ({ access, timeZone, onDo }: Shown & { access: EmergencyAccess }) => {
  const { person, opened_at, is_open, is_own, review } = access
  const day = siteShortDay(opened_at, timeZone)
  const button = (what: Doing, text: string, variant: string) => (
    <Button
      size="compact-sm"
      variant={variant}
      {...(what === 'end' && { color: 'red' })}
      aria-label={messages.of(text, person.name, day)}
      onClick={() => onDo(what, access)}
    >
      {text}
    </Button>
  )
  return (
    <Group gap="xs">
      {is_open && button('end', messages.end, 'light')}
      {!is_open &&
        (is_own ? (
          <Text size="sm" c="dimmed">
            {messages.own}
          </Text>
        ) : (
          button('review', review ? messages.change : messages.review, review ? 'subtle' : 'light')
        ))}
      {button('acts', messages.acts, 'subtle')}
    </Group>
  )
}

const Reason = ({ children }: { children: string }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

export const columnsOf = (shown: Shown): Column<EmergencyAccess>[] => [
  { key: 'at', header: messages.columns.at, cell: (access) => <When access={access} timeZone={shown.timeZone} /> },
  {
    key: 'who',
    header: messages.columns.who,
    rowHeader: true,
    cell: ({ person }) => <NameAndRole {...person} />,
    inCard: ({ person }) => <NameAndRole {...person} inOneLine />,
  },
  { key: 'record', header: messages.columns.record, cell: ({ record }) => <RecordOf record={record} /> },
  { key: 'reason', header: messages.columns.reason, cell: ({ reason }) => <Reason>{reason}</Reason> },
  {
    key: 'state',
    header: messages.columns.state,
    cell: (access) => <State access={access} timeZone={shown.timeZone} />,
  },
  {
    key: 'tools',
    header: messages.columns.tools,
    hideHeader: true,
    cell: (access) => <Tools access={access} {...shown} />,
  },
]
