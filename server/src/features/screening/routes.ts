import {
  answersOf,
  getMyScreening,
  getScreening,
  questionnaireVersion,
  reviewScreening,
  screeningDays,
  submitMyScreening,
  submitScreening,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { lockPatient } from '../../clinic/records/lock-patient.ts'
import { refuseOwnRecord } from '../../clinic/records/own-record.ts'
import { screeningOf } from '../../clinic/records/screening-state.ts'
import { isSignatureOf, signWithName } from '../../clinic/records/signature.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { conflict, fieldTakenError, invalidFieldsError, notFound } from '../../platform/base/errors.ts'
import { onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { siteZoneOf } from '../../platform/database/sql-time.ts'
import { actorOf } from '../../platform/sessions/session-row.ts'
import { fillMedical } from './fill-medical.ts'
import { notCopied } from './previous-history.ts'
import {
  addScreening,
  factsOf,
  fillableOf,
  hasScreening,
  isStoppedByPhysician,
  screeningsOf,
  visitToAnswerFor,
} from './queries.ts'

const currentStateOf = async (db: Db, patient: string) => {
  const [{ state, good_until }, facts] = await Promise.all([screeningOf(db, patient), factsOf(db, patient)])
  return { facts, state, good_until }
}

const checkAnswers = async (db: Db, patient: string, version: number, given: Record<string, unknown>) => {
  if (version !== questionnaireVersion)
    throw conflict('The questions have changed. Please reload the page and answer them again.', 'other_questions')
  const { data, error } = answersOf(version, await factsOf(db, patient)).safeParse(given)
  if (error)
    throw invalidFieldsError(Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])))
  return data
}

const submit = (call: typeof submitScreening | typeof submitMyScreening) =>
  onRecord(call, patientOfPath, async ({ db, user, located: { patient }, body, audit, request }) => {
    await lockPatient(db, patient)
    const answers = await checkAnswers(db, patient, body.version, body.answers)
    const screening_id = uuid()
    audit.object = screening_id
    await addScreening(db, {
      screening_id,
      patient_id: patient,
      questionnaire: body.version,
      answers,
      filled_by: actorOf(user),
      filled_name: user.name,
      filled_role: user.role,
    })
    const filled = await fillMedical(db, patient, screening_id)
    if (filled.length > 0)
      await writeAudit(db, {
        project: user.project,
        actor: actorOf(user),
        role: user.role,
        action: 'screening.fill_medical',
        patient,
        object: filled.join(', '),
        request: request.id,
      })
    return { message: 'Your answers have been sent.', state: (await screeningOf(db, patient)).state }
  })

export const screeningRoutes = (): Route[] => [
  onRecord(getMyScreening, patientOfPath, async ({ db, user, located: { patient }, commitWithNext }) => {
    commitWithNext()
    const [state, [current], needed_for, time_zone] = await Promise.all([
      currentStateOf(db, patient),
      screeningsOf(db, patient, actorOf(user), 1),
      visitToAnswerFor(db, patient),
      siteZoneOf(db),
    ])
    return { ...state, current: current ?? null, needed_for, time_zone }
  }),

  onRecord(getScreening, patientOfPath, async ({ db, user, located: { patient }, commitWithNext }) => {
    commitWithNext()
    const [state, screenings, fillable] = await Promise.all([
      currentStateOf(db, patient),
      screeningsOf(db, patient, actorOf(user)),
      fillableOf(db, patient),
    ])
    return { ...state, screenings, not_copied: notCopied(fillable.previous_history, fillable.screenings) }
  }),

  submit(submitMyScreening),
  submit(submitScreening),

  onRecord(
    reviewScreening,
    async (context) => {
      const { patient } = await patientOfPath(context)
      if (!(await hasScreening(context.db, patient, context.params.screening_id))) throw notFound()
      return { patient }
    },
    async ({ db, user, located: { patient }, params: { screening_id }, body, audit }) => {
      audit.object = screening_id
      await refuseOwnRecord(db, user, patient)
      if (!isSignatureOf(user.name, body.signature)) throw invalidFieldsError({ signature: signWithName(user.name) })
      await lockPatient(db, patient)
      const newest = await screeningOf(db, patient)
      if (newest.id !== screening_id)
        throw conflict('There are newer answers. Please read them before you decide.', 'newer_answers')
      if (newest.outdated && body.decision === 'cleared')
        throw conflict(
          `These answers are more than ${screeningDays} days old. Please ask the questions again.`,
          'expired',
        )
      if (user.role !== 'Physician' && body.decision !== 'not_cleared' && (await isStoppedByPhysician(db, patient)))
        throw fieldTakenError(
          'decision',
          'A physician decided that this patient is not cleared. Only a physician can change that.',
          'physician_decided',
        )
      await db
        .insertInto('screening_reviews')
        .values({
          ...body,
          review_id: uuid(),
          screening_id,
          patient_id: patient,
          reviewer_id: user.person,
          reviewer_name: user.name,
          reviewer_role: user.role,
        })
        .execute()
      return { message: 'The review is saved.', state: (await screeningOf(db, patient)).state }
    },
  ),
]
