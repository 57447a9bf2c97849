import { createHash } from 'node:crypto'
import { appendFile, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  downloadMyDocument,
  loginAdmin,
  loginPatient,
  stopOperatorEmailChange,
  stopPatientEmailChange,
  uploadMyDocument,
} from '@fornix/contract'
import { afterAll, expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { withLostCommit } from '../../../test/lost-commit.ts'
import { moveWorld, type Place } from '../../../test/move-world.ts'
import { appAdder } from '../../../test/second-factors.ts'
import { openSecret, type Sealed } from '../../clinic/people/factors/totp-secret.ts'
import { remindDue } from '../../features/appointments/reminders.ts'
import { remindOfRequests } from '../../features/scan-access/remind-admins.ts'
import { checkStudies } from '../../features/scan-quality/check-studies.ts'
import { mailSpecialCareOpenings } from '../../features/special-care/mail-openings.ts'
import { detectUnusualAccess } from '../../features/unusual-access/watch.ts'
import { auditActions } from '../../features.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { keyRing } from '../../platform/files/encryption/key-ring.ts'
import { fixedKeys, loadMasterKeys } from '../../platform/files/encryption/master-keys.ts'
import { pathInFolder } from '../../platform/files/stores/folder-store.ts'
import { openMetrics } from '../../platform/metrics/metrics.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import { readSealed, writeManifest } from '../backup/manifest.ts'
import { measureFile } from '../backup/part.ts'
import { moves } from './move-manifest.ts'

const { root, here, there, slug, project, ana, admin, file } = await moveWorld()
const [out, key] = [`${root}/out`, `${root}/move.key`]
const exporting = `project export --project ${slug} --to ${out} --key ${key}`
const importing = `project import --from ${out} --key ${key}`
const done = { code: 0 }
const refusedFor = (text: string) => ({ code: 1, text: expect.stringContaining(text) })
const metrics = openMetrics({ ...here.platform, live: here.platform.live })
afterAll(() => metrics.close())

const signedIn = async ({ send }: Place, user: TestUser): Promise<TestUser> => {
  const { email, password } = user
  const { body } =
    user.role === 'Patient'
      ? await send(null, loginPatient, { body: { email, password } })
      : await send(null, loginAdmin, { body: { username: email, password } })
  return { ...user, token: body.access_token }
}
const download = async (place: Place, user: TestUser, file_id: string) =>
  (await place.send(await signedIn(place, user), downloadMyDocument, { params: { file_id } })).bytes
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
const [stored] = await here.owner<{ storage_key: string }>('select storage_key from files where file_id = $1', [file])
const storedKey = stored?.storage_key ?? ''
const arrived = pathInFolder(there.folder, storedKey)
const carried = pathInFolder(`${out}/files`, storedKey)

test('the master key of a place is no key of a move', async () => {
  await writeFile(`${root}/master.key`, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 })
  expect(await here.run(`project export --project ${slug} --to ${root}/never --key ${root}/master.key`)).toEqual(
    refusedFor('is the master key'),
  )
})

test('an export that fails once the project is closed opens it again', async () => {
  await here.owner(
    `create function no_seal() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
     create trigger no_seal before update on audit_events for each row execute function no_seal()`,
  )
  expect(await here.run(`project export --project ${slug} --to ${root}/never --key ${key}`)).toMatchObject({ code: 1 })
  await here.owner('drop trigger no_seal on audit_events')
  expect(await here.owner('select from project_moves')).toEqual([])
})

test('what names a file of another project never takes its place', async () => {
  const bo = await there.given.patient()
  await there
    .as(bo)
    .call(uploadMyDocument, { params: { key: bo.code } }, { file: { name: 'own.pdf', bytes: smallPdf('Own') } })
  const [own] = await there.owner<{ file_id: string; storage_key: string }>(
    'select file_id, storage_key from files where project_id = $1',
    [bo.project],
  )
  expect(await here.run(`${exporting} --prepare`)).toMatchObject(done)
  const list = await readFile(`${out}/prepared.jsonl`, 'utf8')
  const line = list.split('\n').find((one) => one.includes(storedKey)) ?? ''
  const forged = pathInFolder(`${out}/files`, own?.storage_key ?? '')
  await mkdir(dirname(forged), { recursive: true })
  await copyFile(carried, forged)
  await appendFile(`${out}/prepared.jsonl`, `${line.replace(storedKey, own?.storage_key ?? '')}\n`)
  expect(await there.run(`${importing} --prepare`)).toEqual(refusedFor('belongs to another project'))
  expect((await download(there, bo, own?.file_id ?? '')).equals(smallPdf('Own'))).toBe(true)
  await writeFile(`${out}/prepared.jsonl`, list)
  await rm(forged)
})

