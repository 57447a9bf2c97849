import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { saveDraft } from '@fornix/contract'
import { afterAll } from 'vitest'
import { projectTables, rowsOf } from '../src/cli/project/project-tables.ts'
import { newKeyPair } from '../src/platform/anchors/audit-key.ts'
import { roleAddresses } from '../src/platform/database/addresses.ts'
import { projectId, staffScope } from '../src/platform/database/scope.ts'
import { runIn } from './command-line.ts'
import { aStudy, instancesOf } from './dicom.ts'
import { fullRecord } from './full-record.ts'
import { type TestApp, testApp } from './harness.ts'
import { testPasswords } from './passwords.ts'
import { appAdder } from './second-factors.ts'

/** A running installation, and its operator's commands. */
const placeOf = async (root: string, master: Buffer) => {
  const app = await testApp({ master })
  const data = await mkdtemp(`${root}/data-`)
  await writeFile(`${data}.audit`, newKeyPair().privatePem, { mode: 0o600 })
  const { appUrl, systemUrl } = roleAddresses(app.url, testPasswords)
  const environment = {
    DATA_DIR: data,
    LOG_LEVEL: 'silent',
    MASTER_KEY: master.toString('base64'),
    AUDIT_KEY_FILE: `${data}.audit`,
    FILES_URL: `file:${app.folder}`,
    DATABASE_URL: appUrl,
    DATABASE_SYSTEM_URL: systemUrl,
  }
  return {
    ...app,
    data,
    run: (command: string, settings = {}) => runIn({ ...environment, ...settings }, ...command.split(' ')),
  }
}
export type Place = Awaited<ReturnType<typeof placeOf>>

export const tablesOf = ({ owner }: Pick<TestApp, 'owner'>) =>
  projectTables({ query: async (text: string) => ({ rows: await owner(text) }) } as never)

/** What each place wraps and seals by keys of its own, and the project that a login has used last. */
const ofThePlace: Record<string, RegExp> = {
  form_countersignatures: /"seal":"[^"]*"/,
  form_signatures: /"seal":"[^"]*"/,
  login_factors: /"sealed":"[^"]*","key_project":"[^"]*"/,
  logins: /"last_project_id":[^,]*/,
  project_keys: /"wrapped_key":"[^"]*"/,
}
/** All rows of a project by table, with its trail up to a row. */
export const rowsIn = async (place: Pick<TestApp, 'owner'>, project: string, seq: number) => {
  const all: Record<string, string[]> = {}
  for (const table of await tablesOf(place)) {
    if (table.name === 'audit_heads') continue
    const upTo = table.name === 'audit_events' ? `and seq <= ${seq}` : ''
    const rows = await place.owner<{ row: string }>(
      `select row_to_json(t)::text as row from ${table.name} t where ${rowsOf(table, project)} ${upTo}`,
    )
    all[table.name] = rows.map(({ row }) => row.replace(ofThePlace[table.name] ?? /$^/, '')).sort()
  }
  return all
}
export const headOf = async ({ owner }: Pick<TestApp, 'owner'>, project: string) =>
  Number((await owner<{ seq: string }>('select seq from audit_heads where project_id = $1', [project]))[0]?.seq)

/**
 * A project that has some of nearly everything, at one of two places; an admin of it works in another one, too, where the second step was
 * set up.
 */
export const moveWorld = async () => {
  const root = await mkdtemp(`${tmpdir()}/fornix-move-`)
  afterAll(() => rm(root, { recursive: true, force: true }))
  const here = await placeOf(root, Buffer.alloc(32, 7))
  const there = await placeOf(root, Buffer.alloc(32, 9))
  const { given, as, owner, platform } = here
  const slug = 'moving-clinic'
  const project = await given.project({ slug, name: 'Moving clinic' })
  await owner("update projects set host = 'moving.example' where project_id = $1", [project])
  const ana = await given.patient(project)
  const { fileId } = await fullRecord(here, ana, await given.staff('Nurse', project))
  for (const { bytes } of await instancesOf(aStudy(ana.code), 2))
    await platform.archive.store(staffScope(projectId(project)), Readable.from([bytes]), { maxBytes: 2 ** 20 })
  await as(ana).call(saveDraft, { params: { form: 'contact' }, body: { values: { subject: 'Half of a' } } })
  const other = await given.project({ name: 'Staying clinic' })
  const elsewhere = await given.staff('Admin', other)
  const { secret } = await appAdder(here)(elsewhere)
  const admin = await given.staff('Admin', project, { login: elsewhere.login, email: elsewhere.email })
  for (const text of [
    `insert into identities (issuer, subject, login_id) values ('https://id.example', 'ana', '${ana.login}')`,
    `insert into special_care (project_id, patient_id, reason, marked_by) values ('${project}', '${ana.id}', 'Known here', '${admin.id}')`,
    `insert into saved_views (project_id, view_id, provider_id, name, filters) values ('${project}', gen_random_uuid(), '${admin.id}', 'Mine', '{}')`,
    `insert into closed_days (project_id, day) values ('${project}', '2031-01-01')`,
    `update access_requests set due_on = due_on + 7 where project_id = '${project}'`,
  ])
    await owner(text)
  const stranger = await given.patient(other)
  return { root, here, there, slug, project, ana, admin, elsewhere, stranger, secret, file: fileId }
}
