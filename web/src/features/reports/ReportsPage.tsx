import { getEnrollmentReport, zoneName } from '@fornix/contract'
import { Stack, Text } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useCall } from '../../platform/calls/api.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { EnrollmentReport, VisitsReport } from './CountReports.tsx'
import { dayLabel } from './labels.ts'
import { AccessReport, ReimbursementsReport } from './MonthReports.tsx'
import { messages } from './messages.ts'
import { PeriodChooser } from './PeriodChooser.tsx'
import { RefusalsReport, RequestsReport } from './RequestReports.tsx'
import { SurveysReport } from './SurveysReport.tsx'
import { type PeriodQuery, usePeriod } from './use-period.ts'

/** The days that the site means by the period, from the first report's response. */
const Days = ({ period }: { period: PeriodQuery }) => {
  const { data } = useCall(getEnrollmentReport, { query: period }, { keepPrevious: true })
  return (
    <Text role="status" size="sm" c="dimmed" mih={{ base: '4.65em', sm: '1.55em' }}>
      {data && messages.period.shown(dayLabel(data.from), dayLabel(data.to), zoneName(data.time_zone))}
    </Text>
  )
}

const Reports = ({ period }: { period: PeriodQuery }) => (
  <Stack gap="lg">
    <Days period={period} />
    <EnrollmentReport period={period} />
    <VisitsReport period={period} />
    <AccessReport period={period} />
    <RequestsReport period={period} />
    <RefusalsReport period={period} />
    <ReimbursementsReport period={period} />
    <SurveysReport period={period} />
  </Stack>
)

/** /reports: what a project did in a period, in numbers that identify nobody. */
export const ReportsPage = () => {
  const view = usePeriod()
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      <PeriodChooser {...view} />
      {view.query ? (
        <Reports period={view.query} />
      ) : (
        <EmptyState title={messages.period.missing} text={messages.period.missingHint} icon={IconCalendar} />
      )}
    </>
  )
}
