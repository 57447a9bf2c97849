import { listRegistrations, listSimilarRecords, type RegistrationRow } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { Email } from '../../ui/display/Email.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { BackLink } from '../../ui/list/BackLink.tsx'
import type { Column } from '../../ui/list/DataList.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { SimilarRecords } from './SimilarRecords.tsx'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages
const Moment = ({ at }: { at: string }) => <span style={{ whiteSpace: 'nowrap' }}>{formatDateTime(at)}</span>

type RowPart = (row: RegistrationRow) => ReactNode

const columnsOf = (action: RowPart, similar: RowPart): Column<RegistrationRow>[] => [
  {
    key: 'name',
    header: texts.columns.name,
    rowHeader: true,
    cell: (row) => (
      <>
        {nameOf(row)}
        {similar(row)}
      </>
    ),
  },
  { key: 'email', header: texts.columns.email, cell: ({ email }) => <Email address={email} narrow /> },
  { key: 'at', header: texts.columns.registered, cell: ({ registered_at: at }) => <Moment at={at} /> },
  { key: 'until', header: texts.columns.kept, cell: ({ expires_at: at }) => <Moment at={at} /> },
  { key: 'actions', header: texts.columns.actions, hideHeader: true, cell: action },
]

const RegistrationCard = ({ row, children }: { row: RegistrationRow; children: ReactNode }) => (
  <>
    <Text fw={600}>{nameOf(row)}</Text>
    <Text size="sm" c="dimmed" component="div">
      <Email address={row.email} />
    </Text>
    <Text size="sm" c="dimmed">
      {texts.columns.registered}: {formatDateTime(row.registered_at)}
    </Text>
    <Text size="sm" c="dimmed" mb="sm">
      {texts.columns.kept}: {formatDateTime(row.expires_at)}
    </Text>
    {children}
  </>
)

type Person = { firstName: string; lastName: string; email: string }
type Props = { Invite: ComponentType<{ person: Person; onClose: () => void }> }

/** /registrations: people who registered and have not confirmed their address. `Invite` turns one into a patient immediately. */
export const RegistrationsPage = ({ Invite }: Props) => {
  const { page, pageSize } = useListParams()
  const [invited, setInvited] = useState<RegistrationRow>()
  const query = useCall(
    listRegistrations,
    { query: { page, page_size: pageSize } },
    { keepPrevious: true, staleTime: 0 },
  )
  const similar = useCall(listSimilarRecords, { query: { page, page_size: pageSize } }, { staleTime: 0 })
  const similarTo = ({ id }: RegistrationRow) => (
    <SimilarRecords records={similar.data?.registrations.find((one) => one.id === id)?.records} />
  )
  const action = (row: RegistrationRow) => (
    <Button size="sm" variant="default" aria-label={texts.inviteNamed(nameOf(row))} onClick={() => setInvited(row)}>
      {texts.invite}
    </Button>
  )
  return (
    <Stack gap="lg">
      <div>
        <BackLink to={paths.patientList}>{texts.back}</BackLink>
        <PageTitle title={texts.title} subtitle={texts.lead} />
      </div>
      {similar.isError && <ErrorState message={texts.similar.failed} onRetry={() => void similar.refetch()} />}
      <RecordList
        query={query}
        label={texts.title}
        failed={texts.fetchFailed}
        // There is nothing above the list.
        frame={{ pt: { base: 'md', sm: 0 }, style: { overflow: 'hidden' } }}
        rows={query.data?.registrations ?? []}
        rowKey={({ id }) => id}
        empty={<EmptyState title={texts.empty} icon={IconMailCheck} />}
        columns={columnsOf(action, similarTo)}
        card={(row) => (
          <RegistrationCard row={row}>
            {similarTo(row)}
            {action(row)}
          </RegistrationCard>
        )}
      />
      {invited && (
        <Invite
          person={{ firstName: invited.first_name, lastName: invited.last_name, email: invited.email }}
          onClose={() => setInvited(undefined)}
        />
      )}
    </Stack>
  )
}
