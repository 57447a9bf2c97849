import { listMyScans } from '@fornix/contract'
import { Button } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { refreshCall } from '../../platform/calls/api.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { isShared } from '../../platform/session/shared.ts'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { noContact } from './Appeal.tsx'
import { MyScanCard } from './MyScanCard.tsx'
import { messages } from './messages.ts'
import { ScanCount } from './ScanCount.tsx'
import { useMyScans } from './use-my-scans.ts'

const NoScans = () => {
  const { firstName } = useCared()
  return (
    <EmptyState icon={IconScan} title={messages.empty} text={messages.emptyHint}>
      {isShared('visits') && (
        <Button component={Link} to={paths.patientTab('appointment')} variant="default" mt="xs">
          {messages.toAppointments(firstName)}
        </Button>
      )}
    </EmptyState>
  )
}

/** A patient's own scans as cards: which of them are open, and how to request the others. */
export const MyScans = () => {
  const { page, pageSize, order } = useListParams()
  const { query, isReady, wasBooked } = useMyScans({ page, page_size: pageSize, order })
  const total = query.data?.total ?? 0
  useEffect(() => {
    // The form is sent in another tab; back here, its request shows immediately.
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshCall(listMyScans)
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [])
  return (
    <RecordList
      query={{ ...query, isPending: !isReady }}
      label={messages.titleUnknown}
      failed={messages.fetchFailed}
      above={<ScanCount total={isReady ? total : undefined} atEveryWidth />}
      rows={query.data?.scans ?? []}
      rowKey={({ study_UID }) => study_UID}
      errorDialog
      empty={<NoScans />}
      card={(scan) => <MyScanCard scan={scan} wasBooked={wasBooked(scan)} contact={query.data?.contact ?? noContact} />}
    />
  )
}
