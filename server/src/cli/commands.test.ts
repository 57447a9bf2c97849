import { completeOperatorReset, fillPath, loginAdmin } from '@fornix/contract'
import { expect, test } from 'vitest'
import { commandLine } from '../../test/command-line.ts'
import { buildApp } from '../app.ts'
import { projectOfVisitor } from '../clinic/records/projects.ts'
import { sealAudit } from '../platform/audit/audit-seal.ts'

const { run, platform } = commandLine({ PUBLIC_URL: 'https://portal.example', DEFAULT_PROJECT: 'front' })
const projectCreate = (slug: string) =>
  run('project', 'create', '--slug', slug, '--name', 'Hilltop', '--time-zone', 'Europe/Berlin')
const invite = (slug: string, email: string) =>
  run('admin', 'invite', '--project', slug, '--email', email, '--first-name', 'Vera', '--last-name', 'Lang')

test('a project is made beside the running program, once', async () => {
  expect((await projectCreate('hilltop')).code).toBe(0)
  const again = await projectCreate('hilltop')
  expect(again.code).toBe(1)
  expect(again.text).toBe('There is a project hilltop already.')
})

test('a project gets a host name of its own, which no other may have, and loses it', async () => {
  await projectCreate('north')
  await projectCreate('south')
  const host = (slug: string, ...more: string[]) => run('project', 'host', '--project', slug, ...more)
  const met = async () => (await projectOfVisitor(platform().database, { host: 'north.example' }, 'south')).project_id
  const idOf = async (slug: string) =>
    (
      await platform().database.systemQuery<{ project_id: string }>('select project_id from projects where slug = $1', [
        slug,
      ])
    )[0]?.project_id
  expect((await host('north', '--host', 'https://north.example')).text).toContain('without scheme and port')
  expect((await host('north', '--host', 'North.example')).text).toContain('Visitors of north.example now reach north.')
  expect(await met()).toBe(await idOf('north'))
  const second = await host('south', '--host', 'north.example')
  expect(second).toEqual({ code: 1, text: 'Another project has the host name north.example.' })
  expect((await host('north')).text).toBe('The project north has no host name of its own.')
  expect(await met()).toBe(await idOf('south'))
  expect((await host('south', '--host', 'north.example')).code).toBe(0)
  const rows = await platform().database.systemQuery(
    "select p.slug from audit_events join projects p using (project_id) where action = 'project.set_host' order by slug",
    [],
  )
  expect(rows).toEqual([{ slug: 'north' }, { slug: 'north' }, { slug: 'south' }])
  await platform().database.systemQuery(
    'insert into project_moves (project_id, move_id, back_at) values ($1, gen_random_uuid(), now())',
    [await idOf('south')],
  )
  expect((await host('south')).text).toContain('The project south is closed here')
  expect(await met()).toBe(await idOf('south'))
})

test('no project takes the address of the portal from the default project, which may name it', async () => {
  await projectCreate('front')
  await projectCreate('side')
  const host = (slug: string) => run('project', 'host', '--project', slug, '--host', 'portal.example')
  expect(await host('side')).toMatchObject({
    code: 1,
    text: expect.stringContaining(
      'portal.example is the address of this portal itself (PUBLIC_URL). Its visitors reach front.',
    ),
  })
  expect((await host('front')).code).toBe(0)
})

