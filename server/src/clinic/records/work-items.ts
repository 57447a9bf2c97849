import { type assignWork, type QueueKind, queueRights, queueRoles, type ResponseOf, type Right } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { colleagueJson, fullName } from './record-sql.ts'

/** What the project withholds from a provider's role. */
const withheldFrom = (role: string) => sql`
  coalesce((select g.withheld -> ${sql.ref(role)} from project_rights g), '[]')`

/** Left-joins, to the items of a kind, who has taken them, as `w` and `v`; a deleted provider, or one who has lost the right, has none. */
export const joinAssignee = (kind: QueueKind, id = sql`o.id`) => sql`
  left join work_items w on w.kind = ${kind} and w.item_id = ${id}
  left join providers v on v.project_id = w.project_id and v.provider_id = w.assignee_id and v.deleted_at is null
   and v.role = any(${queueRoles[kind]}::text[]) and not ${withheldFrom('v.role')} ? ${queueRights[kind] ?? ''}`
export const assignment = sql`
  ${colleagueJson('v')} as assignee,
  w.due_on::text as due_on, coalesce(w.version, 0) as version`

type Agreed = { kind: QueueKind; item_id: string; patient_id: string | null; assignee_id: string | null }

/** Relies on the version that the caller saw: false if a colleague was faster. */
export const updateAssignment = async (
  db: Db,
  { kind, item_id, patient_id, assignee_id, due_on, version }: Agreed & { due_on: string | null; version: number },
) => {
  const { rows } =
    version === 0
      ? await sql`
          insert into work_items (kind, item_id, patient_id, assignee_id, due_on)
          values (${kind}, ${item_id}, ${patient_id}, ${assignee_id}, ${due_on}) on conflict do nothing returning 1`.execute(
          db,
        )
      : await sql`
          update work_items set assignee_id = ${assignee_id}, due_on = ${due_on}, version = version + 1, changed_at = now()
           where kind = ${kind} and item_id = ${item_id} and version = ${version} returning 1`.execute(db)
  return rows.length > 0
}

export const assignmentOf = async (db: Db, kind: QueueKind, id: string) => {
  const { rows } = await sql<ResponseOf<typeof assignWork>>`
    select ${assignment} from (select ${id}::uuid as id) o ${joinAssignee(kind)}`.execute(db)
  return rows[0]!
}

type Colleague = {
  provider_id: string
  name: string
  role: 'Physician' | 'MRI-Tech' | 'Nurse' | 'Admin' | 'SuperAdmin'
  withheld: Right[]
}

/** Colleagues who work here and can sign in. */
export const colleaguesOf = async (db: Db) =>
  (
    await sql<Colleague>`
      select code as provider_id, ${fullName('v')} as name, role, ${withheldFrom('role')} as withheld from providers v
       where deleted_at is null and register_status = 'Registered' order by last_name, first_name, code`.execute(db)
  ).rows

export const findColleague = (db: Db, code: string) =>
  db
    .selectFrom('providers')
    .select(['provider_id', 'role'])
    .where('code', '=', code)
    .where('deleted_at', 'is', null)
    .where('register_status', '=', 'Registered')
    .$narrowType<{ role: Colleague['role'] }>()
    .executeTakeFirst()
