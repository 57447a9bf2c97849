import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeFolder } from '../base/make-folder.ts'
import { readConfig } from './config.ts'
import { explained } from './explain.ts'
import { probePorts } from './probe-port.ts'

const folder = await mkdtemp(`${tmpdir()}/fornix-explain-`)
const taken = createServer()
let port: number
beforeAll(async () => {
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  port = (taken.address() as { port: number }).port
})
afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true, force: true })
})

const told = async (work: Promise<unknown>, settings: Record<string, unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => explained(error, settings, 'demo').message,
  )
const probed = (settings: Record<string, string>) => {
  const config = readConfig('demo', settings)
  return told(probePorts(config), config)
}
const connected = (name: string, url: string) => {
  const client = new pg.Client({ connectionString: url })
  return told(client.connect(), { [name]: url })
}

test('a port that is taken is named, with one to choose instead', async () => {
  expect(await probed({ PORT: String(port) })).toBe(
    `PORT: ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
  )
  expect(await probed({ PORT: '0', METRICS_PORT: String(port) })).toContain(`METRICS_PORT: ${port} is taken`)
})

test('an address that is not of this machine is named', async () => {
  expect(await probed({ PORT: '0', HOST: '192.0.2.7' })).toContain('HOST: 192.0.2.7 is no address of this machine.')
  expect(await probed({ PORT: '0', HOST: 'nohost.invalid' })).toContain('HOST: this machine knows no nohost.invalid.')
})

test('a port that only root may open is named', () => {
  const refusal = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 })
  expect(explained(refusal, {}, 'serve').message).toContain('PORT=3000 npm run serve')
})

test('a database that does not answer is named by the setting that leads there', async () => {
  expect(await connected('DATABASE_OWNER_URL', 'postgres://a:b@127.0.0.1:1/x')).toBe(
    'DATABASE_OWNER_URL: nobody answers at 127.0.0.1, port 1. Is the server running, and is the address right?',
  )
  expect(await connected('DATABASE_URL', 'postgres://a:b@nohost.invalid/x')).toContain(
    'DATABASE_URL: there is no host nohost.invalid',
  )
})

test('a wrong password and a missing database are named, the password never', async () => {
  const wrong = Object.assign(new URL(inject('databaseServer')), { password: 'wrong-secret' }).href
  const sentence = await connected('DATABASE_ADMIN_URL', wrong)
  expect(sentence).toContain('DATABASE_ADMIN_URL: the database refuses the user')
  expect(sentence).not.toContain('wrong-secret')
  const missing = Object.assign(new URL(inject('databaseServer')), { pathname: '/nowhere' }).href
  expect(await connected('DATABASE_URL', missing)).toContain('DATABASE_URL: there is no database nowhere.')
})

test('a data folder that cannot be made, and a full disk, are named', async () => {
  await writeFile(`${folder}/file`, '')
  const KEY_FILE = `${folder}/file/keys/master`
  expect(await told(makeFolder(`${folder}/file/keys`), { DATA_DIR: '/data', KEY_FILE })).toBe(
    `KEY_FILE: ${KEY_FILE} cannot be used: a part of that path is a file (${folder}/file/keys).`,
  )
  const DATA_DIR = `${folder}/file/data`
  expect(await told(makeFolder(DATA_DIR), { DATA_DIR })).toContain(`DATA_DIR: ${DATA_DIR} cannot be used`)
  expect(await told(makeFolder(`${folder}/file/backup`), {})).toBe(
    `${folder}/file/backup cannot be used: a part of that path is a file.`,
  )
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(explained(full, { DATA_DIR: '/srv/data' }, 'demo').message).toContain(
    'DATA_DIR: the disk that holds /srv/data',
  )
})

test('what nobody can explain stays as it was', () => {
  const error = new Error('Another Fornix is using it.')
  expect(explained(error, {}, 'demo')).toBe(error)
})
