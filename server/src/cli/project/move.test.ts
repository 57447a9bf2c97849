import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  dayMs,
  downloadMyDocument,
  giveProof,
  listMyDocuments,
  listPatients,
  loginAdmin,
  loginPatient,
  logoutPatient,
  uploadMyDocument,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { headOf, moveWorld, type Place, rowsIn, tablesOf } from '../../../test/move-world.ts'
import { codeOf } from '../../../test/second-factors.ts'
import { ofDocuments } from '../../../test/security-headers.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { claimMails } from '../../platform/mail/queue.ts'
import { takenList } from './prepared-files.ts'

const { root, here, there, slug, project, ana, admin, stranger, secret, file } = await moveWorld()
const [out, key] = [`${root}/out`, `${root}/move.key`]
const exporting = `project export --project ${slug} --to ${out} --key ${key}`
const importing = `project import --from ${out} --key ${key}`
const done = { code: 0 }
const moving = { status: 503, body: { code: 'moving' } }
const info = { params: { key: ana.code } }

const signIn = ({ send }: Place, { email, password }: TestUser) =>
  send(null, loginPatient, { body: { email, password } })
/** Ana, in another browser. */
const elsewhere = { ...ana, token: (await signIn(here, ana)).body.access_token }
const signInAdmin = ({ send }: Place) =>
  send(null, loginAdmin, { body: { username: admin.email, password: admin.password } })

test('each table is of a project or of its people, or has a reason to stay; a new one stops a move until somebody decides', async () => {
  expect((await tablesOf(here)).length).toBeGreaterThan(70)
  await here.owner('create table of_nobody (id uuid)')
  await expect(tablesOf(here)).rejects.toThrow('rows of of_nobody belong')
  await here.owner('alter table of_nobody add project_id uuid')
  expect((await tablesOf(here)).find(({ name }) => name === 'of_nobody')?.where).toBe('project_id = $project')
  await here.owner('drop table of_nobody')
})

test('the files are copied while people work', async () => {
  expect(await here.run(`${exporting} --prepare`)).toMatchObject(done)
  expect(await there.run(`${importing} --prepare`)).toMatchObject(done)
  const later = { file: { name: 'later.pdf', bytes: smallPdf('Later') } }
  await here.as(ana).call(uploadMyDocument, info, later)
  const again = await here.run(`${exporting} --prepare`)
  expect(again.text).toMatch(/^1 files are copied, \d+ were there/)
})