test('a file of the folder that was replaced, with a line that says so, is copied again', async () => {
  const forged = Buffer.from('not what was stored')
  await writeFile(carried, forged)
  const sha256 = createHash('sha256').update(forged).digest('hex')
  const list = (await readFile(`${out}/prepared.jsonl`, 'utf8')).split('\n').filter((line) => !line.includes(storedKey))
  const line = JSON.stringify({ key: storedKey, bytes: forged.length, sha256 })
  await writeFile(`${out}/prepared.jsonl`, [...list, line].join('\n'))
  expect((await here.run(`${exporting} --prepare`)).text).toMatch(/^1 files are copied/)
})

test('nobody deletes in a closed project who was let in before, and its jobs rest', async () => {
  await here.owner("update mail_outbox set created_at = now() - interval '1 day' where project_id = $1", [project])
  await here.owner("update mail_outbox set status = 'sent' where project_id <> $1", [project])
  expect(await there.run(`${importing} --prepare`)).toMatchObject(done)
  expect(await here.run(exporting)).toMatchObject(done)
  const late = (table: 'drafts' | 'saved_views') =>
    here.database.scoped(staffScope(projectId(project)), (db) => db.deleteFrom(table).execute())
  await expect(late('drafts')).rejects.toMatchObject({ code: 'FXMOV' })
  await expect(late('saved_views')).rejects.toMatchObject({ code: 'FXMOV' })

  await here.owner(
    `update studies set images_at = now() - interval '1 hour', checked_images = null, check_began_at = null where project_id = '${project}'`,
  )
  await here.owner(
    `update appointments set status = 'booked', reminded_at = null, starts_at = date_trunc('hour', now()) + interval '10 hours',
            changed_at = now() - interval '3 days'
      where appointment_id = (select appointment_id from appointments where project_id = '${project}' limit 1)`,
  )
  await here.owner(
    `insert into special_care_openings (project_id, patient_id, reader_id, hour, opening_id, opened_at)
     values ('${project}', '${ana.id}', '${admin.id}', date_trunc('hour', now()), gen_random_uuid(), now())`,
  )
  await here.owner(
    `update access_requests set status = 'pending', due_on = current_date, reminded_left = null where project_id = '${project}'`,
  )
  const mails = () => here.owner('select mail_id from mail_outbox where project_id = $1 order by 1', [project])
  const before = await mails()
  await remindDue(here.platform)
  await remindOfRequests(here.platform)
  await mailSpecialCareOpenings(here.platform)
  await detectUnusualAccess(here.platform, auditActions)
  await checkStudies(here.platform, { quietSeconds: 0 })
  expect(await mails()).toEqual(before)
  expect(
    await here.owner('select from appointments where project_id = $1 and reminded_at is not null', [project]),
  ).toEqual([])
  expect(await here.owner('select from unusual_access_watch where project_id = $1', [project])).toEqual([])
  expect(
    await here.owner('select from studies where project_id = $1 and check_began_at is not null', [project]),
  ).toEqual([])
})

const numberOf = async (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.text())?.[1])
test('a project that stays closed is told of, and its mails that wait are not', async () => {
  expect(await numberOf('fornix_project_overdue_seconds')).toBe(0)
  await here.owner("update project_moves set back_at = now() - interval '2 hours'")
  expect(await numberOf('fornix_project_overdue_seconds')).toBeGreaterThan(7190)
  expect(await numberOf('fornix_mail_oldest_seconds')).toBe(0)
  expect(await numberOf('fornix_mails_waiting')).toBe(0)
})

test('a file that was here before stays when an import fails, and one that has gone since --prepare comes again', async () => {
  await there.owner(
    `create function alter_note() returns trigger language plpgsql as $$ begin new.text := 'Another'; return new; end $$;
     create trigger alter_notes before insert on patient_notes for each row execute function alter_note()`,
  )
  await rm(`${there.data}/taken-files.jsonl`)
  expect(await there.run(importing)).toEqual(refusedFor('are not those that came'))
  expect(await isThere(arrived)).toBe(true)
  await there.owner('drop trigger alter_notes on patient_notes')
  expect(await there.run(`${importing} --prepare`)).toMatchObject(done)
  await rm(arrived)
  expect(await there.run(importing)).toMatchObject(done)
  expect((await download(there, ana, file)).equals(smallPdf())).toBe(true)
})

