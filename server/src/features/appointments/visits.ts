import {
  expectedVisit,
  moveVisit,
  type ScreeningState,
  siteDay,
  type Visit,
  type VisitStatus,
  visitSteps,
} from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { hasRight } from '../../clinic/people/rights.ts'
import { locatePatient } from '../../clinic/records/locate-patient.ts'
import { lockPatient } from '../../clinic/records/lock-patient.ts'
import { screeningOf } from '../../clinic/records/screening-state.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { conflict, invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import { onRecord } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import { type Booking, findBooking, siteOf } from './queries.ts'

type Step = { id: string; status: VisitStatus; is_undo: boolean; reason: string; by: string; at: string }

const timeOf = {
  arrived: 'arrived_at',
  started: 'started_at',
  done: 'done_at',
  no_show: 'no_show_at',
} as const

/** One step forward; undoing it removes time and reason. */
const after = (visit: Visit, { status, is_undo, reason, by, at }: Step): Visit => {
  const of = is_undo ? visit.status : status
  const start = of === 'started' ? { start_reason: is_undo ? '' : reason, started_by: is_undo ? '' : by } : {}
  return { ...visit, ...start, ...(of !== 'expected' && { [timeOf[of]]: is_undo ? null : at }), status }
}

/** The progress of these appointments' visits; one without any step is expected. */
export const visitsOf = async (db: Db, ids: string[]) => {
  const { rows } = await sql<Step>`
    select s.appointment_id as id, s.status, s.is_undo, s.reason, s.made_name as by, ${wireTime('s.made_at')} as at
      from visit_steps s
      join appointments a on a.project_id = s.project_id and a.appointment_id = s.appointment_id and a.starts_at = s.starts_at
     where s.appointment_id = any(${ids}::uuid[]) order by s.made_at, s.step_id`.execute(db)
  const visits = new Map<string, Visit>()
  for (const step of rows) visits.set(step.id, after(visits.get(step.id) ?? expectedVisit, step))
  return (id: string) => visits.get(id) ?? expectedVisit
}

/** For users who may not see medical information: the reason of a start may contain some. */
export const withoutReason = (visit: Visit): Visit => ({ ...visit, start_reason: '' })

/** The visit's day has come, and nobody took the step meanwhile. */
const checkStep = (from: VisitStatus, to: VisitStatus, now: VisitStatus) => {
  const isUndo = visitSteps[from].back === to
  if (!isUndo && !visitSteps[from].next.includes(to)) throw conflict('This visit cannot change to that status.', 'step')
  if (now !== from) throw staleError('A colleague just changed this visit. Please check it again.')
  return isUndo
}
const checkDay = async (db: Db, { start, status }: Booking, project: Parameters<typeof siteOf>[1]) => {
  if (status === 'cancelled') throw conflict('This appointment has been canceled.', 'cancelled')
  const { time_zone } = await siteOf(db, project)
  if (siteDay(start, time_zone) > siteDay(new Date(), time_zone))
    throw conflict('This visit is on a later day.', 'later_day')
}

type Why = { reason: string; screening?: ScreeningState | undefined }
/** Nobody is scanned without knowing: without a clearance that is valid at the time of the visit somebody has to say why. */
const reasonToStart = async (db: Db, patient: string, start: string, { reason, screening }: Why) => {
  const { state } = await screeningOf(db, patient, start)
  if (screening && screening !== state)
    throw staleError('This patient’s MRI safety has just changed. Please check it again.')
  if (state === 'cleared') return ''
  if (reason === '') throw invalidFieldsError({ reason: 'Please say why the scan is starting without a clearance' })
  return reason
}

export const visitRoutes = [
  onRecord(
    moveVisit,
    async (context) => {
      const { patient } = await locatePatient(context, context.params.key)
      const booking = await findBooking(context.db, patient, context.params.id)
      if (!booking) throw notFound()
      context.audit.object = booking.id
      return { patient, booking }
    },
    async ({ db, user, located: { patient, booking }, body, request }) => {
      const { id, start } = booking
      const { from, to } = body
      await checkDay(db, booking, user.project)
      const visit = (await visitsOf(db, [id]))(id)
      const shown = async (now: Visit) => ({
        visit: (await hasRight(db, user, 'see_medical')) ? now : withoutReason(now),
      })
      // A double click.
      if (visit.status === to) return shown(visit)
      const is_undo = checkStep(from, to, visit.status)
      const isStart = to === 'started' && !is_undo
      if (isStart) await lockPatient(db, patient)
      const kept = isStart ? await reasonToStart(db, patient, start, body) : ''
      const step_id = uuid()
      await db
        .insertInto('visit_steps')
        .values({
          step_id,
          appointment_id: id,
          patient_id: patient,
          starts_at: start,
          status: to,
          is_undo,
          reason: kept,
          made_by: user.person,
          made_name: user.name,
        })
        .execute()
      if (kept)
        await writeAudit(db, {
          project: user.project,
          actor: user.person,
          role: user.role,
          action: 'visit.start_uncleared',
          patient,
          object: step_id,
          request: request.id,
        })
      return shown((await visitsOf(db, [id]))(id))
    },
  ),
]
