import { getSurvey, type Survey } from '@fornix/contract'
import { Button, Card, Select, Stack } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../platform/calls/api.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { ThanksModal } from '../../ui/dialog/ThanksModal.tsx'
import { formatDayAndMinute } from '../../ui/display/dates.ts'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AnswerList } from './AnswerList.tsx'
import { messages } from './messages.ts'
import { SurveyForm } from './SurveyForm.tsx'
import { studyDay } from './study-day.ts'

const Visit = ({ survey, onSent }: { survey: Survey; onSent: () => void }) => {
  const [changing, setChanging] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (changing) place.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [changing])
  const { answers, changeable_until, state } = survey
  if (state === 'open') return <SurveyForm survey={survey} onSent={onSent} />
  if (changing && state === 'changeable')
    return (
      <div ref={place}>
        <SurveyForm
          survey={survey}
          onCancel={() => setChanging(false)}
          onSent={() => {
            setChanging(false)
            onSent()
          }}
        />
      </div>
    )
  return (
    <Card component="section" aria-label={messages.title}>
      <Stack gap="lg" align="flex-start">
        <SuccessAlert w="100%">
          {state === 'changeable' && changeable_until
            ? messages.changeable(formatDayAndMinute(changeable_until))
            : messages.closed}
        </SuccessAlert>
        {answers && <AnswerList answers={answers} />}
        {state === 'changeable' && (
          <Button variant="light" onClick={() => setChanging(true)}>
            {messages.change}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

/** /survey: about the latest scan, or another of the patient's own. */
export const SurveyPage = () => {
  const query = useCall(getSurvey, {})
  const [params, setParams] = useSearchParams()
  const [sent, setSent] = useState(false)
  const surveys = query.data?.surveys ?? []
  const chosen = surveys.find(({ study_UID }) => study_UID === params.get('study')) ?? surveys[0]
  const only = surveys.length === 1 ? surveys[0] : undefined
  const { firstName } = useCared()
  const nameOf = ({ study_date }: Survey) => messages.about(studyDay(study_date), firstName)
  return (
    <div>
      <PageTitle title={messages.title} subtitle={only ? `${nameOf(only)}. ${messages.lead}` : messages.lead} />
      {query.isPending && <LoadingState rows={4} height={96} />}
      {query.isError && !query.data && (
        <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
      )}
      {query.data && !chosen && <EmptyState title={messages.none} text={messages.noneHint} icon={IconScan} />}
      {chosen && (
        <Stack gap="lg">
          {surveys.length > 1 && (
            <Select
              label={messages.which}
              // Only the day: the full name would be cut off on the narrowest phones.
              data={surveys.map((survey) => ({
                value: survey.study_UID,
                label: studyDay(survey.study_date) || nameOf(survey),
              }))}
              value={chosen.study_UID}
              onChange={(study) => study && setParams({ study }, { replace: true })}
              allowDeselect={false}
              maw={360}
            />
          )}
          <Visit key={chosen.study_UID} survey={chosen} onSent={() => setSent(true)} />
        </Stack>
      )}
      <ThanksModal opened={sent} onClose={() => setSent(false)}>
        {messages.sent}
      </ThanksModal>
    </div>
  )
}
