import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { newKeyPair } from '../anchors/audit-key.ts'
import { readConfig, settingNames } from './config.ts'

const folder = await mkdtemp(`${tmpdir()}/fornix-settings-`)
afterAll(() => rm(folder, { recursive: true, force: true }))
const written = async (name: string, text: string, mode = 0o600) => {
  await writeFile(`${folder}/${name}`, text, { mode })
  await chmod(`${folder}/${name}`, mode)
  return `${folder}/${name}`
}
const key = Buffer.alloc(32, 9).toString('base64')

const auditKey = newKeyPair()

/** Typical settings of a clinic. */
const sound = {
  PUBLIC_URL: 'https://portal.example',
  DATABASE_URL: 'postgres://fornix:x7@db.example/fornix?sslmode=verify-full',
  SMTP_URL: 'smtps://portal:dY2-red-door@mail.example',
  MASTER_KEY: key,
  AUDIT_KEY_FILE: await written('audit.key', auditKey.privatePem),
  IDENTITY: 'google',
  GOOGLE_CLIENT_ID: 'portal',
  DEFAULT_PROJECT: 'northside',
}
const refused = (change: Record<string, string | undefined>) => {
  try {
    readConfig('serve', { ...sound, ...change })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('serve takes what a clinic sets', () => {
  expect(refused({})).toBe('')
})

test('serve names every missing, wrong and unsafe setting in one message', () => {
  expect(() => readConfig('serve', { PORT: 'many', TRUST_PROXY: 'all', DATABASE_URL_FILE: '/nowhere' })).toThrow(
    /DATABASE_URL[\s\S]*PORT[\s\S]*TRUST_PROXY[\s\S]*SMTP_URL[\s\S]*KEY_FILE[\s\S]*AUDIT_KEY_FILE[\s\S]*DEFAULT_PROJECT[\s\S]*IDENTITY[\s\S]*PUBLIC_URL/,
  )
})

test('resets answer alike in serve and as the specification says in the demo, unless it is set', () => {
  const uniform = (mode: 'serve' | 'demo', RESET_UNIFORM?: string) =>
    readConfig(mode, { ...sound, RESET_UNIFORM }).RESET_UNIFORM
  expect([uniform('serve'), uniform('serve', ''), uniform('serve', 'false')]).toEqual([true, true, false])
  expect([uniform('demo'), uniform('demo', ''), uniform('demo', 'true')]).toEqual([false, false, true])
})

test('what decides something is confirmed in serve, whatever is set, and in the demo where it is set', () => {
  const asks = (mode: 'serve' | 'demo', FRESH_PROOF?: string) => readConfig(mode, { ...sound, FRESH_PROOF }).freshProof
  expect([asks('serve'), asks('serve', 'true'), asks('demo'), asks('demo', 'true')]).toEqual([true, true, false, true])
  expect(() => asks('serve', 'false')).toThrow('FRESH_PROOF: is false for the demo only')
})

test('a wrong setting is named once, and not as a missing one too', () => {
  expect(refused({ SMTP_URL: 'mail.example' }).match(/SMTP_URL/g)).toHaveLength(1)
})

const secrets = {
  DATABASE_URL: sound.DATABASE_URL,
  SMTP_URL: sound.SMTP_URL,
  DICOMWEB_PASSWORD: 'pQ9',
  MASTER_KEY: key,
}

test.each(Object.entries(secrets))('%s may lie in a file, with a line end', async (name, value) => {
  const path = await written(name, `${value}\n`)
  const config = readConfig('serve', { ...sound, [name]: undefined, [`${name}_FILE`]: path })
  expect(config).toMatchObject({ [name]: value })
})

test.each(Object.keys(secrets))('%s both by itself and in a file is refused', async (name) => {
  const said = refused({ [name]: secrets[name as keyof typeof secrets], [`${name}_FILE`]: '/nowhere' })
  expect(said).toContain(`${name}: is given twice, by itself and by ${name}_FILE`)
})

test('a file that cannot be read, or that is empty, is named', async () => {
  expect(refused({ SMTP_URL: '', SMTP_URL_FILE: `${folder}/none` })).toContain(
    `SMTP_URL: the file that SMTP_URL_FILE names cannot be read (ENOENT)`,
  )
  expect(refused({ SMTP_URL: '', SMTP_URL_FILE: await written('empty', '\n') })).toContain('SMTP_URL: the file that')
})

test('the master key comes from its file or from the environment, not from both', async () => {
  const KEY_FILE = await written('master.key', key)
  expect(refused({ KEY_FILE, MASTER_KEY: '' })).toBe('')
  expect(refused({ KEY_FILE })).toContain('MASTER_KEY: is given beside KEY_FILE')
  expect(refused({ MASTER_KEY: '' })).toContain('KEY_FILE: the file of the master key, or the key itself in MASTER_KEY')
  expect(refused({ MASTER_KEY: 'short' })).toContain('MASTER_KEY: needs 32 bytes in base64')
})

test('a key file that others can read, or that nobody can, is refused', async () => {
  const open = await written('open.key', key, 0o644)
  expect(refused({ MASTER_KEY: '', KEY_FILE: open })).toContain(
    'KEY_FILE: every user of this machine can read it (mode 644)',
  )
  expect(refused({ MASTER_KEY: '', KEY_FILE: `${folder}/none` })).toContain('KEY_FILE: cannot be read (ENOENT)')
})

test('serve wants a key of its own for the audit trail, out of reach of whoever has the data folder', async () => {
  expect(refused({ AUDIT_KEY_FILE: '' })).toContain(
    'AUDIT_KEY_FILE: the key that signs the anchors of the audit trail, outside DATA_DIR; npm run fornix -- audit-key /etc/fornix/audit.key makes one',
  )
  const inside = 'AUDIT_KEY_FILE: lies inside DATA_DIR: whoever has that folder could sign'
  expect(refused({ DATA_DIR: folder })).toContain(inside)
  await symlink(folder, `${folder}-link`)
  expect(refused({ DATA_DIR: `${folder}-link` })).toContain(inside)
  expect(refused({ DATA_DIR: folder, AUDIT_KEY_FILE: `${folder}-link/audit.key` })).toContain(inside)
  await rm(`${folder}-link`)
  const wrong = 'AUDIT_KEY_FILE: must begin with an Ed25519 private key in PEM'
  expect(refused({ AUDIT_KEY_FILE: await written('audit.pub', auditKey.publicPem) })).toContain(wrong)
  expect(refused({ AUDIT_KEY_FILE: await written('no.key', key) })).toContain(wrong)
  expect(refused({ AUDIT_KEY_FILE: `${folder}/none` })).toContain('AUDIT_KEY_FILE: cannot be read (ENOENT)')
  const open = await written('open-audit.key', auditKey.privatePem, 0o644)
  expect(refused({ AUDIT_KEY_FILE: open })).toContain(
    'AUDIT_KEY_FILE: every user of this machine can read it (mode 644)',
  )
})

test('copies of the anchors go elsewhere, and to syslog with files that are there', async () => {
  expect(refused({ AUDIT_COPY_FILE: './data/copy.jsonl' })).toContain('AUDIT_COPY_FILE: lies inside DATA_DIR')
  expect(refused({ AUDIT_COPY_FILE: `${folder}/copy.jsonl` })).toBe('')
  const said = 'AUDIT_SYSLOG_URL: '
  expect(refused({ AUDIT_SYSLOG_URL: 'udp://logs.example' })).toContain(said)
  expect(refused({ AUDIT_SYSLOG_URL: 'tls://logs.example?verify=no' })).toContain(
    `${said}takes the options ca, cert and key`,
  )
  expect(refused({ AUDIT_SYSLOG_URL: `tls://logs.example?cert=${folder}/audit.key` })).toContain(
    `${said}takes the options`,
  )
  expect(refused({ AUDIT_SYSLOG_URL: `tls://logs.example?ca=${folder}/none` })).toContain(
    `${said}the file of its option ca cannot be read (ENOENT)`,
  )
  expect(refused({ AUDIT_SYSLOG_URL: `tls://logs.example:6514?ca=${folder}/audit.key` })).toBe('')
})

test.each([
  'postgres://fornix:x7@db.example/fornix',
  'postgres://fornix:x7@db.example/fornix?sslmode=require',
  'postgres://fornix:x7@db.example/fornix?sslmode=no-verify',
  'postgres://fornix:x7@db.example/fornix?ssl=true',
  'postgres://fornix:x7@db.example/fornix?sslmode=verify-full&sslmode=disable',
  'postgres://fornix:x7@127.0.0.1.example/fornix',
])('the database %s is not verified', (DATABASE_URL) => {
  expect(refused({ DATABASE_URL })).toContain('DATABASE_URL: a database on another machine needs sslmode=verify-full')
})

test.each([
  'postgres://fornix:x7@db.example/fornix?sslmode=verify-ca',
  'postgres://fornix:x7@localhost/fornix',
  'postgres://fornix:x7@[::1]:5433/fornix',
  'postgres://fornix@%2Frun%2Fpostgresql/fornix',
])('the database %s is verified, or on this machine', (DATABASE_URL) => {
  expect(refused({ DATABASE_URL })).toBe('')
})

test('addresses that would be read otherwise than they look are refused, also in the demo', () => {
  expect(refused({ DATABASE_URL: 'postgres:///fornix?host=/run/postgresql' })).toContain('DATABASE_URL: needs a host')
  expect(() => readConfig('demo', { DATABASE_URL: 'postgres://fornix@localhost/fornix?user=postgres' })).toThrow(
    'DATABASE_URL: user, password, host and port belong in front',
  )
  const DATABASE_URL = `${sound.DATABASE_URL}&sslrootcert=${folder}/none.crt`
  expect(refused({ DATABASE_URL })).toContain(
    `DATABASE_URL: the certificate ${folder}/none.crt cannot be read (ENOENT)`,
  )
})

test('serve refuses to hold the addresses of the owner and of the administrator', () => {
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_ADMIN_URL'])
    expect(refused({ [name]: sound.DATABASE_URL })).toContain(`${name}: is for npm run fornix only`)
  expect(refused({ DATABASE_URL: '', DATABASE_SYSTEM_URL: sound.DATABASE_URL })).toContain(
    'DATABASE_URL: needed beside',
  )
})

test('the address of the mail server takes no option that would weaken its encryption unsaid', () => {
  expect(refused({ SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' })).toContain(
    'SMTP_URL: takes no option but requireTLS=false',
  )
  for (const SMTP_URL of ['smtp://mail.example', 'smtp://relay.lan?requireTLS=false', 'smtp://127.0.0.1'])
    expect(refused({ SMTP_URL })).toBe('')
})

test.each([
  { DATABASE_URL: sound.DATABASE_URL.replace('x7', 'fornix') },
  { DATABASE_URL: sound.DATABASE_URL.replace('x7', 'change%2Dme') },
  { SMTP_URL: 'smtps://portal:Secret@mail.example' },
  { DICOMWEB_PASSWORD: 'orthanc' },
])('%j has a password that anybody would guess', (change) => {
  expect(refused(change)).toContain(`${Object.keys(change)[0]}: has a password that anybody would guess`)
})

test('a name that is nearly a setting’s is a warning, and one that is not is none', () => {
  const { warnings } = readConfig('serve', {
    ...sound,
    PUBLIC_ULR: 'x',
    smtp_url: 'x',
    KEY_FILES: 'x',
    FORNIX_PORT: 'x',
    HOSTNAME: 'x',
    PATH: 'x',
  })
  expect(warnings).toEqual([
    'PUBLIC_ULR is no setting and is not read. Is PUBLIC_URL meant?',
    'smtp_url is no setting and is not read. Is SMTP_URL meant?',
    'KEY_FILES is no setting and is not read. Is KEY_FILE meant?',
    'FORNIX_PORT is no setting and is not read. Is PORT meant?',
  ])
  expect(refused({ DATABASE_URL: '', DATABSE_URL: sound.DATABASE_URL })).toContain('Is DATABASE_URL meant?')
})

test('no message holds a value, however wrong it is', async () => {
  const canary = 'Canary4711'
  const path = await written('canary', canary)
  for (const name of settingNames)
    for (const value of [
      canary,
      `postgres://u:${canary}@h/d?sslmode=%`,
      `smtp://u:${canary}@h`,
      `https://u:${canary}@h`,
    ])
      expect(refused({ [name]: value })).not.toContain(canary)
  for (const name of settingNames) expect(refused({ [name]: '', [`${name}_FILE`]: path })).not.toContain(canary)
})
