import {
  answersOf,
  getMyPatientInfo,
  getMyScreening,
  getPatientInfo,
  getPatientSummary,
  getScreening,
  presetAnswers,
  questionnaireVersion,
  questionsOf,
  type ScreeningAnswers,
  type ScreeningFacts,
  type ScreeningQuestion,
  submitMyScreening,
  submitScreening,
} from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useSend } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { translated } from '../../platform/language/t.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { fromOtherUnit } from './other-unit.ts'
import { stepsOf } from './steps.ts'
import { useLostResponse } from './use-lost-response.ts'

const questions = questionsOf(questionnaireVersion)
const initialValues: ScreeningAnswers = {
  ...Object.fromEntries(questions.map(({ id }) => [id, ''])),
  ...presetAnswers(questionnaireVersion),
}

/** Answers also change the medical information. */
const changed = [getScreening, getMyScreening, getPatientInfo, getMyPatientInfo, getPatientSummary]

export type FormProps = {
  /** The patient, and whether staff fill in the answers. */
  patientKey: string
  ofStaff: boolean
  facts: ScreeningFacts
  /** When the reader's own newest answers were sent, here or elsewhere; '' if there are none. */
  newest: string
  /** Asks the server for that; undefined if there is no response. */
  readNewest: () => Promise<string | undefined>
  onSent: () => void
}

const faultsOf = (facts: ScreeningFacts, values: ScreeningAnswers): Record<string, string> =>
  Object.fromEntries(
    answersOf(questionnaireVersion, facts)
      .safeParse(values)
      .error?.issues.map(({ path, message }) => {
        const id = String(path[0])
        const question = questions.find((one) => one.id === id)
        return [id, (question && fromOtherUnit(question, values[id] ?? '')) ?? translated(message)]
      }) ?? [],
  )

/** The form step by step: a step's questions must be answered to continue, and all answers are reviewed before they are sent. */
export const useScreeningForm = ({ patientKey, ofStaff, facts, newest, readNewest, onSent }: FormProps) => {
  const sending = useSend(ofStaff ? submitScreening : submitMyScreening, { refreshes: changed })
  const form = useForm<ScreeningAnswers>({ initialValues, validate: (values) => faultsOf(facts, values) })
  const draft = useDraft(ofStaff ? `mrSafety.${patientKey}` : 'mrSafety', form)
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusOn = useRef<string | null>(null)
  const steps = stepsOf(facts, form.values)

  // The focus goes to the error that was found, or to the start of the next step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step changes
  useEffect(() => {
    if (focusOn.current === null) return
    if (focusOn.current) form.getInputNode(focusOn.current)?.focus()
    else heading.current?.focus()
    focusOn.current = null
  }, [at])
  const go = (step: number, field = '') => {
    focusOn.current = field
    dismiss()
    setAt(step)
  }
  const next = () => {
    const applicable = steps[at]?.questions ?? []
    const all = faultsOf(facts, form.values)
    const own = applicable.flatMap(({ id }) => (all[id] ? [id] : []))
    form.setErrors(Object.fromEntries(own.map((id) => [id, all[id]])))
    if (own[0]) form.getInputNode(own[0])?.focus()
    else go(at + 1)
  }
  /** Back to the step of the first error, which a change of the record may have caused. */
  const onFaults = (faults: object) => {
    const isAtFault = ({ id }: ScreeningQuestion) => id in faults
    const step = steps.findIndex(({ questions }) => questions.some(isAtFault))
    if (step >= 0) go(step, steps[step]?.questions.find(isAtFault)?.id)
    return step >= 0
  }
  const onDone = () => {
    draft.sent()
    onSent()
  }
  const { hasArrived, sendOnce } = useLostResponse(JSON.stringify(form.getValues()), newest, readNewest)
  const { submit, problem, dismiss } = useSubmit(
    form,
    (answers) =>
      sendOnce(() =>
        sending.mutateAsync({ params: { key: patientKey }, body: { version: questionnaireVersion, answers } }),
      ),
    {
      onDone,
      sentence: (error) => failureSentence(error, messages.failed, isForReader),
      onFaults,
    },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they arrive
  useEffect(() => {
    if (hasArrived && !form.submitting) onDone()
  }, [hasArrived, form.submitting])
  return { form, draft, steps, at, go, next, submit, problem, heading }
}
