import { Group, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NamesakeMark } from '../../clinic/records/NamesakeMark.tsx'
import { factsOf } from '../../clinic/records/patient-identity.ts'
import { studyDate } from '../../clinic/scans/study-dates.ts'
import { paths } from '../../platform/base/paths.ts'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { Email } from '../../ui/display/Email.tsx'
import { NewTabButton } from '../../ui/display/NewTabButton.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import type { Column, ListParts } from '../../ui/list/DataList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { keyOf, nameOf, type Request } from './DecisionModal.tsx'
import { messages } from './messages.ts'

export const FormLink = ({ form, who }: { form: string; who: string }) => (
  <NewTabButton href={paths.signedForm(form)} icon={IconFileText} aria-label={messages.readFormNamed(who)}>
    {messages.readForm}
  </NewTabButton>
)

const PatientFacts = ({ row }: { row: Request }) => (
  // The column would shrink until a date or an MRN breaks at its hyphen.
  <Text component="span" display="block" miw={128} size="sm" c="dimmed" className="tabular">
    <WholeFacts>{factsOf(row).join(' · ')}</WholeFacts>
  </Text>
)
const LastName = ({ row }: { row: Request }) => (
  <>
    {row.lastname}
    <NamesakeMark patient={row} />
    <PatientFacts row={row} />
  </>
)

/** In one line where there is room for them, else in two. */
const Actions = ({ children }: { children: ReactNode }) => {
  const roomy = useAtLeast('106.25em')
  return (
    <Group gap="xs" miw={roomy ? 'max-content' : { lg: 292 }} wrap={roomy ? 'nowrap' : 'wrap'}>
      {children}
    </Group>
  )
}

type Props<R extends Request> = {
  /** A line below the name on a card, and a column of its own in the table. */
  extra?: Pick<Column<R>, 'key' | 'header' | 'cell'>
  actionsHeader: string
  actions: (row: R) => ReactNode
  empty: string
  emptyHint?: string
}

/** What a list shows of requests: whose scan of which day, and what can be done about it. */
export const requestParts = <R extends Request>({
  extra,
  actions,
  actionsHeader,
  empty,
  emptyHint,
}: Props<R>): Omit<ListParts<R>, 'rows'> => ({
  rowKey: keyOf,
  empty: <EmptyState title={empty} text={emptyHint} />,
  columns: [
    { key: 'first', header: messages.columns.firstName, rowHeader: true, cell: (row: R) => row.firstname },
    { key: 'last', header: messages.columns.lastName, cell: (row: R) => <LastName row={row} /> },
    {
      key: 'email',
      header: messages.columns.email,
      cell: (row: R) => <Email address={row.email} />,
    },
    { key: 'date', header: messages.columns.scanDate, cell: (row: R) => studyDate(row.studyDate) },
    ...(extra ? [extra] : []),
    {
      key: 'actions',
      header: actionsHeader,
      cell: (row: R) => <Actions>{actions(row)}</Actions>,
    },
  ],
  card: (row) => (
    <>
      <Text fw={600}>
        {nameOf(row)}
        <NamesakeMark patient={row} />
      </Text>
      <PatientFacts row={row} />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <Email address={row.email} />
      </Text>
      <Text size="sm" c="dimmed">
        {messages.columns.scanDate}: {studyDate(row.studyDate)}
      </Text>
      {extra && (
        <Text component="div" size="sm" c="dimmed">
          {extra.header}: {extra.cell(row)}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        {actions(row)}
      </Group>
    </>
  ),
})
