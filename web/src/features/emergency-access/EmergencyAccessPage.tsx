import {
  type EmergencyAccess,
  emergencyViews,
  endEmergency,
  getWorkQueue,
  listEmergencies,
  type ResponseOf,
  zoneName,
} from '@fornix/contract'
import { Group } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { oneOf } from '../../platform/base/one-of.ts'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { ReviewList } from '../../ui/list/ReviewList.tsx'
import { useFilters } from '../../ui/list/use-filters.ts'
import { ViewChoice } from '../../ui/list/ViewChoice.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ActsDialog } from './ActsDialog.tsx'
import { columnsOf, type Doing } from './access-parts.tsx'
import { messages } from './messages.ts'
import { ReviewDialog } from './ReviewDialog.tsx'

type View = ReturnType<typeof useView>
const useView = () => useFilters((filter) => ({ view: oneOf(emergencyViews, filter('view')) }))

const Views = ({
  filters,
  choose,
  counts,
}: View & { counts: ResponseOf<typeof listEmergencies>['counts'] | undefined }) => (
  <Group p="md">
    <ViewChoice
      label={messages.view}
      all={messages.all}
      total={counts && counts.to_review + counts.reviewed}
      views={emergencyViews}
      names={messages.views}
      counts={counts}
      value={filters.view}
      onChange={(view) => choose({ view })}
    />
  </Group>
)

type Chosen = { what: Doing; access: EmergencyAccess }

/** /emergencyAccess: who opened which record in an emergency, what was read, and what the review found. */
export const EmergencyAccessPage = () => {
  const view = useView()
  const { page, pageSize, filters } = view
  const query = useCall(
    listEmergencies,
    { query: { page, page_size: pageSize, ...filters } },
    { keepPrevious: true, staleTime: 0 },
  )
  const ending = useSend(endEmergency, { refreshes: [listEmergencies, getWorkQueue] })
  const [chosen, setChosen] = useState<Chosen>()
  const onDo = (what: Doing, access: EmergencyAccess) =>
    what === 'end' ? ending.mutate({ params: { emergency_id: access.emergency_id } }) : setChosen({ what, access })
  const { data } = query
  const timeZone = data?.time_zone ?? 'UTC'
  const Dialog = chosen?.what === 'review' ? ReviewDialog : ActsDialog
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      {ending.isError && (
        <ErrorAlert mb="md">{failureSentence(ending.error, messages.endFailed, isForReader)}</ErrorAlert>
      )}
      <ReviewList
        query={query}
        texts={messages}
        filters={<Views {...view} counts={data?.counts} />}
        count={data && messages.count(data.total)}
        facts={data && messages.zone(zoneName(timeZone))}
        rows={data?.accesses ?? []}
        columns={columnsOf({ timeZone, onDo })}
        rowKey={({ emergency_id }) => emergency_id}
        icon={IconShieldCheck}
        noneMatch={view.isFiltered ? messages.noneMatch : undefined}
      />
      {chosen && <Dialog access={chosen.access} timeZone={timeZone} onClose={() => setChosen(undefined)} />}
    </>
  )
}
