import { listScans } from '@fornix/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'
import { WhoOpened } from '../../clinic/records/WhoOpened.tsx'
import { accessWords } from '../../clinic/scans/access-words.ts'
import { ScanQuality, useScanQuality } from '../../clinic/scans/ScanQuality.tsx'
import { ScanThumbnail } from '../../clinic/scans/ScanThumbnail.tsx'
import { studyListDate } from '../../clinic/scans/study-dates.ts'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { messages } from './messages.ts'
import { OpenScan } from './OpenScan.tsx'
import { openViewer } from './OpenViewer.tsx'
import { ScanList } from './ScanList.tsx'

/** A patient's scans for staff: on /scan and in the Scan tab. */
export const PatientScans = ({ patientKey }: { patientKey: string }) => {
  const { page, pageSize, order } = useListParams()
  const query = useCall(
    listScans,
    { params: { key: patientKey }, query: { page, page_size: pageSize, order } },
    { keepPrevious: true },
  )
  const quality = useScanQuality((query.data?.scans ?? []).map(({ study_UID }) => study_UID))
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <Button
          component={Link}
          to={paths.scanUpload}
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
        >
          {messages.upload}
        </Button>
      </Group>
      <ScanList
        query={query}
        onRowClick={openViewer}
        picture={(scan) => <ScanThumbnail scan={scan} />}
        quality={(scan) => <ScanQuality quality={quality.get(scan.study_UID)} studyDate={scan.study_date} />}
        access={(scan) => <Text size="sm">{accessWords(scan)}</Text>}
        actions={(scan) => (
          <Group gap="xs">
            <OpenScan scan={scan} />
            <WhoOpened of={{ study: scan.study_UID, day: studyListDate(scan.study_date) }} />
          </Group>
        )}
      />
    </>
  )
}
