import { type AuditEntry, exportAuditLog, getAuditLog, zoneName } from '@fornix/contract'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { download, useCall } from '../../platform/calls/api.ts'
import { formatDay } from '../../ui/display/dates.ts'
import { ExportButton } from '../../ui/form/ExportButton.tsx'
import { ListFacts } from '../../ui/list/ListFacts.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { EntryDetails } from './EntryDetails.tsx'
import { cardOf, columnsOf } from './entry-parts.tsx'
import { messages } from './messages.ts'
import { useAuditFilters } from './use-audit-filters.ts'

/** /auditLog: who did what in the project, for its admins. */
export const AuditLogPage = () => {
  const view = useAuditFilters()
  const { filters, page, pageSize } = view
  const query = useCall(
    getAuditLog,
    { query: { page, page_size: pageSize, ...filters } },
    { keepPrevious: true, staleTime: 0 },
  )
  const [chosen, setChosen] = useState<AuditEntry>()
  const { data } = query
  const timeZone = data?.time_zone ?? 'UTC'
  const shown = { timeZone, onDetails: setChosen }
  const count = data ? messages.count(data.total, data.is_capped) : query.isPending ? messages.loading : ''
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
              `access-log-${formatDay(new Date().toISOString())}.csv`,
              { endless: true },
            )
          }
        />
      </PageTitle>
      <RecordList
        query={query}
        totals={data}
        label={messages.title}
        failed={messages.fetchFailed}
        above={
          <>
            <AuditFilters {...view} />
            <ListFacts count={query.isError ? '' : count}>{data && messages.zone(zoneName(timeZone))}</ListFacts>
          </>
        }
        rows={data?.entries ?? []}
        columns={columnsOf(shown)}
        rowKey={({ event_id }) => event_id}
        card={cardOf(shown)}
        empty={<EmptyState title={messages.empty} text={messages.emptyHint} icon={IconHistory} />}
      />
      {chosen && <EntryDetails entry={chosen} timeZone={timeZone} onClose={() => setChosen(undefined)} />}
    </>
  )
}
