import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { capturedLog } from '../../../test/captured-log.ts'
import { testApp } from '../../../test/harness.ts'
import { errorResponse } from './error-response.ts'

const { database, given } = await testApp()
const project = await given.project({ slug: 'taken' })
const { log, lines } = capturedLog('info')
const app = Fastify()
app.setErrorHandler(errorResponse(log, async () => {}))
const statements: Record<string, ReturnType<typeof sql>> = {
  'a number that does not fit': sql`select ${'99999999999'}::int`,
  'a NUL': sql`select ${'a\u0000b'}::text`,
  'half a character in JSON': sql`select ${JSON.stringify({ name: '\ud800' })}::jsonb ->> 'name'`,
  'something that is no id': sql`select ${'Ana Rivera'}::uuid`,
  'a day that does not exist': sql`select ${'2026-02-31'}::date`,
  'a rule that does not hold': sql`insert into email_changes (project_id, token_hash, email, expires_at) values (${project}, '\\x00', 'Ana', now())`,
  'a row that is missing': sql`insert into mailed_tokens (token_hash, purpose, login_id, email, expires_at)
    values (decode(repeat('00', 32), 'hex'), 'verify_email', gen_random_uuid(), 'Ana Rivera', now())`,
  'a name that is taken': sql`insert into projects (project_id, slug, name) values (gen_random_uuid(), 'taken', 'Ana')`,
  'a statement that is wrong': sql`select nothing from nowhere`,
}
app.get<{ Querystring: { name: string } }>('/', async ({ query }) =>
  database.unscoped('a statement that fails', async (db) => statements[query.name]?.execute(db)),
)
afterAll(() => app.close())

const answerTo = async (name: string) => {
  lines.length = 0
  const answer = await app.inject({ url: '/', query: { name } })
  return { status: answer.statusCode, body: answer.json(), logged: lines.join('') }
}

test.each(Object.keys(statements).slice(0, 7))('%s is bad input, and no fault of ours', async (name) => {
  const { status, body, logged } = await answerTo(name)
  expect([status, body.code]).toEqual([400, 'bad_data'])
  expect(body.error).toBe('Part of what you entered cannot be saved. Please check it.')
  expect(logged).toContain('data refused by the database')
  expect(logged).not.toContain('Ana')
})

test('what breaks a unique index is a conflict, logged by the name of the index alone', async () => {
  const { status, body, logged } = await answerTo('a name that is taken')
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(logged).toContain('"constraint":"projects_slug_key"')
  expect(logged).not.toContain('taken')
})

test('a fault of the program stays one', async () => {
  expect(await answerTo('a statement that is wrong')).toMatchObject({ status: 500, body: { code: 'internal' } })
})
