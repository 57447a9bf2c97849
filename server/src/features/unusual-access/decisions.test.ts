import { getAccessLog, listUnusualAccess } from '@fornix/contract'
import { expect, test } from 'vitest'
import { explained, noonDaysAgo, unusualWorld } from '../../../test/unusual-world.ts'
import { auditActions } from '../../features.ts'
import { detectUnusualAccess } from './watch.ts'

const { as, given, send, owner, platform, happened, findings, found, decide, namesake } = await unusualWorld()
const at = noonDaysAgo(5)

test('rule, state, person and days narrow the list, but open cases are always in it; each state has its count', async () => {
  const { ana, nora, adam, finding } = await namesake()
  const other = await given.staff('Physician', ana.project)
  const old = noonDaysAgo(40)
  await happened(other, ana, { at: old })
  await owner('update unusual_access_watch set looked_through = $2 where project_id = $1', [ana.project, new Date(old)])
  await detectUnusualAccess(platform, auditActions)
  await decide(adam, finding.finding_id, explained)
  const list = (query: object) => as(adam).call(listUnusualAccess, { query })

  const all = await list({ days: '90' })
  expect(all).toMatchObject({ total: 4, counts: { new: 3, follow_up: 0, explained: 1 }, time_zone: 'America/New_York' })
  expect(all.findings.map(({ last_at }) => last_at)).toEqual(
    all.findings
      .map(({ last_at }) => last_at)
      .toSorted()
      .toReversed(),
  )
  const open = await list({ days: '7', person: other.code })
  expect(open).toMatchObject({ total: 2, counts: { new: 2, follow_up: 0 } })
  for (const [n, decision] of [explained, { state: 'follow_up', assignee: adam.code }].entries())
    await decide(adam, open.findings[n]?.finding_id ?? '', decision)
  expect(await list({ days: '30' })).toMatchObject({ total: 3, counts: { new: 1, follow_up: 1, explained: 1 } })
  expect(await list({ days: '7', state: 'follow_up' })).toMatchObject({ total: 1, findings: [{ state: 'follow_up' }] })
  expect(await list({ days: '90', state: 'new' })).toMatchObject({ total: 1, counts: { explained: 2 } })
  expect(await list({ days: '90', rule: 'no_task', person: other.code })).toMatchObject({ total: 1 })
  expect(await list({ days: '90', person: nora.code, state: 'explained' })).toMatchObject({
    total: 1,
    findings: [{ finding_id: finding.finding_id }],
  })
  expect(await list({ person: 'S-nobody' })).toMatchObject({ total: 0 })
})

test('an explanation needs a reason, a follow-up an admin of the project who is not the reader', async () => {
  const { ana, nora, adam, finding } = await namesake()
  const stranger = await given.staff('Admin')
  const colleague = await given.staff('Nurse', ana.project)
  const id = finding.finding_id
  expect(await decide(adam, id, { state: 'explained', reason: 'no' })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Please give a reason, in 5 to 500 characters' } },
  })
  for (const assignee of ['', nora.code, stranger.code, colleague.code])
    expect(await decide(adam, id, { state: 'follow_up', assignee })).toMatchObject({
      status: 400,
      body: { fields: { assignee: expect.stringMatching(/^Please choose an/) } },
    })
  expect((await decide(adam, id, { state: 'new' })).status).toBe(400)

  const { body } = await decide(adam, id, { state: 'follow_up', assignee: adam.code })
  expect(body).toMatchObject({
    finding: {
      state: 'follow_up',
      version: 2,
      decision: { by: 'Nora Lindt', at: expect.any(String), reason: '', assignee: { provider_id: adam.code } },
    },
  })
  expect(await decide(adam, id, explained)).toMatchObject({ status: 409, body: { current: { version: 2 } } })
  expect((await decide(adam, id, { ...explained, version: 2 })).body).toMatchObject({
    finding: { state: 'explained', decision: { reason: 'Covered for a colleague', assignee: null } },
  })
  expect(
    await owner(
      "select actor_id, object_id from audit_events where action = 'unusual_access.decide' and patient_id = $1 and actor_id = $2 order by event_id",
      [ana.id, adam.id],
    ),
  ).toEqual([
    { actor_id: adam.id, object_id: 'Follow up' },
    { actor_id: adam.id, object_id: 'Explained: Covered for a colleague' },
  ])
  expect((await as(ana).call(getAccessLog, { query: {} })).entries.map(({ what }) => what)).toContain(
    'Checked who opened your record, and why',
  )
})

test('nobody decides about themselves, but a SuperAdmin who has no other admin', async () => {
  const ana = await given.patient(undefined, { last_name: 'Lindt' })
  const sue = await given.staff('SuperAdmin', ana.project)
  await happened(sue, ana, { at })
  const [alone] = await found(sue, 'same_last_name', at)
  expect(alone?.may_decide).toBe(true)

  const adam = await given.staff('Admin', ana.project)
  const [finding] = await findings(sue, { rule: 'same_last_name' })
  expect(finding?.may_decide).toBe(false)
  expect(await decide(sue, finding!.finding_id, explained)).toMatchObject({
    status: 403,
    body: { code: 'own_finding' },
  })
  expect(await findings(adam, { rule: 'same_last_name' })).toMatchObject([{ state: 'new', may_decide: true }])
  expect((await decide(adam, finding!.finding_id, { state: 'follow_up', assignee: sue.code })).status).toBe(400)

  await owner('update providers set deleted_at = now() where provider_id = $1', [adam.id])
  expect((await decide(sue, finding!.finding_id, explained)).status).toBe(200)
})

test('an admin alone who is no SuperAdmin does not decide about themself either', async () => {
  const ana = await given.patient(undefined, { last_name: 'Lindt' })
  const adam = await given.staff('Admin', ana.project)
  await happened(adam, ana, { at })
  const [finding] = await found(adam, 'same_last_name', at)
  expect((await decide(adam, finding!.finding_id, explained)).status).toBe(403)
})

test('providers and patients are refused, and another project has nothing of it', async () => {
  const { ana, nora, finding } = await namesake()
  const stranger = await given.staff('SuperAdmin')
  for (const user of [nora, ana]) {
    expect((await send(user, listUnusualAccess, { query: {} })).status).toBe(403)
    expect((await decide(user, finding.finding_id, explained)).status).toBe(403)
  }
  expect(await as(stranger).call(listUnusualAccess, { query: { days: '90' } })).toMatchObject({
    findings: [],
    total: 0,
    counts: { new: 0 },
  })
  for (const id of [finding.finding_id, 'nothing']) expect((await decide(stranger, id, explained)).status).toBe(404)
})
