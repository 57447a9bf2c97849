import type pg from 'pg'
import { tableRules } from '../src/features.ts'

/** The tables of which a patient's scope holds the patient's own rows, by the column that says whose they are. */
export const ownRows: Record<string, string> = {
  audit_events: 'patient_id',
  ...Object.fromEntries(tableRules.flatMap(({ table, patientsSee }) => (patientsSee ? [[table, patientsSee.by]] : []))),
}
/** The tables of which it holds what belongs to a study that is open to the patient. */
const ofOpenStudies = ['archive_instances', 'archive_studies']
/** The tables of which every patient has the whole project, each with the reason. No column that they may read names a patient. */
const sharedInProject: Record<string, string> = {
  closed_days: 'the days of the site',
  mail_outbox: 'its keys and how far it is: a mail is queued at most once, and the next one builds on it',
  opening_hours: 'the hours of the site',
  patient_word_totals: 'counts patients by four letters of a word, and by one more than thousands have in common',
  project_keys: 'wrapped by the master key',
  project_moves: 'that it moves, and where to',
  project_totals: 'counts patients',
  projects: 'the project itself',
  scanners: 'the scanners of the site',
  schedules: 'the hours of the site',
  series_openings: 'the UID of a series only: opened once or before',
  taken_slots: 'which half hours are taken, though not by whom',
  viewer_tickets: 'written, and never read',
}
/** What is written once and neither changed nor deleted by any request. */
const appendOnly = [
  'audit_events',
  'form_countersignatures',
  'form_signatures',
  'mail_attachments',
  'measurement_reports',
  'patient_emails',
  'patient_notes',
  'patient_status_history',
  'reimbursement_history',
  'screening_reviews',
  'screenings',
  'staff_feedback',
  'visit_steps',
]
/** A new table is closed to patients until its feature says in its `retention.ts` that they see their own rows, or it stands above. */
export const openToPatients = [...Object.keys(ownRows), ...ofOpenStudies, ...Object.keys(sharedInProject)]

const project = "(project_id = (current_setting('app.project_id'::text))::uuid)"
const patient = "current_setting('app.patient_id'::text)"
const isStaff = `(${patient} = 'any'::text)`
const bound = (end: string) => `(COALESCE(NULLIF(${patient}, 'any'::text), '${end}'::text))::uuid`
const [lowest, highest] = ['0', 'f'].map((digit) =>
  [8, 4, 4, 4, 12].map((length) => digit.repeat(length)).join('-'),
) as [string, string]

/** Rows of records that were merged into one that the scope holds: row security narrows `record_merges`, too. */
const ofMergedRecords = `(${project} AND (patient_id IN ( SELECT record_merges.merged_id FROM record_merges WHERE (record_merges.undone_at IS NULL))))`

/** Rows that name no patient, which a caregiver's own sign-in leaves; read like all others, they are never among a patient's. */
const ofOwnSignIn = `(${project} AND (patient_id IS NULL) AND (NOT is_shared('all'::text)) AND is_shared((actor_id)::text))`

/** The conditions that a table's rows may have, as the database writes them. Anything wider, and anything else, is a problem. */
const narrowEnough = (table: string) => {
  const column = ownRows[table]
  if (column)
    return [
      `(${project} AND (${column} >= ${bound(lowest)}) AND (${column} <= ${bound(highest)}))`,
      `(${project} AND (${isStaff} OR (${patient} = (${column})::text)))`,
      ...(table === 'audit_events' ? [ofMergedRecords, ofOwnSignIn] : []),
    ]
  if (ofOpenStudies.includes(table))
    return [`(${project} AND (${isStaff} OR (study_uid IN ( SELECT open_studies.study_uid FROM open_studies))))`]
  return [table in sharedInProject ? project : `(${project} AND ${isStaff})`]
}

type Command = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
type Policy = {
  policyname: string
  roles: string[]
  cmd: Command | 'ALL'
  permissive: 'PERMISSIVE' | 'RESTRICTIVE'
  qual: string | null
  with_check: string | null
}
type Table = {
  name: string
  public: boolean
  forced: boolean
  rights: string[]
  names_patients: string[]
  policies: Policy[]
}