test('a project has a certificate from the beginning, which is replaced by a command', async () => {
  await projectCreate('brook')
  const certificates = async (...more: string[]) =>
    (await run('project-certificate', 'brook', ...more)).text.match(/^# \w+/gm)
  const rows = await platform().database.systemQuery(
    "select from project_certificates join projects using (project_id) where slug = 'brook'",
    [],
  )
  expect(rows).toHaveLength(1)
  expect(await certificates()).toEqual(['# current'])
  expect(await certificates('--replace')).toEqual(['# current', '# replaced'])
  expect(await certificates()).toEqual(['# current', '# replaced'])
})

test('an invited SuperAdmin sets a password with the printed link, once, and signs in', async () => {
  await projectCreate('valley')
  const { code, text } = await invite('valley', 'vera@valley.example')
  expect(code).toBe(0)
  const token = /change-password\/([\w-]+)/.exec(text)?.[1] ?? ''
  const app = await buildApp(platform())
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  const url = fillPath(completeOperatorReset.path, { token })
  expect((await post(url, { password: 'Lighthouse-over-4711!' })).statusCode).toBe(200)
  expect((await post(url, { password: 'Lighthouse-over-4712!' })).statusCode).toBe(400)
  const signedIn = await post(loginAdmin.path, { username: 'vera@valley.example', password: 'Lighthouse-over-4711!' })
  expect(signedIn.json()).toMatchObject({ role: 'SuperAdmin', admin: { first_name: 'Vera' } })
  await app.close()
})

test('an invited SuperAdmin inherits nothing of somebody who registered with the address', async () => {
  await projectCreate('harbor')
  const { systemQuery } = platform().database
  await systemQuery(
    "insert into logins (login_id, email, email_key, password_hash) values (gen_random_uuid(), 'vera@harbor.example', 'vera@harbor.example', 'a stranger’s')",
    [],
  )
  expect((await invite('harbor', 'vera@harbor.example')).code).toBe(0)
  expect(await systemQuery("select password_hash from logins where email_key = 'vera@harbor.example'", [])).toEqual([
    { password_hash: null },
  ])
})

test('inviting the same person again makes a new link and no second record', async () => {
  await projectCreate('ridge')
  const [first, second] = [await invite('ridge', 'vera@ridge.example'), await invite('ridge', 'Vera@Ridge.example')]
  expect(second.code).toBe(0)
  expect(second.text).not.toBe(first.text)
  const rows = await platform().database.systemQuery(
    "select from providers join projects using (project_id) where slug = 'ridge'",
    [],
  )
  expect(rows).toHaveLength(1)
})

test('an unknown project is answered with what to do', async () => {
  const { code, text } = await run('seed', '--patients', '5', '--project', 'nowhere')
  expect(code).toBe(1)
  expect(text).toContain('There is no project "nowhere". npm run fornix -- project create makes one')
})

test('patients are seeded into a project that exists', async () => {
  await projectCreate('meadow')
  expect((await run('seed', '--patients', '60', '--project', 'meadow')).text).toContain('Hilltop has 60 more patients')
})

const demoKey = 'The anchors are signed with the key of the demo, which lies in the data folder itself.'

test('a changed row of the audit trail is found', async () => {
  const { database } = platform()
  await projectCreate('harbor')
  await invite('harbor', 'vera@harbor.example')
  await sealAudit(database)
  const whole = await run('verify-audit', '--project', 'harbor')
  expect(whole).toEqual({ code: 0, text: `${demoKey}\nharbor: the chain holds, with 0 anchored heads` })
  await database.systemQuery(
    "update audit_events set hash = sha256('changed') where seq = 2 and project_id = (select project_id from projects where slug = 'harbor')",
    [],
  )
  const broken = await run('verify-audit', '--project', 'harbor')
  expect(broken.code).toBe(1)
  expect(broken.text).toMatch(
    /harbor: Row 2 \([0-9a-f-]{36}\) is not what was sealed: it, its place or its seal was changed\./,
  )
})

test('who has lost every second step signs in by password again, unless it was short beside them', async () => {
  await projectCreate('meadow')
  const { systemQuery } = platform().database
  const hold = async (email: string, short: boolean) => {
    await invite('meadow', email)
    await systemQuery(
      `with one as (update logins set password_hash = 'a hash', short_password = $2 where email_key = $1 returning login_id)
       insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key)
       select gen_random_uuid(), login_id, 'passkey', 'Phone', gen_random_uuid()::text, '\\x00' from one`,
      [email, short],
    )
    const { text } = await run('two-step', 'remove', '--email', email)
    const [login] = await systemQuery('select password_hash, short_password from logins where email_key = $1', [email])
    return { text, login }
  }
  const long = await hold('long@meadow.example', false)
  expect(long).toMatchObject({ login: { password_hash: 'a hash' }, text: expect.not.stringContaining('too short') })
  const short = await hold('short@meadow.example', true)
  expect(short.login).toEqual({ password_hash: null, short_password: false })
  expect(short.text).toContain('1 second factors were removed')
  expect(short.text).toContain('too short')
  const mails = await systemQuery("select body from mail_outbox where to_addresses::text like '%short@meadow%'", [])
  expect(JSON.stringify(mails)).toContain('Your password is too short without a second step')
})
