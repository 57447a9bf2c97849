import { letterText, previewEmailTemplate, TemplateText } from '@fornix/contract'
import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { PatientFinder } from '../../clinic/records/PatientFinder.tsx'
import { useCall } from '../../platform/calls/api.ts'
import { LetterPreview } from '../../ui/display/LetterPreview.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { Refreshing } from '../../ui/state/Refreshing.tsx'
import { messages } from './messages.ts'

type Texts = { subject: string; message: string }
const typingMs = 400

const Filled = ({ texts, patient }: { texts: Texts; patient: string | undefined }) => {
  const query = useCall(
    previewEmailTemplate,
    { body: { ...texts, ...(patient && { patient }) } },
    { keepPrevious: true, staleTime: 0 },
  )
  if (query.isPending) return <LoadingState rows={6} />
  if (query.isLoadingError) return <ErrorState message={messages.previewFailed} onRetry={() => void query.refetch()} />
  return (
    <Refreshing busy={query.isPlaceholderData}>
      <LetterPreview subject={letterText(query.data.subject)} message={letterText(query.data.message)} tall />
    </Refreshing>
  )
}

/** The text as a patient will read it: with an example, or with a patient of the project. */
export const PreviewPanel = ({ texts }: { texts: Texts }) => {
  const [patient, setPatient] = useState<{ patient_id: string; name: string } | null>(null)
  const [{ subject, message }] = useDebouncedValue(texts, typingMs)
  return (
    <Stack gap="sm">
      <PatientFinder label={messages.previewFor} chosen={patient} onChoose={setPatient} />
      {!patient && (
        <Text size="sm" c="dimmed">
          {messages.exampleHint}
        </Text>
      )}
      {TemplateText.safeParse({ subject, message }).success ? (
        <Filled texts={{ subject, message }} patient={patient?.patient_id} />
      ) : (
        <Text size="sm" c="dimmed" role="status">
          {messages.previewWaits}
        </Text>
      )}
    </Stack>
  )
}