/** What the rows of a command have to fulfill, before and after it. A policy for all without a check of its own checks its condition. */
const conditionsOf = ({ cmd, qual, with_check }: Policy, command: Command) => {
  if (cmd !== 'ALL' && cmd !== command) return []
  const after = with_check ?? (command === 'INSERT' && cmd !== 'ALL' ? 'true' : qual)
  if (command === 'INSERT') return [after]
  return command === 'UPDATE' && after !== qual ? [qual, after] : [qual]
}

const commands: Command[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
const problemsOf = ({ name, public: isPublic, forced, rights, names_patients, policies }: Table) => {
  const problems: string[] = []
  // Elsewhere the migrations keep their list, which nobody else may read.
  if (!forced && (isPublic || rights.length > 0)) problems.push('does not force row security')
  for (const { policyname, roles } of policies)
    if (!['fornix_app', 'fornix_system'].includes(roles.join())) problems.push(`${policyname} is for ${roles}`)
  // Permissive policies widen one another: each has to be narrow by itself. A restrictive one can only take rows away.
  const ofApp = policies.filter(({ roles, permissive }) => permissive === 'PERMISSIVE' && !isSystem(roles))
  for (const command of commands) {
    const conditions = ofApp.flatMap((policy) => conditionsOf(policy, command))
    if (conditions.length === 0 && rights.includes(command)) problems.push(`${command} is granted without a policy`)
    for (const condition of conditions) {
      const text = (condition ?? 'true').replace(/\s+/g, ' ')
      if (!narrowEnough(name).includes(text)) problems.push(`${command} reaches ${text}`)
    }
  }
  for (const right of rights.filter((right) => !commands.some((command) => command === right)))
    problems.push(`${right} is granted, which row security does not see`)
  if (appendOnly.includes(name))
    for (const right of ['UPDATE', 'DELETE'].filter((right) => rights.includes(right)))
      problems.push(`${right} changes what is written once`)
  if (name in sharedInProject && names_patients.length > 0) problems.push(`shows every patient ${names_patients}`)
  return problems.map((problem) => `${name}: ${problem}`)
}
const isSystem = (roles: string[]) => roles.join() === 'fornix_system'

type Query = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>
const isOurs =
  "relnamespace not in (select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema')"

/** What in a database would show or change more rows than it should, whether there are any rows or not. */
export const rowSecurityProblems = async (query: Query) => {
  const tables = await query<Table>(`
    select relname as name, relnamespace = 'public'::regnamespace as public, relrowsecurity and relforcerowsecurity as forced,
           array(select r from unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) r
                  where has_table_privilege('fornix_app', c.oid, r)
                     or r not in ('DELETE', 'TRUNCATE', 'TRIGGER') and has_any_column_privilege('fornix_app', c.oid, r)) as rights,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname not in ('project_id')
                    and has_column_privilege('fornix_app', c.oid, a.attnum, 'select')
                    and (a.attname in ('patient_id', 'person_id')
                         or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
                                       and k.confrelid = 'patients'::regclass and a.attnum = any(k.conkey)))) as names_patients,
           coalesce((select json_agg(p) from pg_policies p where p.schemaname = c.relnamespace::regnamespace::text
                        and p.tablename = c.relname), '[]') as policies
      from pg_class c where relkind in ('r', 'p', 'f') and ${isOurs} order by relname`)
  const views = await query<{ name: string }>(`
    select relname as name from pg_class c where ${isOurs} and has_any_column_privilege('fornix_app', c.oid, 'select')
       and (relkind = 'm' or relkind = 'v' and not coalesce('security_invoker=true' = any(reloptions), false))`)
  const functions = await query<{ name: string }>(`
    select proname as name from pg_proc where prosecdef
       and pronamespace not in (select oid from pg_namespace where nspname in ('pg_catalog', 'information_schema'))`)
  const missing = openToPatients.filter((listed) => !tables.some(({ name }) => name === listed))
  return [
    ...tables.flatMap(problemsOf),
    ...views.map(({ name }) => `${name}: a view with its owner’s rights`),
    ...functions.map(({ name }) => `${name}: a function with its owner’s rights`),
    ...missing.map((name) => `${name}: no such table`),
  ]
}
