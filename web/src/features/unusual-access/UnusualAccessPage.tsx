import { listUnusualAccess, type Reply, siteMoment, type UnusualAccess, zoneName } from '@fornix/contract'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { ListFacts } from '../../ui/list/ListFacts.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { cardOf, columnsOf } from './finding-parts.tsx'
import { messages } from './messages.ts'
import { UnusualFilters } from './UnusualFilters.tsx'
import { useUnusualFilters } from './use-unusual-filters.ts'

const factsOf = ({ looked_through, time_zone }: Reply<typeof listUnusualAccess>) =>
  `${looked_through ? messages.checked(siteMoment(looked_through, time_zone)) : messages.unchecked} ${messages.zone(zoneName(time_zone))}`

/** /unusualReading: which access to records stood out, and what the admins made of it. */
export const UnusualAccessPage = () => {
  const view = useUnusualFilters()
  const { page, pageSize, filters } = view
  const query = useCall(
    listUnusualAccess,
    { query: { page, page_size: pageSize, ...filters } },
    { keepPrevious: true, staleTime: 0 },
  )
  const [chosen, setChosen] = useState<UnusualAccess>()
  const { data } = query
  const timeZone = data?.time_zone ?? 'UTC'
  const shown = { timeZone, onDecide: setChosen }
  const count = data ? messages.count(data.total) : query.isPending ? messages.loading : ''
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      <RecordList
        query={query}
        totals={data}
        label={messages.title}
        failed={messages.fetchFailed}
        above={
          <>
            <UnusualFilters {...view} counts={data?.counts} />
            <ListFacts count={query.isError ? '' : count}>{data && factsOf(data)}</ListFacts>
          </>
        }
        rows={data?.findings ?? []}
        columns={columnsOf(shown)}
        rowKey={({ finding_id }) => finding_id}
        card={cardOf(shown)}
        empty={
          <EmptyState
            title={messages.empty}
            text={view.isFiltered ? messages.noneMatch : messages.emptyHint}
            icon={IconShieldCheck}
          />
        }
      />
      {chosen && <DecideDialog finding={chosen} timeZone={timeZone} onClose={() => setChosen(undefined)} />}
    </>
  )
}