test('the export by which a project has left does not open it a second time', async () => {
  expect(await here.run(`project moved --project ${slug} --to https://new.example`)).toMatchObject(done)
  expect(await here.run(`project erase --project ${slug}`)).toMatchObject(done)
  expect(await here.run(importing)).toEqual(refusedFor('would be open twice'))
  expect(await here.owner('select from patients where project_id = $1', [project])).toEqual([])
})

test('whoever works in another project keeps the authenticator app that was added in the one that left', async () => {
  const left = await here.given.project({ slug: 'app-home' })
  const home = await here.given.staff('Admin', left)
  const { secret } = await appAdder(here)(home)
  await here.given.staff('Admin', undefined, { login: home.login, email: home.email })
  const apart = `${root}/app-home`
  expect(await here.run(`project export --project app-home --to ${apart} --key ${key}`)).toMatchObject(done)
  expect(await here.run('project moved --project app-home --to https://new.example')).toMatchObject(done)
  expect(await here.run('project erase --project app-home')).toMatchObject(done)
  const [app] = await here.owner<Sealed>(
    "select sealed, key_project, key_version from login_factors where login_id = $1 and kind = 'totp'",
    [home.login],
  )
  // As a server that has not held the key in memory before.
  const keys = keyRing(here.database, fixedKeys(Buffer.alloc(32, 7)))
  expect(app && (await openSecret(keys, home.login, app)).base32).toBe(secret)
})

test('an address that an account has left at the old place brings no other account to it', async () => {
  const other = await here.given.project({ slug: 'joining', name: 'Joining clinic' })
  const bo = await here.given.patient(other)
  const twin = await there.given.patient(undefined, { email: bo.email })
  const link = 'a-link-in-the-mailbox-that-was-left-behind'
  await here.owner(
    `insert into email_changes (project_id, token_hash, stop_hash, undo_hash, patient_id, email, old_email, moved_login, login_id, used_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, 'left@behind.example', true, $7, now(), now() + interval '1 day')`,
    [other, hashSecret('confirm'), hashSecret('stop'), hashSecret(link), bo.id, bo.email, bo.login],
  )
  const joining = `${root}/joining`
  expect(await here.run(`project export --project joining --to ${joining} --key ${key}`)).toMatchObject(done)
  expect(await there.run(`project import --from ${joining} --key ${key} --join-accounts`)).toMatchObject(done)
  await there.send(null, stopPatientEmailChange, { params: { token: link } })
  expect(await there.owner('select email from logins where login_id = $1', [twin.login])).toEqual([{ email: bo.email }])
})

test('whoever takes an account back does so also while another project of it is closed', async () => {
  const going = await here.given.project({ slug: 'going' })
  const cy = await here.given.patient(going)
  const nurse = await here.given.staff('Nurse', undefined, { login: cy.login, email: cy.email })
  await here.owner(
    `insert into caregivers (project_id, caregiver_id, patient_id, first_name, last_name, email, email_key, relationship, areas, until, invited_by, invited_name)
     values ($1, gen_random_uuid(), $2, 'Dee', 'Rivera', 'dee@home.example', 'dee@home.example', 'Sister', '{visits}', current_date + 30, $2, 'Cy')`,
    [going, cy.id],
  )
  const link = 'a-link-in-the-mailbox-of-the-owner'
  await here.owner(
    `insert into email_changes (project_id, token_hash, stop_hash, undo_hash, provider_id, email, old_email, moved_login, login_id, used_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, 'cy@owner.example', true, $7, now() - interval '1 hour', now() + interval '1 day')`,
    [nurse.project, hashSecret('confirm 2'), hashSecret('stop 2'), hashSecret(link), nurse.id, cy.email, cy.login],
  )
  expect(await here.run(`project export --project going --to ${root}/going --key ${key}`)).toMatchObject(done)
  expect(await here.send(null, stopOperatorEmailChange, { params: { token: link } })).toMatchObject({ status: 200 })
  expect(await here.owner('select email from logins where login_id = $1', [cy.login])).toEqual([
    { email: 'cy@owner.example' },
  ])
})

