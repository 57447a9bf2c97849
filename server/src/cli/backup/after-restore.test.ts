import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { givenClinic } from '../../../test/clinic.ts'
import { commandLine } from '../../../test/command-line.ts'
import { callsOn } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'

const { run, platform } = commandLine()
const rows = (text: string) => platform().database.systemQuery<Record<string, unknown>>(text, [])
const afterRestore = (...more: string[]) => run('after-restore', ...more)

beforeAll(async () => {
  const app = await buildApp(platform())
  await givenClinic(platform(), callsOn(app))
  await app.close()
  await rows(
    `insert into mail_outbox (project_id, mail_id, patient_id, to_addresses, subject, body, idempotency_key, next_attempt_at)
     select project_id, gen_random_uuid(), patient_id, array[email], 'A word', 'Hello', 'waiting', now() + interval '1 day' from patients limit 1`,
  )
})
const waiting = () => rows("select status from mail_outbox where idempotency_key = 'waiting'")

test('a database that went back in time ends all sessions, and keeps mail that waited only where told so', async () => {
  expect(await rows('select from sessions')).not.toEqual([])
  expect(await afterRestore('--send-mail')).toMatchObject({ code: 0 })
  expect(await rows('select from sessions')).toEqual([])
  expect(await waiting()).toEqual([{ status: 'queued' }])
})

test('browsers that may have signed out since are told of no news', async () => {
  await rows(
    `insert into push_subscriptions (project_id, subscription_id, patient_id, login_id, family_id, endpoint, p256dh, auth)
     select project_id, gen_random_uuid(), patient_id, login_id, gen_random_uuid(), 'https://push.example/1', '\\x00', '\\x00'
       from patients where login_id is not null limit 1`,
  )
  expect(await rows('select from push_subscriptions')).toHaveLength(1)
  expect(await afterRestore()).toMatchObject({ code: 0 })
  expect(await rows('select from push_subscriptions')).toEqual([])
})

test('it forgets counters, holds mail, and says so in each trail', async () => {
  await rows(`insert into sign_in_failures values (sha256('a'), 'address 203.0.113.7', false, 1, null, now())`)
  const told = async () => (await rows("select from audit_events where action = 'project.restore'")).length
  const before = await told()
  const { code, text } = await afterRestore('--sample', '3')
  expect([code, text]).toEqual([0, expect.stringMatching(/All \d+ stored files are there; 3 of them were opened/)])
  expect(await rows('select from sign_in_failures')).toEqual([])
  expect(await waiting()).toEqual([{ status: 'failed' }])
  const shown = await rows("select subject from patient_emails where subject = 'A word'")
  expect(shown).toHaveLength(1)
  expect(await told()).toBe(before + (await rows('select from projects')).length)
})

test('a file that the store has lost, and one that is not what was stored, are named', async () => {
  const [lost, broken] = await rows('select storage_key, file_id from files order by file_id limit 2')
  const pathOf = (row: Record<string, unknown> | undefined) => {
    const key = String(row?.['storage_key'])
    return join(platform().config.filesFolder, key.slice(0, 2), key.slice(2, 4), key)
  }
  await rm(pathOf(lost))
  await writeFile(pathOf(broken), 'something else')
  const { code, text } = await afterRestore()
  expect(code).toBe(1)
  expect(text).toContain(`1 files are missing in the store: ${lost?.['storage_key']}.`)
  expect(text).toContain(`1 files are not what was stored: ${broken?.['file_id']}.`)
})