test('an export waits for who is writing, and refuses who is late', async () => {
  const scope = staffScope(projectId(project))
  const row = { project, actor: ana.id, role: 'Patient' as const, patient: ana.id, request: 'test' }
  let finish = () => {}
  const writing = here.database.scoped(scope, async (db) => {
    await writeAudit(db, { ...row, action: 'document.upload', object: 'slow' })
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  const locks = (which: string) =>
    here.owner(`select from pg_locks where locktype = 'advisory' and classid = 7341 and ${which}`)
  await expect.poll(() => locks('granted')).toHaveLength(1)
  const exported = here.run(`${exporting} --minutes 12`)
  await expect.poll(() => locks('not granted')).toHaveLength(1)
  finish()
  await writing
  expect(await exported).toMatchObject(done)
  expect((await rowsIn(here, project, 1e9))['audit_events']?.join()).toContain('slow')
  const late = here.database.scoped(scope, (db) =>
    writeAudit(db, { ...row, action: 'document.upload', object: 'late' }),
  )
  await expect(late).rejects.toMatchObject({ code: 'FXMOV' })
})

test('meanwhile its people read that it is moving', async () => {
  const refused = await here.send(ana, listMyDocuments, { ...info, query: {} })
  expect(refused).toMatchObject({ ...moving, body: { back_at: expect.any(String) } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await here.send(admin, listPatients, { query: {} })).toMatchObject(moving)
  const sent = { file: { name: 'no.pdf', bytes: smallPdf() } }
  expect(await here.send(ana, uploadMyDocument, info, sent)).toMatchObject(moving)
  expect(await signIn(here, ana)).toMatchObject(moving)
  // Who guesses learns nothing of whose account belongs to it.
  const wrong = { password: 'Wrong-horse-9!' }
  const [guess, another] = [await signIn(here, { ...ana, ...wrong }), await signIn(here, { ...stranger, ...wrong })]
  expect([guess.status, guess.body.code]).toEqual([another.status, another.body.code])
  for (const [url, host] of [
    ['/patients', 'moving.example'],
    [`/moving?project=${project}`, 'portal.example'],
  ] as const) {
    const page = await here.app.inject({ url, headers: { host, accept: 'text/html', 'accept-language': 'es' } })
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, expect.any(String)])
    expect(page.headers).toMatchObject(ofDocuments)
    expect(page.body).toContain('Moving clinic se está trasladando')
    expect(page.body).toMatch(/en unos 1[12] minutos/)
  }
})

test('meanwhile whoever belongs to nowhere else signs out all the same', async () => {
  const living = () => here.owner('select from sessions where login_id = $1 and revoked_at is null', [ana.login])
  const before = await living()
  const answer = await here.send(elsewhere, logoutPatient, { query: {} })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Signed out' } })
  expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'fornix-patient', value: '' }))
  expect(await living()).toHaveLength(before.length - 1)
  expect((await here.send(elsewhere, listMyDocuments, { ...info, query: {} })).status).toBe(401)
})

test('meanwhile none of its mails leaves', async () => {
  const waiting = (of: string) =>
    here.owner("select from mail_outbox where project_id = $1 and status = 'queued'", [of])
  expect((await waiting(project)).length).toBeGreaterThan(0)
  const claimed = await claimMails(here.database, new Date(Date.now() + dayMs), 1000)
  expect(claimed.filter((mail) => mail.project_id === project)).toEqual([])
  expect((await waiting(project)).length).toBeGreaterThan(0)
})

test('meanwhile others work, also who works in both', async () => {
  expect((await here.send(stranger, listMyDocuments, { params: { key: stranger.code }, query: {} })).status).toBe(200)
  expect((await signIn(here, stranger)).status).toBe(200)
  expect((await signInAdmin(here)).body.second_factor).toBe('verify')
  const [session] = await here.owner('select project_id from sessions where login_id = $1 order by session_id desc', [
    admin.login,
  ])
  expect(session).toEqual({ project_id: stranger.project })
  const open = await here.app.inject({ url: `/moving?project=${stranger.project}`, headers: { host: 'a.example' } })
  expect([open.statusCode, open.headers.location]).toEqual([303, '/'])
})

