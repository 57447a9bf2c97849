import { Button, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { studyListDate } from '../../clinic/scans/study-dates.ts'
import { paths } from '../../platform/base/paths.ts'
import { messages } from './messages.ts'

type Viewable = { study_UID: string; seriesId: string | null; study_date: string }

/** Always a separate page: the document carries the rules for what it may load. */
export const openViewer = ({ study_UID, seriesId }: Viewable) => {
  if (seriesId) window.open(paths.viewer({ study_UID, seriesId }), '_blank')
}

export const OpenViewer = ({ scan }: { scan: Viewable }) =>
  scan.seriesId ? (
    <Button
      variant="light"
      fz="sm"
      leftSection={<IconExternalLink size={16} aria-hidden />}
      aria-label={`${messages.viewNamed(studyListDate(scan.study_date))}, ${messages.newTab}`}
      onClick={() => openViewer(scan)}
    >
      {messages.view}
    </Button>
  ) : (
    <Text size="sm" c="dimmed">
      {messages.noImages}
    </Text>
  )
