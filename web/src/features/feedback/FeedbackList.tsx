import { getFeedback, type StaffFeedback } from '@fornix/contract'
import { Group, Text } from '@mantine/core'
import { IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { useCall } from '../../platform/calls/api.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import styles from './feedback.module.css'
import { messages } from './messages.ts'

const Experience = ({ experience }: Pick<StaffFeedback, 'experience'>) => {
  const Icon = experience === 'happy' ? IconMoodSmile : IconMoodSad
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={20} aria-hidden />
      {messages.experiences[experience]}
    </Group>
  )
}
const Comments = ({ row }: { row: StaffFeedback }) => (
  <Text size="sm" className={styles.comments}>
    {row.feedback_comments}
  </Text>
)

const columns = [
  { key: 'date', header: messages.columns.date, cell: (row: StaffFeedback) => formatDateTime(row.upload_date) },
  { key: 'name', header: messages.columns.name, rowHeader: true, cell: nameOf },
  { key: 'role', header: messages.columns.role, cell: (row: StaffFeedback) => row.role },
  { key: 'type', header: messages.columns.type, cell: (row: StaffFeedback) => row.feedback_type },
  { key: 'experience', header: messages.columns.experience, cell: (row: StaffFeedback) => <Experience {...row} /> },
  { key: 'comments', header: messages.columns.comments, cell: (row: StaffFeedback) => <Comments row={row} /> },
]

/** The staff's feedback about the portal, for admins. */
export const FeedbackList = () => {
  const { page, pageSize } = useListParams()
  const query = useCall(getFeedback, { query: { page, page_size: pageSize } }, { keepPrevious: true })
  return (
    <RecordList
      query={query}
      label={messages.title}
      failed={messages.fetchFailed}
      {...(styles.list && { frame: { className: styles.list } })}
      rows={query.data?.feedback ?? []}
      columns={columns}
      rowKey={({ feedback_id }) => feedback_id}
      empty={<EmptyState title={messages.empty} text={messages.emptyHint} icon={IconMoodSmile} />}
      card={(row) => (
        <>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text fw={600}>{row.feedback_type}</Text>
            <Experience {...row} />
          </Group>
          <Comments row={row} />
          <Text size="sm" c="dimmed" mt="xs">
            <WholeFacts>{[`${nameOf(row)}, ${row.role}`, formatDateTime(row.upload_date)]}</WholeFacts>
          </Text>
        </>
      )}
    />
  )
}