const stored = async () =>
  (await readdir(there.folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
const isRefused = async (sentence: string, command = importing) => {
  const before = await stored()
  const { code, text } = await there.run(command)
  expect([code, text]).toEqual([1, expect.stringContaining(sentence)])
  expect(await there.owner('select from patients')).toEqual([])
  expect(await stored()).toBe(before)
}
/** As long as the work lasts, a bit of the file is another. */
const damaged = async (path: string, work: () => Promise<void>) => {
  const bytes = await readFile(path)
  const changed = Buffer.from(bytes)
  changed.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  await writeFile(path, changed)
  await work()
  await writeFile(path, bytes)
}

test('another key, and a byte that was changed, are refused before anything is written', async () => {
  await writeFile(`${root}/other.key`, `${Buffer.alloc(32, 3).toString('base64')}\n`, { mode: 0o600 })
  await isRefused('key of the move is not the one', `project import --from ${out} --key ${root}/other.key`)
  for (const name of ['manifest.json', 'tables/patients.copy', 'files.jsonl'])
    await damaged(join(out, name), () => isRefused('is damaged'))
  const taken = await readFile(takenList(there.data), 'utf8')
  const files = await readdir(`${out}/files`, { recursive: true, withFileTypes: true })
  const later = files.find((entry) => entry.isFile() && !taken.includes(entry.name))
  await damaged(join(later?.parentPath ?? '', later?.name ?? ''), () => isRefused('is not what was written'))
})

test('another version, a name that is taken and a row that would become another are refused', async () => {
  await there.owner("insert into migrations.applied (name, timestamp) values ('9999_later.sql', '')")
  await isRefused('another version of Fornix')
  await there.owner("delete from migrations.applied where name = '9999_later.sql'")
  const other = await there.given.project({ slug })
  await isRefused(`another project ${slug} here`)
  await there.owner("update projects set slug = 'else', host = 'moving.example' where project_id = $1", [other])
  await isRefused('host name moving.example')
  await there.owner('update projects set host = null where project_id = $1', [other])
  expect(await there.run(importing, { PUBLIC_URL: 'https://moving.example' })).toMatchObject({
    code: 1,
    text: expect.stringContaining('moving.example is the address of this portal itself'),
  })
  expect(await there.owner('select from projects where project_id = $1', [project])).toEqual([])
  await there.owner(
    `create function alter_note() returns trigger language plpgsql as $$ begin new.text := 'Another'; return new; end $$;
     create trigger alter_notes before insert on patient_notes for each row execute function alter_note()`,
  )
  await isRefused('rows of patient_notes are not those that came')
  await there.owner('drop trigger alter_notes on patient_notes')
})

type All = Awaited<ReturnType<typeof rowsIn>>
/** Who has records in another project here, too, keeps the account of here. */
const withoutAdmin = (all: All) =>
  Object.fromEntries(
    Object.entries(all).map(([name, rows]) => [
      name,
      ['logins', 'login_factors', 'known_devices', 'recovery_codes'].includes(name)
        ? rows.filter((row) => !row.includes(`"login_id":"${admin.login}"`))
        : rows,
    ]),
  )

/** Everything of the project is read as it was, and its people sign in. */
const proveAt = async (place: Place, rows: All, seq: number, which = (all: All) => all) => {
  expect(which(await rowsIn(place, project, seq))).toEqual(which(rows))
  const after = await place.owner('select action from audit_events where project_id = $1 and seq = $2', [
    project,
    seq + 1,
  ])
  expect(after).toEqual([{ action: 'project.import' }])
  expect(await place.run(`verify-audit --project ${slug}`)).toMatchObject(done)
  expect(await place.run('verify-form')).toMatchObject(done)
  const { body } = await signIn(place, ana)
  const user = { ...ana, token: body.access_token }
  const opened = await place.send(user, downloadMyDocument, { params: { file_id: file } })
  expect(opened.bytes.equals(smallPdf())).toBe(true)
}

test('the project arrives with every row, file, key and seal', async () => {
  const seq = await headOf(here, project)
  const rows = await rowsIn(here, project, seq)
  expect(await there.run(importing)).toMatchObject({
    ...done,
    text: expect.stringContaining('Visitors of moving.example now reach moving-clinic.'),
  })
  await proveAt(there, rows, seq)
  const { body } = await signInAdmin(there)
  const user = { ...admin, token: body.access_token }
  expect(
    (await there.send(user, giveProof, { body: { proof: { method: 'totp', code: codeOf(secret, 1) } } })).status,
  ).toBe(200)
  await isRefusedTwice()
})
const isRefusedTwice = async () => {
  const { code, text } = await there.run(importing)
  expect([code, text]).toEqual([1, expect.stringContaining('is here already')])
}

test('the old place says where it went, and forgets all but its trail', async () => {
  const erase = `project erase --project ${slug}`
  expect(await here.run(erase)).toMatchObject({ code: 1, text: expect.stringContaining('has not moved') })
  expect(await here.run(`project moved --project ${slug} --to https://new.example`)).toMatchObject(done)
  expect((await here.run(`project release --project ${slug}`)).text).toContain('open twice')
  const page = await here.app.inject({ url: '/', headers: { host: 'moving.example', accept: 'text/html' } })
  expect(page.body).toContain('<a href="https://new.example">')
  expect(await here.send(ana, listMyDocuments, { ...info, query: {} })).toMatchObject({
    status: 503,
    body: { moved_to: 'https://new.example' },
  })
  const others = await rowsIn(here, stranger.project, 1e9)
  const removed = () => here.owner('select storage_key from file_removals where project_id = $1', [project])
  const stored = await here.owner(
    'select storage_key from files where project_id = $1 union all select storage_key from archive_instances where project_id = $1',
    [project],
  )
  const before = await removed()
  expect(await here.run(erase)).toMatchObject(done)
  const left = Object.entries(await rowsIn(here, project, 1e9)).filter(([, rows]) => rows.length > 0)
  expect(left.map(([name]) => name).sort()).toEqual(['audit_events', 'projects'])
  expect(await here.owner('select from logins where login_id = $1', [ana.login])).toEqual([])
  expect(await removed()).toHaveLength(before.length + stored.length)
  expect(await rowsIn(here, stranger.project, 1e9)).toEqual(others)
  expect(await here.run('verify-audit')).toMatchObject(done)
})

test('and back again', async () => {
  const back = `${root}/back`
  await there.as({ ...ana, token: (await signIn(there, ana)).body.access_token }).call(uploadMyDocument, info, {
    file: { name: 'there.pdf', bytes: smallPdf('There') },
  })
  expect(await there.run(`project export --project ${slug} --to ${back} --key ${key}`)).toMatchObject(done)
  const seq = await headOf(there, project)
  const rows = await rowsIn(there, project, seq)
  const { code, text } = await here.run(`project import --from ${back} --key ${key}`)
  expect([code, text]).toEqual([0, expect.stringContaining('1 of them keep the account')])
  await proveAt(here, rows, seq, withoutAdmin)
  expect(await here.owner('select from file_removals where project_id = $1', [project])).toEqual([])
})

test('who has an account there already keeps it, where the operator says so and the address is proven', async () => {
  const other = await here.given.project({ slug: 'joining', name: 'Joining clinic' })
  const bo = await here.given.patient(other)
  const twin = await there.given.patient(undefined, { email: bo.email })
  const joining = `project import --from ${root}/joining --key ${key}`
  expect(await here.run(`project export --project joining --to ${root}/joining --key ${key}`)).toMatchObject(done)
  expect((await there.run(joining)).text).toContain(`have an account here already: ${bo.email}`)
  const proven = (at: string) =>
    there.owner(`update logins set email_verified_at = ${at} where login_id = $1`, [twin.login])
  await proven('null')
  expect((await there.run(`${joining} --join-accounts`)).text).toContain('has not proven the address')
  await proven('now()')
  expect(await there.run(`${joining} --join-accounts`)).toMatchObject(done)
  const [record] = await there.owner('select login_id from patients where patient_id = $1', [bo.id])
  expect(record).toEqual({ login_id: twin.login })
  expect(await there.owner('select from logins where login_id = $1', [bo.login])).toEqual([])
})

test('what stays after all is open again', async () => {
  const other = await here.given.project({ slug: 'staying', name: 'Staying after all' })
  const bo = await here.given.patient(other)
  const documents = () => here.send(bo, listMyDocuments, { params: { key: bo.code }, query: {} })
  expect(await here.run(`project export --project staying --to ${root}/staying --key ${key}`)).toMatchObject(done)
  expect(await documents()).toMatchObject(moving)
  expect(await here.run('project release --project staying --never-imported')).toMatchObject(done)
  expect((await documents()).status).toBe(200)
  expect(await here.run('verify-audit --project staying')).toMatchObject(done)
})
