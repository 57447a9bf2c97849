import { z } from 'zod'
import { byPatient, byStaff, callsOf } from './call.ts'
import { longText } from './fields.ts'
import { surveyChangeDays } from './limits.ts'
import { keysOf } from './objects.ts'
import { patient } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('surveys')

const rating = ['Very poor', 'Poor', 'Fair', 'Good', 'Very good'] as const
const satisfaction = ['Very dissatisfied', 'Dissatisfied', 'Neutral', 'Satisfied', 'Very satisfied'] as const
const duration = ['Much too long', 'Too long', 'Acceptable', 'Comfortable', 'Very comfortable'] as const

type Rated = { group: 'scan' | 'visit' | 'enrollment'; text: string; words: readonly string[]; optional: boolean }
const question = (group: Rated['group'], text: string, words: Rated['words'], optional = false): Rated => ({
  group,
  text,
  words,
  optional,
})

/** The questions about a scan visit: 1 to 5, each with its word. Not everybody was housed, driven or sent a kit. */
export const ratedQuestions = {
  question1: question('scan', 'How satisfied are you with your scan?', satisfaction),
  question2: question('visit', 'How was your accommodation?', rating, true),
  question3: question('visit', 'How was your welcome kit?', rating, true),
  question4: question('visit', 'How were the emails that you received from us?', rating, true),
  question5: question('visit', 'How was your transportation?', rating, true),
  question6: question('visit', 'How well did our staff look after your comfort?', rating),
  question7: question('visit', 'How was the duration of the scan?', duration),
  question8: question('enrollment', 'How was the enrollment, from the first contact to the scan?', rating),
} as const satisfies Record<string, Rated>
export type RatedQuestion = keyof typeof ratedQuestions
export const ratedNames = keysOf(ratedQuestions)
export const lastQuestion = 'Is there anything else that you would like to tell us?'

const sentence = 'Please choose one of the five answers'
const answer = z.number(sentence).int(sentence).min(1, sentence).max(5, sentence)
/** Null or left out: did not apply. */
const optional = answer.nullish().transform((given) => given ?? null)

export const SurveyAnswers = z.object({
  question1: answer,
  question2: optional,
  question3: optional,
  question4: optional,
  question5: optional,
  question6: answer,
  question7: answer,
  question8: answer,
  question9: longText().default(''),
})
export type SurveyAnswers = z.output<typeof SurveyAnswers>

const study_UID = z.string().trim().min(1).max(64)

export const submitSurvey = defineCall({
  method: 'POST',
  path: '/patient/submit_survey/',
  summary: `Answer the questions about a scan visit, or change the answers within ${surveyChangeDays} days`,
  allow: patient,
  care: 'images',
  idempotent: true,
  limit: 'session',
  audit: 'survey.submit',
  body: SurveyAnswers.extend({ study_UID: study_UID.optional() }),
  response: message,
})

export const Survey = z.object({
  study_UID: z.string(),
  /** The DICOM digits, or empty. */
  study_date: z.string(),
  state: z.enum(['open', 'changeable', 'closed']),
  answers: SurveyAnswers.nullable(),
  changeable_until: z.string().nullable(),
})
export type Survey = z.output<typeof Survey>

export const getSurvey = defineCall({
  method: 'GET',
  path: '/patient/survey/',
  summary: 'The scan visits that are asked about, and what the caller answered; the latest first',
  ...byPatient,
  care: 'images',
  audit: 'survey.read',
  response: z.object({ surveys: z.array(Survey) }),
})

export const fetchResponses = defineCall({
  method: 'GET',
  path: '/operator/fetch_responses/:email/',
  summary: 'A patient’s answers to the survey, the newest first',
  ...byStaff,
  audit: 'survey.list',
  params: z.object({ email: z.string() }),
  response: z.object({
    data: z.object({
      feedback: z.array(SurveyAnswers.extend({ Name: z.string(), 'Email Address': z.string(), date: z.string() })),
    }),
  }),
})
