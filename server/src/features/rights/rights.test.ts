import {
  type Call,
  calls,
  exportPatients,
  getAuditLog,
  getMyRights,
  getRights,
  listNotifications,
  type OperatorRole,
  operatorNames,
  operators,
  type Right,
  readAllNotifications,
  rights,
  rightTexts,
  saveRights,
  uploadMyDocument,
  type Withheld,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { aimOf } from '../../../test/strangers.ts'
import { thingsIn } from '../../../test/things.ts'

const app = await testApp()
const { as, given, send, owner } = app
const save = (admin: TestUser, body: object) => send(admin, saveRights, { body: { two_person_amount: null, ...body } })
const all = (right: Right): Withheld => Object.fromEntries(operators.map((role) => [role, [right]]))

const project = await given.project()
const admin = await given.staff('Admin', project)
const people = Object.fromEntries(
  await Promise.all(operators.map(async (role) => [role, await given.staff(role, project)])),
) as Record<OperatorRole, TestUser>
const ana = await given.patient(project)
const things = await thingsIn(app, ana)

const [tables] = await owner<{ names: string[] }>(
  `select array_agg(p.relname::text) as names from pg_attribute a join pg_class p on p.oid = a.attrelid
    where p.relnamespace = 'public'::regnamespace and p.relkind = 'r' and a.attname = 'project_id'
      and p.relname not in ('audit_events', 'audit_heads', 'sessions', 'viewer_tickets')`,
)
/** Everything that the project holds. */
const digest = () =>
  owner(
    (tables?.names ?? [])
      .map(
        (name) =>
          `select '${name}', md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${name} t where project_id = $1`,
      )
      .join(' union all '),
    [project],
  )

const named = Object.entries(calls).filter((entry): entry is [string, Call & { right: Right }] =>
  Boolean(entry[1].right),
)
const argsOf = (name: string, call: Call) =>
  aimOf(name, call)?.({ owner: ana, ...things }) ?? {
    args: { params: { study: things.study }, query: { columns: 'email', reason: 'Because' } },
  }

test('every right is asked by a call, and only of calls that some provider may make', () => {
  expect([...new Set(named.map(([, { right }]) => right))].sort()).toEqual([...rights].sort())
  for (const [name, { allow }] of named)
    expect(allow !== 'anyone' && allow.some((role) => role !== 'Admin' && role !== 'SuperAdmin'), name).toBe(true)
})

describe.each(named)('%s', (name, call) => {
  const roles = operators.filter((role) => call.allow !== 'anyone' && call.allow.includes(role))

  test.each(roles)('is refused to %s by a project that withholds its right, and changes nothing', async (role) => {
    await save(admin, { withheld: { [role]: [call.right] } })
    const before = await digest()
    const { args, file } = argsOf(name, call) as { args: object; file?: { name: string; bytes: Buffer } }
    const answer = await send(people[role], call, args, { file })
    expect(answer).toMatchObject({
      status: 403,
      body: {
        code: 'right_withheld',
        error: `Your clinic does not let ${operatorNames[role]} ${rightTexts[call.right].verb}. Ask an admin.`,
      },
    })
    expect(await digest()).toEqual(before)
    const { entries } = await as(admin).call(getAuditLog, { query: { person: people[role].code } })
    expect(entries[0]).toMatchObject({
      what: 'Was refused',
      item: call.summary,
      detail: 'The project does not let this role do that',
    })
  })

  test('asks no more of admins, of other roles, and in other projects', async () => {
    await save(admin, { withheld: { [roles[0] ?? 'Nurse']: [call.right] } })
    const others = [admin, people[roles[1] ?? 'Nurse'], await given.staff(roles[0] ?? 'Nurse')]
    for (const other of others)
      expect((await send(other, call, {})).body?.['code'], other.role).not.toBe('right_withheld')
  })
})

test('a patient has all rights over the own record, whatever is withheld from staff', async () => {
  for (const right of rights) await save(admin, { withheld: all(right) })
  const sent = await send(
    ana,
    uploadMyDocument,
    { params: { key: ana.code } },
    { file: { name: 'a.pdf', bytes: smallPdf() } },
  )
  expect(sent.status).toBe(200)
})

test('everything is allowed until an admin withholds something, which counts at once and is taken back at once', async () => {
  const nora = await given.staff('Nurse')
  const root = await given.staff('SuperAdmin', nora.project)
  const exported = async () =>
    (await send(nora, exportPatients, { query: { columns: 'email', reason: 'Report' } })).status
  expect(await as(root).call(getRights, {})).toEqual({
    withheld: {},
    two_person_amount: null,
    version: 0,
    changed: null,
  })
  expect(await as(nora).call(getMyRights, {})).toEqual({ withheld: [], two_person_amount: null })
  expect(await exported()).toBe(200)

  await save(root, { withheld: { Nurse: ['export'] }, two_person_amount: '100' })
  expect(await exported()).toBe(403)
  expect(await as(nora).call(getMyRights, {})).toEqual({ withheld: ['export'], two_person_amount: '100.00' })
  expect(await as(root).call(getMyRights, {})).toMatchObject({ withheld: [] })

  await save(root, { withheld: {} })
  expect(await exported()).toBe(200)
})

test('the page says who changed it last; of two admins who save at once the second gets what the first saved', async () => {
  const one = await given.staff('Admin')
  const two = await given.staff('Admin', one.project)
  const [first, second] = await Promise.all([
    save(one, { withheld: { Nurse: ['export'] }, version: 0 }),
    save(two, { withheld: { Physician: ['export'] }, version: 0 }),
  ])
  const [won, lost] = first.status === 200 ? [first, second] : [second, first]
  expect(won.body).toMatchObject({ version: 1, changed: { name: 'Nora Lindt', at: expect.stringMatching(/Z$/) } })
  expect(lost).toMatchObject({ status: 409, body: { code: 'stale', current: { withheld: won.body['withheld'] } } })
})

test('the access log says which right of which role was changed, and the amount', async () => {
  const root = await given.staff('Admin')
  await save(root, { withheld: { Nurse: ['see_medical', 'export', 'export'] }, two_person_amount: '250.5' })
  await save(root, { withheld: { Nurse: ['export'], 'MRI-Tech': ['decide_money'] } })
  const { entries } = await as(root).call(getAuditLog, { query: { kind: 'rights' } })
  expect(entries.map(({ what, item }) => `${what}: ${item}`)).toEqual([
    'Changed what each role may do: MRI technologists: decide on reimbursements off; nurses: see medical information on; two people for money: never',
    'Changed what each role may do: nurses: export off, see medical information off; two people for money: above $250.50',
  ])
})

test('a change of the amount that needs two people is told to the other admins at once, and no other change is', async () => {
  const [one, two] = [await given.staff('Admin'), await given.staff('Nurse')]
  const other = await given.staff('SuperAdmin', one.project)
  const told = async (user: TestUser) =>
    (await as(user).call(listNotifications, { params: { provider_id: user.code }, query: {} })).notifications
  await save(one, { withheld: { Nurse: ['export'] }, two_person_amount: '100' })
  await save(one, { withheld: {}, two_person_amount: '100.00' })
  expect(await told(other)).toMatchObject([
    { item_type: 'rights', note: 'Two people for reimbursements: from never to above $100.00', by: 'Nora Lindt' },
  ])
  for (const user of [one, two, await given.staff('Nurse', one.project)]) expect(await told(user)).toEqual([])
  const mails = await owner('select to_addresses, body from mail_outbox where project_id = $1', [one.project])
  expect(mails).toEqual([{ to_addresses: [other.email], body: expect.stringContaining('from never to above $100.00') }])
  await as(other).call(readAllNotifications, { params: { provider_id: other.code } })
  expect(await told(other)).toMatchObject([{ read: true }])
})

test.each<[object, string]>([
  [{ withheld: { Nurse: ['fly'] } }, 'withheld.Nurse.0'],
  [{ withheld: { Admin: ['export'] } }, 'withheld'],
  [{ withheld: {}, two_person_amount: '-1' }, 'two_person_amount'],
  [{ withheld: {}, two_person_amount: '0' }, 'two_person_amount'],
])('%j is refused', async (body, field) => {
  const answer = await save(await given.staff('Admin'), body)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body['fields'])).toEqual([field])
})
