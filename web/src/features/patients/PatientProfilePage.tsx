import { Card, Stack, Title } from '@mantine/core'
import { useCared } from '../../platform/session/acted-for.ts'
import { SummaryColumns } from '../../ui/display/SummaryList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import { ContactSection } from './ContactSection.tsx'
import { MedicalSection } from './MedicalSection.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'
import { CareSummary } from './summaries.tsx'
import { useOwnRecord } from './use-patient-record.ts'

/** The Profile tab of the patient area: the patient's own record, to read and change. */
export const PatientProfilePage = () => {
  const { query, record } = useOwnRecord()
  const isLoading = useSlicedLoading(query.isPending)
  const { firstName } = useCared()
  return (
    <Stack gap="lg" className={classes.own}>
      <PageTitle title={messages.own.title(firstName)} subtitle={messages.own.subtitle(firstName)} />
      {isLoading && <LoadingState rows={4} height={132} />}
      {query.isLoadingError && <ErrorState message={messages.home.fetchFailed} onRetry={() => void query.refetch()} />}
      {!isLoading && record && (
        <>
          <ContactSection record={record} />
          <Card component="section" aria-labelledby="care">
            <Title order={2} size="h3" mb="sm" id="care">
              {messages.own.care(firstName)}
            </Title>
            <SummaryColumns>
              <CareSummary patient={record.patient} />
            </SummaryColumns>
          </Card>
          <MedicalSection record={record} own />
        </>
      )}
    </Stack>
  )
}
