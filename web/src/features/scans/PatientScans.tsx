import { listScans } from '@fornix/contract'
import { useCall } from '../../platform/api.ts'
import { useListParams } from '../../ui/use-list-params.ts'
import { OpenScan } from './OpenScan.tsx'
import { openViewer } from './OpenViewer.tsx'
import { ScanList } from './ScanList.tsx'

/** The scans of a patient as staff see them: on /scan and in the Scan tab. */
export const PatientScans = ({ patientKey }: { patientKey: string }) => {
  const { page, pageSize, order } = useListParams()
  const query = useCall(
    listScans,
    { params: { key: patientKey }, query: { page, page_size: pageSize, order } },
    { keepPrevious: true },
  )
  return <ScanList query={query} onRowClick={openViewer} actions={(scan) => <OpenScan scan={scan} />} />
}
