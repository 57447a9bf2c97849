import type { MyScan, StaffScan } from '@fornix/contract'
import { Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { studyListDate, studyTime } from '../../ui/display/study-dates.ts'
import type { Column } from '../../ui/list/DataList.tsx'
import { OrderButton } from '../../ui/list/OrderButton.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { SortButton } from '../../ui/list/SortButton.tsx'
import { type ListParams, useListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { messages } from './messages.ts'

type Row = StaffScan | MyScan
type Props<R extends Row> = {
  query: UseQueryResult<{ scans: R[]; total: number; total_pages: number }, Error>
  actions: (scan: R) => ReactNode
  access: (scan: R) => ReactNode
  /** Beside the date. */
  picture?: (scan: R) => ReactNode
  emptyHint?: string
  onRowClick?: (scan: R) => void
}

/** A date or time breaks nowhere at its hyphens. */
const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>

type CellProps<R extends Row> = Pick<Props<R>, 'actions' | 'access' | 'picture'>
type OrderProps = Pick<ListParams, 'order'> & { onTurn: () => void }

const columnsOf = <R extends Row>(
  { actions, access, picture }: CellProps<R>,
  { order, onTurn }: OrderProps,
): Column<R>[] => [
  {
    key: 'date',
    sort: order === 'desc' ? 'descending' : 'ascending',
    rowHeader: true,
    header: (
      <SortButton order={order} onClick={onTurn}>
        {messages.columns.date}
      </SortButton>
    ),
    cell: (scan) => (
      <Group gap="sm" wrap="nowrap">
        {picture?.(scan)}
        {whole(studyListDate(scan.study_date))}
      </Group>
    ),
  },
  { key: 'time', header: messages.columns.time, cell: (scan) => whole(studyTime(scan.study_time)) },
  { key: 'type', header: messages.columns.type, cell: (scan) => scan.scan_type },
  { key: 'source', header: messages.columns.source, cell: (scan) => scan.source },
  { key: 'access', header: messages.columns.access, cell: access },
  { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: actions },
]

const ScanCard = <R extends Row>({ scan, actions, access, picture }: CellProps<R> & { scan: R }) => (
  <>
    <Group gap="sm" wrap="nowrap" align="flex-start" mb="sm">
      {picture?.(scan)}
      <div>
        <Text fw={600}>{studyListDate(scan.study_date)}</Text>
        <Text size="sm" c="dimmed">
          {[studyTime(scan.study_time), scan.scan_type, scan.source].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
    <Text size="sm" c="dimmed">
      {messages.columns.access}
    </Text>
    {access(scan)}
    <Group mt="sm">{actions(scan)}</Group>
  </>
)

const ScanCount = ({ total, order, onTurn }: OrderProps & { total: number }) =>
  total > 0 && (
    <Group justify="space-between" p="md" gap="sm" mih={68}>
      <Text role="status" size="sm" c="dimmed">
        {messages.count(total)}
      </Text>
      {total > 1 && <OrderButton onClick={onTurn}>{messages.sorted[order]}</OrderButton>}
    </Group>
  )

/** Scans as rows from 768 px on and as cards below, newest first until the date is clicked. */
export const ScanList = <R extends Row>({ query, emptyHint, onRowClick, ...cells }: Props<R>) => {
  const { order, set } = useListParams()
  const onTurn = () => set({ order: order === 'desc' ? 'asc' : 'desc', page: 1 })
  return (
    <RecordList
      query={query}
      totals={query.data}
      label={messages.titleUnknown}
      failed={messages.fetchFailed}
      above={<ScanCount total={query.data?.total ?? 0} order={order} onTurn={onTurn} />}
      rows={query.data?.scans ?? []}
      rowKey={(scan: R) => scan.study_UID}
      errorDialog
      empty={<EmptyState title={messages.empty} text={emptyHint} />}
      columns={columnsOf(cells, { order, onTurn })}
      onRowClick={onRowClick}
      card={(scan: R) => <ScanCard scan={scan} {...cells} />}
    />
  )
}
