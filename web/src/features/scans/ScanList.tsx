import type { MyScan, Scan } from '@fornix/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { studyListDate, studyTime } from '../../ui/display/study-dates.ts'
import type { Column } from '../../ui/list/DataList.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { SortButton } from '../../ui/list/SortButton.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { messages } from './messages.ts'

type Row = Scan | MyScan
type Props<R extends Row> = {
  query: UseQueryResult<{ scans: R[]; total: number; total_pages: number }, Error>
  actions: (scan: R) => ReactNode
  /** The patient's own column. */
  access?: (scan: R) => ReactNode
  emptyHint?: string
  onRowClick?: (scan: R) => void
}

/** A date or time breaks nowhere at its hyphens. */
const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>

/** Scans as rows from 768 px on and as cards below, newest first until the date is clicked. */
export const ScanList = <R extends Row>({ query, actions, access, emptyHint, onRowClick }: Props<R>) => {
  const { order, set } = useListParams()
  const total = query.data?.total ?? 0
  const turn = () => set({ order: order === 'desc' ? 'asc' : 'desc', page: 1 })
  const columns: Column<R>[] = [
    {
      key: 'date',
      sort: order === 'desc' ? 'descending' : 'ascending',
      rowHeader: true,
      header: (
        <SortButton order={order} onClick={turn}>
          {messages.columns.date}
        </SortButton>
      ),
      cell: (scan) => whole(studyListDate(scan.study_date)),
    },
    { key: 'time', header: messages.columns.time, cell: (scan) => whole(studyTime(scan.study_time)) },
    { key: 'type', header: messages.columns.type, cell: (scan) => scan.scan_type },
    { key: 'source', header: messages.columns.source, cell: (scan) => scan.source },
    ...(access ? [{ key: 'access', header: messages.columns.access, cell: access }] : []),
    { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: actions },
  ]
  return (
    <RecordList
      query={query}
      totals={query.data}
      label={messages.titleUnknown}
      failed={messages.fetchFailed}
      above={
        total > 0 && (
          <Group justify="space-between" p="md" gap="sm" mih={68}>
            <Text role="status" size="sm" c="dimmed">
              {messages.count(total)}
            </Text>
            {total > 1 && (
              <Button
                hiddenFrom="sm"
                variant="default"
                leftSection={<IconArrowsSort size={18} aria-hidden />}
                onClick={turn}
              >
                {messages.sorted[order]}
              </Button>
            )}
          </Group>
        )
      }
      rows={query.data?.scans ?? []}
      rowKey={(scan: R) => scan.study_UID}
      errorDialog
      empty={<EmptyState title={messages.empty} text={emptyHint} />}
      columns={columns}
      onRowClick={onRowClick}
      card={(scan: R) => (
        <>
          <Text fw={600}>{studyListDate(scan.study_date)}</Text>
          <Text size="sm" c="dimmed" mb="sm">
            {[studyTime(scan.study_time), scan.scan_type, scan.source].filter(Boolean).join(' · ')}
          </Text>
          {access && (
            <>
              <Text size="sm" c="dimmed">
                {messages.columns.access}
              </Text>
              {access(scan)}
            </>
          )}
          <Group mt="sm">{actions(scan)}</Group>
        </>
      )}
    />
  )
}
