import { Stack } from '@mantine/core'
import { studyListDate } from '../../clinic/scans/study-dates.ts'
import { DownloadImages } from './DownloadImages.tsx'
import { OpenViewer } from './OpenViewer.tsx'

type Openable = { study_UID: string; seriesId: string | null; study_date: string }

/** The actions for an open scan: view it here, or download it. */
export const OpenScan = ({ scan }: { scan: Openable }) => (
  <Stack gap="xs" align="flex-start">
    <OpenViewer scan={scan} />
    {scan.seriesId && (
      <DownloadImages study={scan.study_UID} day={studyListDate(scan.study_date)} variant="default" fz="sm" />
    )}
  </Stack>
)