test('no row names a file of another project, whoever holds the key of the move', async () => {
  const bo = await there.given.patient()
  await there
    .as(bo)
    .call(uploadMyDocument, { params: { key: bo.code } }, { file: { name: 'own.pdf', bytes: smallPdf('Own') } })
  const [own] = await there.owner<{ storage_key: string }>('select storage_key from files where project_id = $1', [
    bo.project,
  ])
  const naming = await here.given.project({ slug: 'naming' })
  const cy = await here.given.patient(naming)
  await here
    .as(cy)
    .call(uploadMyDocument, { params: { key: cy.code } }, { file: { name: 'cy.pdf', bytes: smallPdf('Cy') } })
  const theirs = own?.storage_key ?? ''
  await here.owner('update files set storage_key = $2 where project_id = $1', [naming, theirs])
  const folder = `${root}/naming`
  expect(await here.run(`project export --project naming --to ${folder} --key ${key}`)).toMatchObject(done)

  // The list of files says nothing of it.
  const list = `${folder}/files.jsonl`
  const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => line !== '' && !line.includes(theirs))
  await writeFile(list, lines.map((line) => `${line}\n`).join(''))
  const moveKey = (await loadMasterKeys({ keyFile: key }, { create: false })).all()[0] ?? Buffer.alloc(0)
  const { manifest, key: exportKey } = await readSealed(moves, folder, [moveKey])
  const part = await measureFile(list)
  await rm(`${folder}/manifest.json`)
  await writeManifest(folder, { ...manifest, files: { ...manifest.files, ...part } }, exportKey)

  expect(await there.run(`project import --from ${folder} --key ${key}`)).toEqual(
    refusedFor('belongs to another project'),
  )
  expect(await there.owner('select from projects where project_id = $1', [naming])).toEqual([])
})

test('an import whose last response was lost keeps the files that its rows name, and is finished by another', async () => {
  const lost = await here.given.project({ slug: 'lost-response' })
  const dee = await here.given.patient(lost)
  const sent = { file: { name: 'dee.pdf', bytes: smallPdf('Dee') } }
  const { file_id } = await here.as(dee).call(uploadMyDocument, { params: { key: dee.code } }, sent)
  const folder = `${root}/lost-response`
  expect(await here.run(`project export --project lost-response --to ${folder} --key ${key}`)).toMatchObject(done)
  expect(await withLostCommit(() => there.run(`project import --from ${folder} --key ${key}`))).toMatchObject({
    code: 1,
  })
  expect((await download(there, dee, file_id)).equals(smallPdf('Dee'))).toBe(true)

  const named = () =>
    there.owner("select from audit_events where project_id = $1 and action = 'project.import'", [lost])
  expect(await named()).toHaveLength(1)
  const again = `project import --from ${folder} --key ${key}`
  expect(await there.run(again)).toMatchObject(done)
  expect(await there.run('verify-audit --project lost-response')).toMatchObject(done)
  expect(await there.run(again)).toEqual(refusedFor('is here already'))
  expect(await named()).toHaveLength(1)
})

test('an export that was killed does not keep its folder from the next one', async () => {
  await here.given.project({ slug: 'killed' })
  const folder = `${root}/killed`
  const again = `project export --project killed --to ${folder} --key ${key}`
  for (const command of [`${again} --prepare`, again]) {
    await mkdir(folder, { recursive: true })
    await writeFile(`${folder}/files.jsonl.keys`, 'half of a li')
    expect(await here.run(command)).toMatchObject(done)
  }
  const foreign = `${root}/foreign`
  await mkdir(foreign)
  for (const name of ['files.jsonl.keys', 'manifest.json']) await writeFile(`${foreign}/${name}`, 'of a backup')
  await here.given.project({ slug: 'kept-out' })
  expect(await here.run(`project export --project kept-out --to ${foreign} --key ${key} --prepare`)).toEqual(
    refusedFor('holds something else'),
  )
  expect(await isThere(`${foreign}/files.jsonl.keys`)).toBe(true)
})

test('what may have been imported elsewhere opens only when somebody says that it was not', async () => {
  const staying = await here.given.project({ slug: 'maybe-imported' })
  const release = 'project release --project maybe-imported'
  expect(await here.run(`project export --project maybe-imported --to ${root}/maybe --key ${key}`)).toMatchObject(done)
  expect(await here.run(release)).toEqual(refusedFor('--never-imported'))
  const [closed] = await here.owner<{ move_id: string }>('select move_id from project_moves where project_id = $1', [
    staying,
  ])
  expect(await here.run(`${release} --never-imported`)).toMatchObject(done)
  const rows = await here.owner<{ object_id: string }>(
    "select object_id from audit_events where project_id = $1 and action = 'project.release'",
    [staying],
  )
  expect(rows).toEqual([{ object_id: closed?.move_id }])
})
