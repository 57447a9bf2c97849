import { fetchResponses, getSurvey, submitSurvey, surveyChangeDays } from '@fornix/contract'
import { locatePatient } from '../../clinic/records/locate-patient.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { on, onRecord, type Route } from '../../platform/calls/route.ts'
import { findStudy, responsesOf, saveSurvey, surveysOf } from './queries.ts'

export const surveyRoutes = (): Route[] => [
  on(submitSurvey, async ({ db, user, body: { study_UID, ...answers }, audit }) => {
    const study = await findStudy(db, user.person, study_UID)
    if (!study && study_UID) throw notFound()
    if (!study) throw conflict('There is no scan to tell us about yet.', 'no_study')
    audit.object = study.study_id
    if (!(await saveSurvey(db, { patient_id: user.person, study_id: study.study_id }, answers)))
      throw conflict(`Answers can be changed for ${surveyChangeDays} days only.`, 'closed')
    return { message: 'Thank you for your answers.' }
  }),

  on(getSurvey, async ({ db, user, commitWithNext }) => {
    commitWithNext()
    return { surveys: await surveysOf(db, user.person) }
  }),

  onRecord(
    fetchResponses,
    (context) => locatePatient(context, context.params.email),
    async ({ db, located: { patient, name, email } }) => ({
      data: {
        feedback: (await responsesOf(db, patient)).map((row) => ({ Name: name, 'Email Address': email, ...row })),
      },
    }),
  ),
]
