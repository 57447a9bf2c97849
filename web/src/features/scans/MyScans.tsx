import { listMyScans, type MyScan } from '@fornix/contract'
import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useEffect } from 'react'
import { paths } from '../../platform/base/paths.ts'
import { refreshCall, useCall } from '../../platform/calls/api.ts'
import { studyListDate } from '../../ui/display/study-dates.ts'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { Access } from './Access.tsx'
import { messages } from './messages.ts'
import { OpenScan } from './OpenScan.tsx'
import { ScanList } from './ScanList.tsx'

/** The new tab gets a copy of this one's session storage, which a link with `noopener` would not give it. */
const openForm = ({ study_UID, study_date }: MyScan) => {
  sessionStorage.setItem('studyId', study_UID)
  sessionStorage.setItem('studyDate', study_date)
  window.open(paths.authForm, '_blank')
}

const Actions = ({ scan }: { scan: MyScan }) => {
  if (scan.view_access) return <OpenScan scan={scan} />
  if (scan.request_status === 'pending') return null
  return (
    <Button
      fz="sm"
      leftSection={<IconFileText size={16} aria-hidden />}
      aria-label={`${messages.requestNamed(studyListDate(scan.study_date))}, ${messages.newTab}`}
      onClick={() => openForm(scan)}
    >
      {messages.request}
    </Button>
  )
}

/** A patient's own scans, which of them are open, and the way to ask for the others. */
export const MyScans = ({ patientKey }: { patientKey: string }) => {
  const { page, pageSize, order } = useListParams()
  const query = useCall(
    listMyScans,
    { params: { key: patientKey }, query: { page, page_size: pageSize, order } },
    { keepPrevious: true },
  )
  useEffect(() => {
    // The form is sent in another tab; back here, its request shows at once.
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshCall(listMyScans)
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [])
  return (
    <ScanList
      query={query}
      emptyHint={messages.emptyHint}
      access={(scan) => <Access scan={scan} />}
      actions={(scan) => <Actions scan={scan} />}
    />
  )
}
