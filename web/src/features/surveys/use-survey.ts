import {
  getSurvey,
  type RatedQuestion,
  ratedNames,
  ratedQuestions,
  type Survey,
  SurveyAnswers,
  submitSurvey,
} from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useSend } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

/** Radio buttons hold strings: a number, nothing yet, or this for what did not apply. */
export const none = 'none'
export type SurveyValues = Record<RatedQuestion | 'question9', string>

const valuesOf = (answers: SurveyAnswers | null) => {
  const rated = ratedNames.map((name) => [name, answers ? String(answers[name] ?? none) : ''])
  return { ...Object.fromEntries(rated), question9: answers?.question9 ?? '' } as SurveyValues
}
const answersOf = ({ question9, ...rated }: SurveyValues) => ({
  ...Object.fromEntries(
    ratedNames.map((name) => {
      const given = rated[name]
      if (ratedQuestions[name].optional && (given === '' || given === none)) return [name, null]
      return [name, given === '' ? undefined : Number(given)]
    }),
  ),
  question9,
})
const bySchema = schemaResolver(SurveyAnswers)

/** The form about one scan visit. */
export const useSurvey = ({ study_UID, answers }: Survey, onSent: () => void) => {
  const sending = useSend(submitSurvey, { refreshes: [getSurvey] })
  const form = useForm<SurveyValues>({
    initialValues: valuesOf(answers),
    validate: (values) => bySchema(answersOf(values)),
  })
  const draft = useDraft(`survey.${study_UID}`, form)
  const { submit, problem, jump, fields } = useSubmit(
    form,
    (values) => sending.mutateAsync({ body: { ...SurveyAnswers.parse(answersOf(values)), study_UID } }),
    {
      onDone: () => {
        draft.sent()
        onSent()
      },
      sentence: (error) => failureSentence(error, messages.failed, isForReader),
    },
  )
  return { form: fields, draft, submit, problem, jump }
}
