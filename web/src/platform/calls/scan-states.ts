import { listScanStates, maxScanStates, type ScanState, scanStatePollMs } from '@fornix/contract'
import { useCall } from './api.ts'

type Scanned = { file_id: string; scan_state: ScanState }
const isPending = ({ scan_state }: Scanned) => scan_state === 'pending'

/** Rows of a list with their current virus scan state: polled while one of them waits and the page is visible. */
export const useScanStates = <Row extends Scanned>(rows: readonly Row[]): Row[] => {
  const waiting = rows.filter(isPending).slice(0, maxScanStates)
  const { data } = useCall(
    listScanStates,
    { query: { file_ids: waiting.map(({ file_id }) => file_id).join(',') } },
    {
      enabled: waiting.length > 0,
      refetchInterval: ({ state }) => (!state.data || state.data.files.some(isPending) ? scanStatePollMs : false),
    },
  )
  const states = new Map(data?.files.map(({ file_id, scan_state }) => [file_id, scan_state]))
  return rows.map((row) => ({ ...row, scan_state: states.get(row.file_id) ?? row.scan_state }))
}
