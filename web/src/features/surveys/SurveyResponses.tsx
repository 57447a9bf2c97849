import { fetchResponses } from '@fornix/contract'
import { Card, Title } from '@mantine/core'
import { IconMessageHeart } from '@tabler/icons-react'
import { useCall } from '../../platform/calls/api.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AnswerList } from './AnswerList.tsx'
import { messages } from './messages.ts'
import styles from './surveys.module.css'

/** The staff's Feedback tab of a patient: one card per response. */
export const SurveyResponses = ({ patientKey }: { patientKey: string }) => {
  const query = useCall(fetchResponses, { params: { email: patientKey } })
  const responses = query.data?.data.feedback
  if (query.isPending) return <LoadingState rows={3} height={120} />
  if (!responses) return <ErrorState message={messages.staff.fetchFailed} onRetry={() => void query.refetch()} />
  if (responses.length === 0)
    return <EmptyState title={messages.staff.empty} text={messages.staff.emptyHint} icon={IconMessageHeart} />
  return (
    <ul className={styles.responses} aria-label={messages.staff.title}>
      {responses.map((response) => (
        <Card key={response.date} component="li">
          <Title order={2} size="h4" mb="md">
            {messages.staff.given(formatDateTime(response.date))}
          </Title>
          <AnswerList answers={response} />
        </Card>
      ))}
    </ul>
  )
}
