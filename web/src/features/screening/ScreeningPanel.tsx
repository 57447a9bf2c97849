import { getScreening, operators, type ResponseOf, screeningDays } from '@fornix/contract'
import { Accordion, Alert, Button, Card, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { WithheldNote } from '../../clinic/records/WithheldNote.tsx'
import { ScreeningBadge } from '../../clinic/visits/ScreeningBadge.tsx'
import { useCall } from '../../platform/calls/api.ts'
import { useWithheldOf } from '../../platform/calls/emergency.ts'
import { isWithheld } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { formatDateTime } from '../../ui/display/dates.ts'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { ScreeningCard } from './ScreeningCard.tsx'
import { ScreeningForm } from './ScreeningForm.tsx'
import { staffMessages as texts } from './staff-messages.ts'
import { askForNewest } from './use-lost-response.ts'

type MrSafety = ResponseOf<typeof getScreening>
type Props = { patientKey: string }

const newestOf = (mrSafety: MrSafety | undefined) =>
  mrSafety?.screenings.find(({ filled_as }) => filled_as === 'reader')?.filled_at ?? ''

const Caution = ({ children }: { children: string }) => (
  <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
    {children}
  </Alert>
)

type NewestProps = Props & { mrSafety: MrSafety; readOnly: boolean; onReviewed: () => void }
const Newest = ({ mrSafety, patientKey, readOnly, onReviewed }: NewestProps) => {
  const role = useSession()?.role
  const [screening] = mrSafety.screenings
  if (!screening) return <EmptyState title={texts.none} text={readOnly ? texts.readOnly : texts.noneHint} />
  return (
    <Card component="section" aria-label={texts.title}>
      <Stack gap="lg">
        {mrSafety.state === 'expired' && <Caution>{texts.old(screeningDays)}</Caution>}
        {mrSafety.not_copied?.length ? <Caution>{texts.notCopied(mrSafety.not_copied.join(', '))}</Caution> : null}
        <ScreeningCard screening={screening} />
        <Divider />
        {operators.some((one) => one === role) && !readOnly ? (
          <ReviewForm patientKey={patientKey} screening={screening} onDone={onReviewed} />
        ) : (
          <Text size="sm" c="dimmed">
            {readOnly ? texts.readOnly : texts.operatorsOnly}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

const Earlier = ({ screenings }: Pick<MrSafety, 'screenings'>) => {
  const [, ...earlier] = screenings
  if (earlier.length === 0) return null
  return (
    <section aria-label={texts.earlier}>
      <Title order={3} size="h4" mb="sm">
        {texts.earlier}
      </Title>
      <Accordion variant="separated" order={4}>
        {earlier.map((screening) => (
          <Accordion.Item key={screening.screening_id} value={screening.screening_id}>
            <Accordion.Control>{formatDateTime(screening.filled_at)}</Accordion.Control>
            <Accordion.Panel>
              <ScreeningCard screening={screening} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  )
}

/** `readOnly`: emergency access shows them, but allows no decision. */
const Answers = ({ patientKey, readOnly }: Props & { readOnly: boolean }) => {
  const query = useCall(getScreening, { params: { key: patientKey } })
  const [filling, setFilling] = useState(false)
  const [done, setDone] = useState('')
  const mrSafety = query.data
  // The form ends far below the sentence and the badge that show the result.
  const onReviewed = () => {
    setDone(texts.saved)
    scrollTo({ top: 0 })
  }
  if (query.isPending) return <LoadingState rows={4} height={96} />
  if (isWithheld(query.error)) return <WithheldNote patientKey={patientKey}>{query.error.message}</WithheldNote>
  if (!mrSafety) return <ErrorState message={texts.fetchFailed} onRetry={() => void query.refetch()} />
  return (
    <Stack gap="lg" maw={860}>
      <Group gap="lg">
        <Group gap="sm">
          <Title order={2} size="h3">
            {texts.title}
          </Title>
          <ScreeningBadge state={mrSafety.state} until={mrSafety.good_until} />
        </Group>
        {!filling && !readOnly && (
          <Button
            variant="default"
            onClick={() => {
              setDone('')
              setFilling(true)
            }}
          >
            {texts.fillIn}
          </Button>
        )}
      </Group>
      {done && <SuccessAlert>{done}</SuccessAlert>}
      {filling ? (
        <ScreeningForm
          patientKey={patientKey}
          ofStaff
          facts={mrSafety.facts}
          newest={newestOf(mrSafety)}
          readNewest={askForNewest(query, newestOf)}
          onCancel={() => setFilling(false)}
          onSent={() => {
            setFilling(false)
            setDone(texts.filled)
          }}
        />
      ) : (
        <Newest mrSafety={mrSafety} patientKey={patientKey} readOnly={readOnly} onReviewed={onReviewed} />
      )}
      <Earlier screenings={mrSafety.screenings} />
    </Stack>
  )
}

/** The MRI safety tab of a record: the patient's current state, all answers, and the decisions. */
export const ScreeningPanel = ({ patientKey }: Props) => {
  const { withheld, inEmergency } = useWithheldOf(patientKey)
  if (withheld) return <WithheldNote patientKey={patientKey}>{withheld}</WithheldNote>
  return <Answers patientKey={patientKey} readOnly={inEmergency} />
}
