import { projectId } from '../../platform/database/scope.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'
import { inOrder } from '../backup/load-tables.ts'

/** Tables that a project leaves behind, each with the reason. Every other table moves with it, or stops the move if it is unknown. */
export const staysBehind: Record<string, string> = {
  account_recoveries: 'of people who stand before the staff of this installation; they begin again',
  factor_challenges: 'good for minutes',
  file_removals: 'bytes that wait for their deletion are deleted where they lie',
  fresh_proofs: 'of a session',
  idempotency_keys: 'of requests to this installation',
  invite_sign_ins: 'of a session',
  pacs_polls: 'how far this installation has read its PACS',
  project_moves: 'that it moves',
  push_subscriptions: 'a browser subscribes to the keys of one installation',
  rate_limits: 'counters',
  recovery_links: 'of an account recovery',
  recovery_witnesses: 'of an account recovery',
  seen_identity_tokens: 'tokens that were used at this installation',
  series_openings: 'of a session',
  sessions: 'everybody signs in again',
  sign_in_failures: 'counters',
  viewer_tickets: 'of a session',
}

/** Triggers derive these rows from others and would count again: they come last, and replace what was counted. */
const counted = ['patient_word_totals', 'patient_word_sets', 'project_totals']

export type MovingTable = {
  name: string
  columns: string[]
  /** Which rows move; `$project` stands for the id. */
  where: string
  /** The columns that reference a login. */
  logins: string[]
  ofProject: boolean
  needs: string[]
}

type Found = Omit<MovingTable, 'where'>
const allTables = `select c.relname::text as name,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    exists (select from pg_attribute where attrelid = c.oid and attname = 'project_id' and not attisdropped) as "ofProject",
    array(select a.attname::text from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
           where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'logins'::regclass) as logins,
    array(select distinct confrelid::regclass::text from pg_constraint
           where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as needs
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`

/** The logins referenced in the project. */
export const peopleIn = (tables: Found[]) =>
  tables
    .filter(({ ofProject, logins }) => ofProject && logins.length > 0)
    .flatMap(({ name, logins }) => logins.map((login) => `select ${login} from ${name} where project_id = $project`))
    .join(' union ')

export const readTables = async (client: Pick<DatabaseClient, 'query'>) => (await client.query<Found>(allTables)).rows

/** Which rows are a project's: those that name it, and those of its people's logins. Read from the database, to include new tables. */
export const projectTables = async (client: Pick<DatabaseClient, 'query'>): Promise<MovingTable[]> => {
  const found = (await readTables(client)).filter(({ name }) => !(name in staysBehind))
  const people = peopleIn(found)
  const conditionOf = ({ name, ofProject, logins }: Found) => {
    if (ofProject) return 'project_id = $project'
    const [login] = name === 'logins' ? ['login_id'] : logins
    if (login) return `${login} in (${people})`
    throw new Error(
      `Nothing says to which project the rows of ${name} belong: put it into staysBehind, with the reason.`,
    )
  }
  const ordered = inOrder(
    found.map((table) => ({ ...table, needs: table.needs.filter((name) => !(name in staysBehind)) })),
  ).map((table) => ({ ...table, where: conditionOf(table) }))
  const isCounted = ({ name }: MovingTable) => counted.includes(name)
  return [...ordered.filter((table) => !isCounted(table)), ...ordered.filter(isCounted)]
}

/** The same for one project, as literal text: COPY takes no parameters. */
export const rowsOf = ({ where }: Pick<MovingTable, 'where'>, project: string) =>
  where.replaceAll('$project', `'${projectId(project)}'::uuid`)
