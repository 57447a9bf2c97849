import {
  assignStudy,
  countUnmatchedStudies,
  listUnmatchedStudies,
  rejectStudy,
  totalsOf,
  undoStudyDecision,
} from '@fornix/contract'
import { assignStudyTo, unassignStudy } from '../../clinic/imaging/archive/reconcile.ts'
import { mailAccessRestored, mailDecision } from '../../clinic/records/access-mails.ts'
import { refuseOwnRecord } from '../../clinic/records/own-record.ts'
import { findPatient } from '../../clinic/records/patient-record.ts'
import { invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { decide, findStudy, openCount, openTo, studiesIn, studyToDecide, withCandidates } from './queries.ts'

type Needs = Pick<Platform, 'config'>
type Locating = { db: Db; audit: AuditNote; params: { study: string } }
type Located = NonNullable<Awaited<ReturnType<typeof studyToDecide>>>
type Deciding = { db: Db; user: Caller; audit: AuditNote; body: { version: number }; located: Located }

const locateStudy = async ({ db, audit, params }: Locating) => {
  const found = await studyToDecide(db, params.study)
  if (!found) throw notFound()
  audit.object = found.study_uid
  audit.patient = found.patient_id ?? undefined
  return found
}

const readStudy = async (db: Db, study_id: string) => {
  const found = await findStudy(db, study_id)
  if (!found) throw notFound()
  return firstRow(await withCandidates(db, [found]))
}

/** The decision is based on what the page showed: neither another admin nor the archive may have changed it since. */
const refuseStale = async ({ db, located, body }: Deciding, from: readonly string[]) => {
  if (located.version === body.version && from.includes(located.state)) return
  throw staleError('Someone else has already decided about this scan.', {
    current: await readStudy(db, located.study_id),
  })
}

const conclude = async ({ db, user, located }: Deciding, state: 'open' | 'assigned' | 'rejected') => {
  await decide(db, located.study_id, { state, by: user.person, from: located.patient_id })
  return readStudy(db, located.study_id)
}

/** A scan that was open to the patient is closed, as if the access had been revoked. */
const mailAccessEnded = async (needs: Needs, context: Deciding) => {
  const open = await openTo(context.db, context.located.study_id)
  if (open) await mailDecision(needs, context, open, 'revoked')
}

/** An access that was granted before goes on with the assignment. */
const mailAccessGoesOn = async (needs: Needs, context: Deciding) => {
  const { study_id, lost_long_ago } = context.located
  const open = await openTo(context.db, study_id)
  if (open) await mailAccessRestored(needs, context, open, { isLongClosed: lost_long_ago === open.patient_id })
}

/** The same decision twice is a double click. */
export const unmatchedStudyRoutes = (needs: Needs): Route[] => [
  on(listUnmatchedStudies, async ({ db, query }) => {
    const { rows, total } = await studiesIn(db, query)
    return { studies: await withCandidates(db, rows), ...totalsOf(total, query.page_size) }
  }),
  on(countUnmatchedStudies, async ({ db }) => ({ open: await openCount(db) })),

  onRecord(assignStudy, locateStudy, async (context) => {
    const { db, user, body, located, audit } = context
    const patient = await findPatient(db, body.patient)
    if (!patient) throw invalidFieldsError({ patient: 'There is no such patient in this project' })
    audit.patient = patient.patient
    await refuseOwnRecord(db, user, patient.patient)
    if (located.state === 'assigned' && located.patient_id === patient.patient) return readStudy(db, located.study_id)
    await refuseStale(context, ['open'])
    await assignStudyTo(db, located.study_id, patient.patient)
    await mailAccessGoesOn(needs, context)
    return conclude(context, 'assigned')
  }),

  onRecord(rejectStudy, locateStudy, async (context) => {
    if (context.located.state === 'rejected') return readStudy(context.db, context.located.study_id)
    await refuseStale(context, ['open'])
    return conclude(context, 'rejected')
  }),

  onRecord(undoStudyDecision, locateStudy, async (context) => {
    if (context.located.state === 'open') return readStudy(context.db, context.located.study_id)
    await refuseStale(context, ['assigned', 'rejected', 'matched'])
    await mailAccessEnded(needs, context)
    await unassignStudy(context.db, context.located.study_id)
    return conclude(context, 'open')
  }),
]
