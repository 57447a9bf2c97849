import { listThreads, notificationPollMs, notificationStream, type StaffThread, threadViews } from '@fornix/contract'
import { Anchor, Group, Select, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { WithheldNote } from '../../clinic/records/WithheldNote.tsx'
import { oneOf } from '../../platform/base/one-of.ts'
import { refreshCalls, useCall } from '../../platform/calls/api.ts'
import { useLive } from '../../platform/calls/live.ts'
import { useWithheld } from '../../platform/calls/rights.ts'
import { isWithheld } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { formatDateTime } from '../../ui/display/dates.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import type { Column } from '../../ui/list/DataList.tsx'
import { ListSearch } from '../../ui/list/ListSearch.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { threadAddress } from './address.ts'
import { messages } from './messages.ts'
import { staffMessages } from './staff-messages.ts'
import { StateBadge, UnseenBadge } from './ThreadList.tsx'
import { staffCalls } from './use-mark-seen.ts'

const texts = staffMessages

const Person = ({ thread }: { thread: StaffThread }) => (
  <>
    <Text fw={600}>{thread.name}</Text>
    {/* The column would shrink until a date or an MRN breaks at its hyphen. */}
    <Text size="sm" c="dimmed" miw={128}>
      <WholeFacts>{shortIdentityOf(thread)}</WholeFacts>
    </Text>
  </>
)
const Subject = ({ thread: { patient_id, thread_id, subject, unseen } }: { thread: StaffThread }) => (
  <Group gap="xs">
    <Anchor component={Link} to={threadAddress(patient_id, thread_id)} fw={600} style={{ overflowWrap: 'anywhere' }}>
      {subject}
    </Anchor>
    <UnseenBadge count={unseen} />
  </Group>
)
const Assignee = ({ thread: { assignee } }: { thread: StaffThread }) => {
  const own = useSession()?.user.provider_id
  return (
    <Text size="sm" c={assignee ? undefined : 'dimmed'}>
      {assignee ? (assignee.provider_id === own ? texts.you : assignee.name) : texts.nobody}
    </Text>
  )
}
const Last = ({ thread: { last_at } }: { thread: StaffThread }) => (
  <Text component="time" dateTime={last_at} size="sm" className="tabular">
    {formatDateTime(last_at)}
  </Text>
)

const columns: Column<StaffThread>[] = [
  { key: 'patient', header: texts.patient, rowHeader: true, cell: (thread) => <Person thread={thread} /> },
  { key: 'subject', header: texts.subject, cell: (thread) => <Subject thread={thread} /> },
  { key: 'state', header: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
  { key: 'last', header: texts.last, cell: (thread) => <Last thread={thread} /> },
  { key: 'assignee', header: texts.assignee, cell: (thread) => <Assignee thread={thread} /> },
]
const card = (thread: StaffThread) => (
  <Stack gap={6}>
    <Person thread={thread} />
    <Subject thread={thread} />
    <Group gap="xs">
      <StateBadge state={thread.state} />
      <Last thread={thread} />
    </Group>
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {texts.assignee}:
      </Text>
      <Assignee thread={thread} />
    </Group>
  </Stack>
)

const Inbox = () => {
  const { page, pageSize, searchQuery, filter, set } = useListParams()
  const view = oneOf(threadViews, filter('view') ?? '') ?? 'open'
  const query = useCall(
    listThreads,
    { query: { view, searchQuery, page, page_size: pageSize } },
    { keepPrevious: true, staleTime: 0, refetchInterval: notificationPollMs },
  )
  useLive(notificationStream, () => void refreshCalls(...staffCalls))
  if (isWithheld(query.error)) return <WithheldNote>{query.error.message}</WithheldNote>
  return (
    <RecordList
      query={query}
      label={messages.title}
      failed={messages.listFailed}
      rows={query.data?.threads ?? []}
      rowKey={({ thread_id }) => thread_id}
      columns={columns}
      card={card}
      empty={
        searchQuery ? (
          <EmptyState title={texts.noneFound} text={texts.noneFoundHint} />
        ) : (
          <EmptyState title={texts.none[view]} text={view === 'open' ? texts.waitingHint : undefined} />
        )
      }
      above={
        <Group p="md" gap="sm" justify="space-between">
          <ListSearch words={texts} />
          <Select
            aria-label={texts.view}
            data={threadViews.map((value) => ({ value, label: texts.views[value] }))}
            value={view}
            onChange={(next) => set({ view: next === 'open' ? '' : (next ?? ''), page: 1 })}
            allowDeselect={false}
            w={180}
          />
        </Group>
      }
    />
  )
}

/** /careMessages: the conversations of all patients. */
export const CareMessagesPage = () => {
  const withheld = useWithheld('see_medical')
  return (
    <>
      <PageTitle title={messages.title} subtitle={texts.lead} />
      {withheld ? <WithheldNote>{withheld}</WithheldNote> : <Inbox />}
    </>
  )
}
