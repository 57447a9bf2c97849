import { Group } from '@mantine/core'
import { studyListDate } from '../../ui/display/study-dates.ts'
import { DownloadImages } from './DownloadImages.tsx'
import { OpenViewer } from './OpenViewer.tsx'

type Openable = { study_UID: string; seriesId: string | null; study_date: string }

/** What can be done with a scan that is open: look at it here, or take it along. */
export const OpenScan = ({ scan }: { scan: Openable }) => (
  <Group gap="xs">
    <OpenViewer scan={scan} />
    {scan.seriesId && (
      <DownloadImages study={scan.study_UID} day={studyListDate(scan.study_date)} variant="default" fz="sm" />
    )}
  </Group>
)
