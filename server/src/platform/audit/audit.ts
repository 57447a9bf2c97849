import type { Role } from '@fornix/contract'
import { type CompiledQuery, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../database/db.ts'
import { isOpen } from '../database/moving.ts'
import { type Shown, shownText } from '../sessions/second-factor.ts'
import type { ActionIn } from './action-rules.ts'
import type { programAuditActions } from './audit-actions.ts'

/** `server/src/features.ts`, which alone knows the features, adds theirs. */
export interface DeclaredActions {
  program: ActionIn<typeof programAuditActions>
}
/** An action that is declared with what it means; another one does not compile. */
export type AuditAction = DeclaredActions[keyof DeclaredActions]

/** One row of the audit trail: who did what, to whose record, with which result. */
export type AuditRow = {
  project: string
  actor: string | null
  role: Role | 'visitor' | 'system'
  action: AuditAction
  patient: string | null
  object?: string
  request: string
  result?: string
  /** The proof shown again for this request; part of the result. */
  proof?: Shown | undefined
  /** The emergency access without which the project would have withheld it; also part of the result. */
  emergency?: string | undefined
}

const resultOf = ({ result = 'ok', proof, emergency }: AuditRow) =>
  [result, emergency && `emergency:${emergency}`, proof && `confirmed:${shownText(proof)}`].filter(Boolean).join(' ')

// The statement's time, not the transaction's, which may be old by now: a row's id also contains its time, and the two must agree.
const statement = (row: AuditRow) => sql`
  insert into audit_events (project_id, event_id, at, actor_id, actor_role, action, patient_id, object_id, request_id, result)
  values (${row.project}, ${uuid()}, clock_timestamp(), ${row.actor}, ${row.role}, ${row.action}, ${row.patient}, ${row.object ?? ''},
          ${row.request}, ${resultOf(row)})`

export const writeAudit = async (db: Db, row: AuditRow) => {
  await statement(row).execute(db)
}

/** What the program itself did to whole projects, from the command line or automatically. A closed project's trail continues elsewhere. */
export const writeSystemAudit = async (
  db: Db,
  action: AuditAction,
  projects: Iterable<string>,
  object?: string,
  request = 'command line',
) => {
  for (const project of await openOnes(db, [...projects]))
    await writeAudit(db, {
      project,
      actor: null,
      role: 'system',
      action,
      patient: null,
      object,
      request,
    })
}

/** The projects that are not closed. */
export const openOnes = async (db: Db, projects: string[]) =>
  (
    await sql<{ project: string }>`select project_id as project from unnest(${projects}::uuid[]) asked (project_id)
      where ${sql.raw(isOpen('asked'))}`.execute(db)
  ).rows.map(({ project }) => project)

export const allProjects = async (db: Db) =>
  (await db.selectFrom('projects').select('project_id').execute()).map(({ project_id }) => project_id)

/** The same insert, to be sent with the commit. */
export const auditStatement = (db: Db, row: AuditRow): CompiledQuery => statement(row).compile(db)
