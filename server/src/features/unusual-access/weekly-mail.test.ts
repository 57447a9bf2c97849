import { dayMs } from '@fornix/contract'
import { expect, test } from 'vitest'
import { unusualWorld } from '../../../test/unusual-world.ts'
import { auditActions } from '../../features.ts'
import { detectUnusualAccess } from './watch.ts'
import { mailWeekly } from './weekly-mail.ts'

const { given, owner, platform, namesake } = await unusualWorld()

const monday = Date.parse('2032-03-08T13:00:00Z')
const mails = (project: string) =>
  owner<{ to_addresses: string[]; subject: string; body: string }>(
    "select to_addresses, subject, body from mail_outbox where project_id = $1 and idempotency_key like 'unusual-access%' order by created_at",
    [project],
  )
const watched = (project: string) =>
  owner(
    `insert into unusual_access_watch (project_id, looked_through, mailed_week) values ($1, now(), '2032-03-01')
       on conflict (project_id) do update set mailed_week = excluded.mailed_week`,
    [project],
  )

test('admins are mailed the numbers on Monday at 8, once, however many nodes look and however often', async () => {
  const { ana, nora, adam } = await namesake()
  const project = ana.project
  await watched(project)
  await owner('update unusual_access set found_at = $2 where project_id = $1', [project, new Date(monday - dayMs)])
  await mailWeekly(platform, new Date(monday - 60_000))
  expect(await mails(project)).toEqual([])

  await Promise.all([1, 2, 3, 4].map(() => mailWeekly(platform, new Date(monday))))
  await mailWeekly(platform, new Date(monday + 3 * dayMs))
  const [mail, ...more] = await mails(project)
  expect(more).toEqual([])
  expect(mail?.to_addresses).toEqual([adam.email])
  expect(mail?.body).toContain(
    'In the last 7 days, 2 cases of unusual access to records were found in Test project:\n- Same last name: 1\n- No task: 1',
  )
  expect(mail?.body).toContain('Waiting for a decision: 2. Being followed up: 0.')
  expect(mail?.body).toMatch(/\/unusualReading$/)
  for (const inside of ['Ana', 'Lindt', ana.code, nora.code])
    expect(`${mail?.subject}${mail?.body}`).not.toContain(inside)

  // The mark alone is enough, even if sent mails have been deleted.
  await owner('delete from mail_outbox where project_id = $1', [project])
  await mailWeekly(platform, new Date(monday + 4 * dayMs))
  expect(await mails(project)).toEqual([])
  await mailWeekly(platform, new Date(monday + 7 * dayMs))
  expect((await mails(project)).map(({ body }) => body)).toEqual([
    expect.stringContaining('Nothing unusual was found in Test project in the last 7 days.'),
  ])
})

test('a portal that was down on Monday mails when it is back, and a new project begins with the next week', async () => {
  const adam = await given.staff('Admin')
  await detectUnusualAccess(platform, auditActions)
  await mailWeekly(platform)
  expect(await mails(adam.project)).toEqual([])
  await mailWeekly(platform, new Date(monday + 2 * dayMs))
  expect(await mails(adam.project)).toHaveLength(1)
})
