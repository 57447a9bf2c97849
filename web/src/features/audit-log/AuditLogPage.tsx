import { type AuditEntry, exportAuditLog, zoneName } from '@fornix/contract'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../platform/calls/api.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { formatDay } from '../../ui/display/dates.ts'
import { ExportButton } from '../../ui/form/ExportButton.tsx'
import { ReviewList } from '../../ui/list/ReviewList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { EntryDetails } from './EntryDetails.tsx'
import { columnsOf } from './entry-parts.tsx'
import { messages } from './messages.ts'
import { useAuditFilters } from './use-audit-filters.ts'
import { useLog } from './use-log.ts'

/** /auditLog: who did what in the project, for its admins. */
export const AuditLogPage = () => {
  const view = useAuditFilters()
  const { filters } = view
  const query = useLog(view)
  const [chosen, setChosen] = useState<AuditEntry>()
  const { data } = query
  const timeZone = data?.time_zone ?? 'UTC'
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead}>
        <ExportButton
          title={messages.exportTitle}
          text={messages.exportText}
          disabled={!data || data.total === 0}
          onExport={(reason) =>
            download(
              exportAuditLog,
              { query: { ...filters, reason } },
              `access-log-${formatDay(new Date(serverNow()).toISOString())}.csv`,
              { endless: true },
            )
          }
        />
      </PageTitle>
      <ReviewList
        query={query}
        texts={messages}
        filters={<AuditFilters {...view} />}
        count={data && messages.count(data.total, data.is_capped)}
        facts={data && messages.zone(zoneName(timeZone))}
        rows={data?.entries ?? []}
        columns={columnsOf({ timeZone, onDetails: setChosen })}
        rowKey={({ event_id }) => event_id}
        icon={IconHistory}
      />
      {chosen && <EntryDetails entry={chosen} timeZone={timeZone} onClose={() => setChosen(undefined)} />}
    </>
  )
}
