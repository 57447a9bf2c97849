import { listUnusualAccess, type ResponseOf, siteMoment, type UnusualAccess, zoneName } from '@fornix/contract'
import { Alert, Anchor } from '@mantine/core'
import { IconShieldCheck, IconUrgent } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { ReviewList } from '../../ui/list/ReviewList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { columnsOf } from './finding-parts.tsx'
import { messages } from './messages.ts'
import { UnusualFilters } from './UnusualFilters.tsx'
import { useUnusualFilters } from './use-unusual-filters.ts'

const factsOf = ({ looked_through, time_zone }: ResponseOf<typeof listUnusualAccess>) =>
  `${looked_through ? messages.checked(siteMoment(looked_through, time_zone)) : messages.unchecked} ${messages.zone(zoneName(time_zone))} ${messages.openStay}`

/** They are reviewed on their own page. */
const Emergencies = ({ waiting }: { waiting: number }) =>
  waiting > 0 && (
    <Alert role="note" color="red" variant="light" mb="md" icon={<IconUrgent aria-hidden />}>
      {messages.emergencies(waiting)}{' '}
      <Anchor component={Link} to={paths.emergencyAccess} inherit td="underline">
        {messages.toEmergencies}
      </Anchor>
    </Alert>
  )

/** /unusualReading: which access to records stood out, and the admins' findings. */
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
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      {data && <Emergencies waiting={data.emergencies} />}
      <ReviewList
        query={query}
        texts={messages}
        filters={<UnusualFilters {...view} counts={data?.counts} />}
        count={data && messages.count(data.total)}
        facts={data && factsOf(data)}
        rows={data?.findings ?? []}
        columns={columnsOf({ timeZone, onDecide: setChosen })}
        rowKey={({ finding_id }) => finding_id}
        icon={IconShieldCheck}
        noneMatch={view.isFiltered ? messages.noneMatch : undefined}
      />
      {chosen && <DecideDialog finding={chosen} timeZone={timeZone} onClose={() => setChosen(undefined)} />}
    </>
  )
}
