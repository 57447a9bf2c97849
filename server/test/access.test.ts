import { audienceOf, type Call, calls, getUser, getUserRole, type Role, roles } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'
import { aimOf, madeUp, namesNobodyElse } from './strangers.ts'
import { thingsIn } from './things.ts'

const app = await testApp()
const { given, send, owner, database } = app
const all = Object.entries(calls)
const guarded = all.filter(([, call]) => call.allow !== 'anyone')
const isAllowed = (call: Call, role: Role) => call.allow === 'anyone' || call.allow.includes(role)

const project = await given.project()
const elsewhere = await given.project()
const people = Object.fromEntries(
  await Promise.all(roles.map(async (role) => [role, await given.user(role, project)])),
) as Record<Role, TestUser>
const otherPatient = await given.patient(elsewhere)
const otherStaff = await given.staff('Nurse', elsewhere)
const neighbour = await given.patient(project)

const others = await thingsIn(app, otherPatient)
const neighbours = await thingsIn(app, neighbour)

/** Those that a page asks before it has a token; each tells the caller about themselves only. */
const openedByCookie: Record<string, Call> = { getUserRole, getUser }
const cookieOf = ({ role, refreshToken }: TestUser) => ({ [`fornix-${audienceOf(role)}`]: refreshToken })
const cookies = Object.assign({}, ...[people.Patient, people.Nurse, people.Admin].map(cookieOf))

/** An answer without what differs in every request. */
const comparable = ({ status, body }: { status: number; body: Record<string, unknown> | undefined }) => ({
  status,
  body: { ...body, request_id: '' },
})

describe.each(guarded)('%s', (name, call) => {
  test('needs a sign-in', async () => {
    expect((await send(null, call)).status).toBe(401)
    expect((await send({ ...people.Nurse, token: `${people.Nurse.token}x` }, call)).status).toBe(401)
  })

  if (!(name in openedByCookie))
    test('is not opened by the cookies of a session alone, which a browser sends by itself', async () => {
      expect((await send(null, call, {}, { cookies })).status).toBe(401)
    })

  const refused = roles.filter((role) => !isAllowed(call, role))
  test.each(refused)('refuses %s', async (role) => {
    expect((await send(people[role], call)).status).toBe(403)
  })

  test('refuses the header of another project', async () => {
    const role = roles.find((role) => isAllowed(call, role)) ?? 'Patient'
    const answer = await send(people[role], call, {}, { headers: { project: elsewhere } })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'project' })
  })

  const point = aimOf(name, call)
  test('is aimed at a stranger by this test, or says why it cannot be', () => {
    expect(Boolean(point)).toBe(!namesNobodyElse(name, call))
  })

  const callers = point ? roles.filter((role) => isAllowed(call, role)) : []
  test.each(callers)('tells %s the same of a stranger in another project as of nobody', async (role) => {
    if (!point) return
    const stranger = /Notification|Operator/.test(name) ? otherStaff : otherPatient
    const real = point({ owner: stranger, ...others })
    const none = point(madeUp(stranger))
    const answer = comparable(await send(people[role], call, real.args, { file: real.file }))
    expect(answer).toEqual(comparable(await send(people[role], call, none.args, { file: none.file })))
    expect(answer.status).toBe(404)
  })

  // A neighbour's project is one's own, so switching to it names nobody.
  if (point && isAllowed(call, 'Patient') && name !== 'switchProject')
    test('tells a patient the same of a neighbour as of nobody', async () => {
      const real = point({ owner: neighbour, ...neighbours })
      const none = point(madeUp(neighbour))
      const answer = comparable(await send(people.Patient, call, real.args, { file: real.file }))
      expect(answer).toEqual(comparable(await send(people.Patient, call, none.args, { file: none.file })))
    })
})

const fromElsewhere: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  // What a sandboxed frame and a redirected form send.
  { origin: 'null' },
]
test.each(all)('%s refuses what another site’s page sends, whoever is signed in', async (_, call) => {
  const callers =
    call.allow === 'anyone' ? [null, ...roles.map((role) => people[role])] : call.allow.map((role) => people[role])
  for (const n of Array(Math.max(callers.length, fromElsewhere.length)).keys()) {
    const user = callers[n % callers.length]
    const headers = fromElsewhere[n % fromElsewhere.length]
    const sent = { ...(headers && { headers }), ...(user && call.session === 'cookie' && { cookies: cookieOf(user) }) }
    expect(await send(user ?? null, call, {}, sent)).toMatchObject({ status: 403, body: { code: 'cross_site' } })
  }
})

test('a browser’s cookies alone open the two calls that say who one is', async () => {
  for (const call of Object.values(openedByCookie)) expect((await send(null, call, {}, { cookies })).status).toBe(200)
})

test('every table forces row security and belongs to nobody whom the server can be', async () => {
  const tables = await owner<{ name: string; forced: boolean; owner: string }>(
    `select relname as name, relrowsecurity and relforcerowsecurity as forced, pg_get_userbyid(relowner) as owner
       from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  expect(tables.length).toBeGreaterThan(15)
  expect(
    tables.filter(
      ({ forced, owner }) => !forced || owner.startsWith('fornix_app') || owner.startsWith('fornix_system'),
    ),
  ).toEqual([])
})

test('the server’s roles cannot bypass row security', async () => {
  const found = await owner<{ rolname: string }>(
    `select rolname from pg_roles where rolname in ('fornix_app', 'fornix_system') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
  )
  expect(found).toEqual([])
})

test('every key of a table with projects is led by the project', async () => {
  const found = await owner<{ index: string }>(
    `select i.indexrelid::regclass::text as index
       from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute p on p.attrelid = i.indrelid and p.attname = 'project_id' and not p.attisdropped
      where c.relnamespace = 'public'::regnamespace and i.indisunique and i.indkey[0] <> p.attnum and c.relname <> 'projects'`,
  )
  expect(found).toEqual([])
})

test('a query without a scope fails', async () => {
  const { default: pg } = await import('pg')
  const { inject } = await import('vitest')
  const url = Object.assign(new URL(inject('databaseServer')), { username: 'fornix_app', password: 'app' })
  const [{ name } = { name: '' }] = await owner<{ name: string }>('select current_database() as name')
  const client = new pg.Client({ connectionString: Object.assign(url, { pathname: `/${name}` }).href })
  await client.connect()
  await expect(client.query('select * from patients')).rejects.toThrow(/unrecognized configuration parameter/)
  await client.query(`begin; set local app.project_id = '${project}'; set local app.patient_id = ''; commit`)
  await expect(client.query('select * from patients')).rejects.toThrow(/uuid/)
  await client.end()
})

test('inside a patient’s scope there is one patient', async () => {
  const scope = { project: project as never, patient: people.Patient.id as never }
  const seen = await database.scoped(scope, (db) => db.selectFrom('patients').select('patient_id').execute())
  expect(seen).toEqual([{ patient_id: people.Patient.id }])
  expect(await database.scoped(scope, (db) => db.selectFrom('files').selectAll().execute())).toEqual([])
})
