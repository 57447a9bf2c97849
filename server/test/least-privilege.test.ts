import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { getConfig } from '@fornix/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { runCommand } from '../src/cli/run-command.ts'
import { readConfig } from '../src/platform/settings/config.ts'
import { startPlatform } from '../src/start-platform.ts'
import { hasDebianPostgres, startDebianPostgres } from './debian-postgres.ts'

const adminPassword = 'Canary4711'
let folder: string
let server: Awaited<ReturnType<typeof startDebianPostgres>>
let adminUrl: string

const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const fornix = async (environment: Record<string, string>, ...args: string[]) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await runCommand(args, { environment: { DATA_DIR: folder, ...environment }, print: say, complain: say })
  return { code, text: lines.join('\n') }
}
const addressesIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(DATABASE_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])) as Record<
    'DATABASE_URL' | 'DATABASE_SYSTEM_URL' | 'DATABASE_OWNER_URL',
    string
  >
const start = async (environment: Record<string, string>) => {
  const config = readConfig('demo', { DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment })
  return startPlatform(config, { smtpUrl: 'smtp://127.0.0.1:9' })
}

describe.skipIf(!hasDebianPostgres)('without the owner’s rights', () => {
  let prepared: Awaited<ReturnType<typeof fornix>>
  let all: ReturnType<typeof addressesIn>
  let served: { DATABASE_URL: string; DATABASE_SYSTEM_URL: string }

  // An administrator as hosted databases have them: no superuser.
  beforeAll(async () => {
    folder = await mkdtemp(`${tmpdir()}/fornix-roles-`)
    server = await startDebianPostgres()
    await ask(server.url, `create role clinic_admin login createrole createdb password '${adminPassword}'`)
    adminUrl = Object.assign(new URL(server.url), { username: 'clinic_admin', password: adminPassword }).href
    prepared = await fornix({ DATABASE_ADMIN_URL: adminUrl }, 'database', 'prepare', '--name', 'clinic')
    all = addressesIn(prepared.text)
    served = { DATABASE_URL: all.DATABASE_URL, DATABASE_SYSTEM_URL: all.DATABASE_SYSTEM_URL }
  })
  afterAll(async () => {
    await server?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  test('one command makes the roles and the database, and never says the administrator’s password', () => {
    expect(prepared.code).toBe(0)
    expect(Object.keys(all)).toEqual(['DATABASE_OWNER_URL', 'DATABASE_URL', 'DATABASE_SYSTEM_URL'])
    expect(prepared.text).not.toContain(adminPassword)
  })

  test('a schema that is behind stops the start and says what to do, and the owner’s address mends it', async () => {
    await expect(start(served)).rejects.toThrow(/lacks 0001_scope, .*npm run fornix -- migrate/)
    const migrated = await fornix({ DATABASE_OWNER_URL: all.DATABASE_OWNER_URL }, 'migrate')
    expect(migrated).toMatchObject({ code: 0, text: expect.stringContaining('0001_scope has run') })
    const made = await fornix(served, 'project', 'create', '--slug', 'hill', '--name', 'Hill', '--time-zone', 'UTC')
    expect(made).toMatchObject({ code: 0 })
    const { platform, stop } = await start({ ...served, DEFAULT_PROJECT: 'hill' })
    const app = await buildApp(platform)
    const response = await app.inject({ method: getConfig.method, url: getConfig.path })
    expect(response.body).toContain('Hill')
    await app.close()
    await stop()
  })

  test.each(['DATABASE_URL', 'DATABASE_SYSTEM_URL'] as const)('%s makes, changes and becomes nothing', async (name) => {
    await expect(ask(all[name], 'create table public.mine ()')).rejects.toThrow('permission denied')
    await expect(ask(all[name], 'alter table patients no force row level security')).rejects.toThrow('must be owner')
    await expect(ask(all[name], 'set role fornix_migrator')).rejects.toThrow('permission denied')
    await expect(ask(all[name], 'create role another')).rejects.toThrow('permission denied')
  })

  test('requests see nothing without a scope, and the owner sees every row that a migration may have to change', async () => {
    await expect(ask(all.DATABASE_URL, 'select from projects')).rejects.toThrow('app.project_id')
    expect(await ask(all.DATABASE_OWNER_URL, 'select slug from projects')).toEqual([{ slug: 'hill' }])
  })

  test('addresses that were mixed up are refused before the first request', async () => {
    const refused = (change: Partial<typeof served>) => expect(start({ ...served, ...change })).rejects
    await refused({ DATABASE_URL: all.DATABASE_OWNER_URL }).toThrow('fornix_migrator owns tables')
    await refused({ DATABASE_URL: server.url }).toThrow('may pass row security by')
    await refused({ DATABASE_URL: served.DATABASE_SYSTEM_URL }).toThrow('must be fornix_app, and not fornix_system')
    await refused({ DATABASE_SYSTEM_URL: served.DATABASE_URL }).toThrow('must be fornix_system')
  })

  test('a role that could become one that passes the walls is refused as well', async () => {
    for (const grant of ['fornix_migrator', 'pg_read_server_files', 'fornix_system']) {
      await ask(server.url, `grant ${grant} to fornix_app`)
      await expect(start(served), grant).rejects.toThrow('do not keep projects apart')
      await ask(server.url, `revoke ${grant} from fornix_app`)
    }
    await ask(server.url, 'create role copier replication noinherit; grant copier to fornix_system')
    await expect(start(served)).rejects.toThrow('fornix_system owns tables or may pass row security by')
    await ask(server.url, 'drop role copier')
  })

  test('the owner’s command makes no master key: where one is missing the program must notice', async () => {
    const KEY_FILE = `${folder}/not-mounted`
    expect(await fornix({ DATABASE_OWNER_URL: all.DATABASE_OWNER_URL, KEY_FILE }, 'migrate')).toMatchObject({ code: 0 })
    await expect(stat(KEY_FILE)).rejects.toThrow('ENOENT')
  })

  test('a restore that lacks the addresses of the roles says so before it changes anything', async () => {
    expect(await fornix(served, 'backup', `${folder}/backup`)).toMatchObject({ code: 0 })
    await fornix({ DATABASE_ADMIN_URL: adminUrl }, 'database', 'prepare', '--name', 'other')
    const DATABASE_OWNER_URL = all.DATABASE_OWNER_URL.replace(/clinic$/, 'other')
    const place = { DATABASE_OWNER_URL, FILES_URL: `file:${folder}/other` }
    expect(await fornix(place, 'restore', `${folder}/backup`)).toEqual({
      code: 1,
      text: 'DATABASE_URL and DATABASE_SYSTEM_URL are missing beside DATABASE_OWNER_URL.',
    })
    expect(await ask(DATABASE_OWNER_URL, "select from pg_class where relname = 'projects'")).toEqual([])
  })

  test('the role of requests is no owner that could prepare, and is told so', async () => {
    await expect(start({ DATABASE_URL: served.DATABASE_URL })).rejects.toThrow('DATABASE_URL may not make roles')
  })

  test('preparing again changes no password unless asked, then into files that nobody else reads', async () => {
    const again = await fornix({ DATABASE_ADMIN_URL: adminUrl }, 'database', 'prepare', '--name', 'clinic')
    expect(again.text).toContain('DATABASE_URL stays as it is')
    expect(await ask(served.DATABASE_URL, 'select 1 as one')).toEqual([{ one: 1 }])
    const to = ['--name', 'clinic', '--new-passwords', '--folder', `${folder}/secrets`]
    const renewed = addressesIn((await fornix({ DATABASE_ADMIN_URL: adminUrl }, 'database', 'prepare', ...to)).text)
    expect(renewed).toMatchObject({ DATABASE_URL_FILE: `${folder}/secrets/DATABASE_URL` })
    expect((await stat(`${folder}/secrets/DATABASE_URL`)).mode & 0o777).toBe(0o600)
    await expect(ask(served.DATABASE_URL, 'select 1')).rejects.toThrow('password authentication failed')
    const address = (await readFile(`${folder}/secrets/DATABASE_URL`, 'utf8')).trim()
    expect(await ask(address, 'select current_user as name')).toEqual([{ name: 'fornix_app' }])
  })

  test('a database of somebody else’s is left as it is', async () => {
    const refused = await fornix({ DATABASE_ADMIN_URL: adminUrl }, 'database', 'prepare', '--name', 'fornix')
    expect(refused).toEqual({
      code: 1,
      text: 'The database fornix belongs to fornix_owner, and is left as it is. Choose another name with --name.',
    })
  })
})
