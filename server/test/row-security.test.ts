import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { rowSecurityProblems } from './row-security.ts'

const { owner, url, drop } = await testDatabase()
const client = new pg.Client({ connectionString: url })
await client.connect()
afterAll(async () => {
  await client.end()
  await drop()
})

test('no command on any table reaches further than the project, and a patient’s no further than the patient', async () => {
  expect(await rowSecurityProblems(owner)).toEqual([])
})

describe('of a mistake in a migration is told', () => {
  beforeEach(async () => {
    await client.query('begin')
    return async () => void (await client.query('rollback'))
  })
  const ownNotes = `create table own_notes (project_id uuid not null, note_id uuid not null, patient_id uuid not null, text text);`
  const everybody = "(project_id = (current_setting('app.project_id'::text))::uuid)"

  test.each([
    [
      'a table of patients’ rows that is scoped to the project alone',
      `${ownNotes} select scope_table('own_notes', null, 'select, insert')`,
      ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((command) => `own_notes: ${command} reaches ${everybody}`).sort(),
    ],
    [
      'a shared table that begins to name patients',
      'alter table taken_slots add column patient_id uuid; grant select on taken_slots to fornix_app',
      ['taken_slots: shows every patient patient_id'],
    ],
    [
      'a policy beside the narrow one',
      'create policy more on patients for select to fornix_app using (true)',
      ['patients: SELECT reaches true'],
    ],
    [
      'a policy for everybody',
      'create policy more on files for delete using (false)',
      ['files: DELETE reaches false', 'files: more is for public'],
    ],
    [
      'a check that lets rows be written for somebody else',
      'alter policy scope on surveys with check (true)',
      ['surveys: INSERT reaches true', 'surveys: UPDATE reaches true'],
    ],
    [
      'a condition that forgets the project',
      `alter policy scope on patient_notes using (current_setting('app.patient_id') = 'any')`,
      ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
        .map((command) => `patient_notes: ${command} reaches (current_setting('app.patient_id'::text) = 'any'::text)`)
        .sort(),
    ],
    [
      'row security that the owner escapes',
      'alter table sessions no force row level security',
      ['sessions: does not force row security'],
    ],
    [
      'a table without any',
      `${ownNotes} grant select on own_notes to fornix_app`,
      ['own_notes: SELECT is granted without a policy', 'own_notes: does not force row security'],
    ],
    [
      'a right that row security does not see',
      'grant truncate on files to fornix_app',
      ['files: TRUNCATE is granted, which row security does not see'],
    ],
    [
      'a right to change what is written once',
      'grant update (result) on audit_events to fornix_app',
      ['audit_events: UPDATE changes what is written once'],
    ],
    [
      'a view that reads as its owner',
      'create view all_patients as select * from patients; grant select on all_patients to fornix_app',
      ['all_patients: a view with its owner’s rights'],
    ],
    [
      'a function that runs as its owner',
      `create function everyone() returns bigint language sql security definer as 'select count(*) from patients'`,
      ['everyone: a function with its owner’s rights'],
    ],
  ])('%s', async (_, mistake, problems) => {
    await client.query(mistake)
    const found = await rowSecurityProblems(async (text) => (await client.query(text)).rows)
    expect(found.sort()).toEqual(problems)
  })
})
