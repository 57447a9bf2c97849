import { compareRecords, listMerges, locateRecord, mergeRecords, totalsOf, undoMerge } from '@fornix/contract'
import { mailCaregiverReminder } from '../../clinic/people/caregiver-mails.ts'
import { locatePatient } from '../../clinic/records/locate-patient.ts'
import { findDeletedPatient, findPatient, findPatientOrDeleted } from '../../clinic/records/patient-record.ts'
import type { TableRules } from '../../clinic/retention/rules.ts'
import type { AuditActions } from '../../platform/audit/action-rules.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { sameInProject } from '../../platform/database/same-in-project.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { comparisonOf, obstacleOf, readSides } from './compare.ts'
import { goneSentence, readPair } from './locked-pair.ts'
import { merge } from './merge.ts'
import { movedTables } from './move-rows.ts'
import { findMerge, mergeById, mergesOf } from './queries.ts'
import { matchReleased } from './released-scans.ts'
import { undo } from './undo.ts'

type Context = { db: Db; audit: AuditNote; user: Caller; params: { key: string } }

const ofPath = async (context: Context) =>
  (await locatePatient(context, context.params.key, findPatientOrDeleted)).patient

/** Also a deleted one: an admin may learn why it cannot be merged. */
const pairOf = async ({ db, user }: Context, kept: string, key: string) => {
  const found = await findPatientOrDeleted(db, key)
  if (!found) throw notFound()
  if (found.patient === kept) throw conflict('This is the same record. Please choose another one.', 'same')
  return { project: user.project, kept, merged: found.patient }
}

type Needs = Pick<Platform, 'database' | 'config' | 'mail'>
export const recordMergeRoutes =
  (declared: () => { rules: readonly TableRules[]; actions: AuditActions }) =>
  ({ database, config, mail }: Needs): Route[] => [
    onRecord(compareRecords, ofPath, async (context) => {
      const { db, user, query, request, located } = context
      const pair = await pairOf(context, located, query.other)
      const { kept, merged } = await readPair(db, pair)
      const gone = goneSentence(kept) ?? goneSentence(merged)
      await writeAudit(db, {
        project: user.project,
        actor: user.person,
        role: user.role,
        action: 'patient.compare',
        patient: pair.merged,
        request: request.id,
      })
      const { own_images_open } = await db.selectFrom('projects').select('own_images_open').executeTakeFirstOrThrow()
      return { ...comparisonOf(await readSides(db, pair), gone ?? (await obstacleOf(db, pair))), own_images_open }
    }),

    onRecord(mergeRecords, ofPath, async (context) => {
      const { db, user, body, request, audit, located } = context
      const pair = await pairOf(context, located, body.other)
      const merge_id = await database.unscoped('move what no request may move', async (system) => {
        const made = await merge(system, movedTables(declared().rules), {
          ...pair,
          user,
          request: request.id,
          proof: audit.proof,
          body,
        })
        await mailCaregiverReminder({ config, mail }, system, { project: pair.project, patient: pair.kept }, 'merge')
        return made
      })
      audit.skipRow = true
      return mergeById(db, merge_id)
    }),

    on(listMerges, async ({ db, query }) => {
      const { merges, total } = await mergesOf(db, query)
      return { merges, ...totalsOf(total, query.page_size) }
    }),

    onRecord(
      undoMerge,
      async ({ db, params, audit }) => {
        const found = await findMerge(db, params.merge_id)
        if (!found) throw notFound()
        audit.patient = found.kept_id
        return found
      },
      async ({ db, user, body, request, audit, located }) => {
        const { stayed, released } = await database.unscoped('move back what no request may move', (system) =>
          undo(system, movedTables(declared().rules), {
            project: user.project,
            merge: located,
            actions: declared().actions,
            user,
            request: request.id,
            proof: audit.proof,
            reason: body.reason,
          }),
        )
        await matchReleased(db, released)
        audit.skipRow = true
        return { merge: await mergeById(db, located.merge_id), scans_stayed: stayed }
      },
    ),

    on(locateRecord, async ({ db, params }) => {
      const existing = await findPatient(db, params.key)
      if (existing) return { patient_id: existing.code }
      const merged = await findDeletedPatient(db, params.key)
      const holder =
        merged &&
        (await db
          .selectFrom('record_merges as m')
          .innerJoin('patients as p', (join) => sameInProject(join, 'p', 'm', 'patient_id'))
          .select('p.code as patient_id')
          .where('m.merged_id', '=', merged.patient)
          .where('m.undone_at', 'is', null)
          .where('p.deleted_at', 'is', null)
          .executeTakeFirst())
      if (!holder) throw notFound()
      return holder
    }),
  ]
