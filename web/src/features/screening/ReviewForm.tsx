import {
  getDaySheet,
  getScreening,
  NewReview,
  reviewDecisions,
  reviewScreening,
  type Screening,
} from '@fornix/contract'
import { Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { refreshCall, refreshIfFailed, useSend } from '../../platform/calls/api.ts'
import { usePersistedDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { ErrorAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { RadioCards } from '../../ui/form/RadioCards.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { staffMessages as texts } from './staff-messages.ts'

const options = reviewDecisions.map((value) => ({ value, label: texts.decisions[value] }))

type Values = { decision: string; note: string; signature: string }
type Props = { patientKey: string; screening: Screening; onDone: () => void }

/** A decision is about the answers that were read; when newer ones arrive, only the text stays. */
const useReview = (patientKey: string, screening_id: string) => {
  const form = useForm<Values>({
    initialValues: { decision: '', note: '', signature: '' },
    validate: schemaResolver(NewReview),
  })
  const [isNewer, setNewer] = useState(false)
  const read = useRef(screening_id)
  const [begunOn, setBegunOn] = useState(screening_id)
  if (form.values.note === '' && begunOn !== screening_id) setBegunOn(screening_id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of answers
  useEffect(() => {
    if (read.current === screening_id) return
    read.current = screening_id
    setNewer(form.isDirty())
    form.setValues({ decision: '', signature: '' })
  }, [screening_id])
  const draft = usePersistedDraft(`review.${patientKey}`, {
    // With the answers that the note was begun about: what is kept again must not pass as one about newer answers.
    values: form.isDirty() ? { ...form.values, screening_id: begunOn } : null,
    reset: () => {
      form.reset()
      setNewer(false)
    },
    restore: ({ decision, note, signature, screening_id: of }) => {
      const isSame = of === screening_id
      setNewer(!isSame)
      setBegunOn(String(of))
      form.setValues({
        note: String(note),
        ...(isSame && { decision: String(decision), signature: String(signature) }),
      })
    },
  })
  return { form, draft, isNewer, setNewer }
}

/** Decides on the newest answers, and signs. */
export const ReviewForm = ({ patientKey, screening: { screening_id }, onDone }: Props) => {
  const user = useSession()?.user
  const { form, draft, isNewer, setNewer } = useReview(patientKey, screening_id)
  const sending = useSend(reviewScreening, { refreshes: [getScreening, getDaySheet] })
  const { submit, problem, fields } = useSubmit(
    form,
    (values) => {
      const body = NewReview.parse(values)
      const review = sending.mutateAsync({ params: { key: patientKey, screening_id }, body })
      return refreshIfFailed(review, () => refreshCall(getScreening))
    },
    {
      onDone: () => {
        draft.sent()
        form.reset()
        setNewer(false)
        onDone()
      },
      sentence: (error) => failureSentence(error, texts.failed, isForReader),
    },
  )
  return (
    <form onSubmit={submit} noValidate aria-label={texts.review}>
      <Stack gap="md">
        <Title order={3} size="h4">
          {texts.review}
        </Title>
        <DraftNote draft={draft} busy={form.submitting} />
        {isNewer && <WarningAlert>{texts.newer}</WarningAlert>}
        <RadioCards label={texts.decision} options={options} {...fields.getInputProps('decision')} />
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          autosize
          minRows={2}
          {...fields.getInputProps('note')}
        />
        <TextInput
          label={texts.signature}
          description={texts.signatureHint(`${user?.first_name ?? ''} ${user?.last_name ?? ''}`)}
          autoComplete="off"
          maw={420}
          {...fields.getInputProps('signature')}
        />
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <FormButtons submit={texts.save} busy={form.submitting} />
      </Stack>
    </form>
  )
}
