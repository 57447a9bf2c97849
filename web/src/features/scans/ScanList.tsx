import type { StaffScan } from '@fornix/contract'
import { Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { studyListDate, studyTime } from '../../clinic/scans/study-dates.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import type { Column } from '../../ui/list/DataList.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { SortButton } from '../../ui/list/SortButton.tsx'
import type { ListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { messages } from './messages.ts'
import { ScanCount, useTurn } from './ScanCount.tsx'

type Cells = {
  actions: (scan: StaffScan) => ReactNode
  access: (scan: StaffScan) => ReactNode
  /** Beside the date. */
  picture: (scan: StaffScan) => ReactNode
  /** Below its type: how well it arrived. */
  quality: (scan: StaffScan) => ReactNode
}
type Props = Cells & {
  query: UseQueryResult<{ scans: StaffScan[]; total: number; total_pages: number }, Error>
  onRowClick: (scan: StaffScan) => void
}

/** A date or time never breaks at its hyphens. */
const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>

const columnsOf = (
  { actions, access, picture, quality }: Cells,
  { order, onTurn }: Pick<ListParams, 'order'> & { onTurn: () => void },
): Column<StaffScan>[] => [
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
        {picture(scan)}
        {whole(studyListDate(scan.study_date))}
      </Group>
    ),
  },
  { key: 'time', header: messages.columns.time, cell: (scan) => whole(studyTime(scan.study_time)) },
  {
    key: 'type',
    header: messages.columns.type,
    cell: (scan) => (
      <>
        {scan.scan_type}
        {quality(scan)}
      </>
    ),
  },
  { key: 'source', header: messages.columns.source, cell: (scan) => scan.source },
  { key: 'access', header: messages.columns.access, cell: access },
  { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: actions },
]

const ScanCard = ({ scan, actions, access, picture, quality }: Cells & { scan: StaffScan }) => (
  <>
    <Group gap="sm" wrap="nowrap" align="flex-start" mb="sm">
      {picture(scan)}
      <div>
        <Text fw={600}>{studyListDate(scan.study_date)}</Text>
        <Text size="sm" c="dimmed">
          <WholeFacts>{[studyTime(scan.study_time), scan.scan_type, scan.source].filter(Boolean)}</WholeFacts>
        </Text>
      </div>
    </Group>
    {quality(scan)}
    <Text size="sm" c="dimmed">
      {messages.columns.access}
    </Text>
    {access(scan)}
    <Group mt="sm">{actions(scan)}</Group>
  </>
)

/** Scans as rows from 768 px on and as cards below that, newest first until the date is clicked. */
export const ScanList = ({ query, onRowClick, ...cells }: Props) => {
  const turn = useTurn()
  return (
    <RecordList
      query={query}
      label={messages.titleUnknown}
      failed={messages.fetchFailed}
      above={<ScanCount total={query.isError ? 0 : query.data?.total} />}
      rows={query.data?.scans ?? []}
      rowKey={({ study_UID }) => study_UID}
      errorDialog
      empty={<EmptyState title={messages.empty} />}
      columns={columnsOf(cells, turn)}
      onRowClick={onRowClick}
      card={(scan) => <ScanCard scan={scan} {...cells} />}
    />
  )
}
