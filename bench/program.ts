import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { audienceOf, type Role } from '@fornix/contract'
import pg from 'pg'
import { startProgram } from '../e2e/demo-program.ts'
import { sessionQueries } from '../server/src/clinic/people/session-queries.ts'
import { roleAddresses } from '../server/src/platform/database/addresses.ts'
import { type Db, openDatabase } from '../server/src/platform/database/db.ts'
import { runningPostgres } from '../server/src/platform/embedded-postgres/start.ts'
import { derive } from '../server/src/platform/files/encryption/keys.ts'
import { loadMasterKeys } from '../server/src/platform/files/encryption/master-keys.ts'
import { openSessions } from '../server/src/platform/sessions/session.ts'
import { accessTokens, refreshTokens } from '../server/src/platform/sessions/tokens.ts'
import { readConfig } from '../server/src/platform/settings/config.ts'
import { databasePasswords } from '../server/src/start-platform.ts'

export const port = Number(process.env.BENCH_PORT ?? 3400)
export const address = `http://localhost:${port}`
const cli = fileURLToPath(new URL('../server/src/cli.ts', import.meta.url))

export type Program = Awaited<ReturnType<typeof startBenchProgram>>

/** Whom an address belongs to, as a session names them. */
const personOf = async (db: Db, email: string) => {
  const provider = await db
    .selectFrom('providers')
    .select(['project_id', 'login_id', 'provider_id', 'role'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (provider)
    return {
      project: provider.project_id,
      login: provider.login_id ?? '',
      audience: audienceOf(provider.role as Role),
      record: { provider_id: provider.provider_id },
    }
  const { project_id, login_id, patient_id } = await db
    .selectFrom('patients')
    .select(['project_id', 'login_id', 'patient_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { project: project_id, login: login_id ?? '', audience: 'patient' as const, record: { patient_id } }
}

/** The demo in a data folder of its own, and a way into its database as the owner. */
export const startBenchProgram = async () => {
  const dataDir = await mkdtemp(`${tmpdir()}/fornix-bench-`)
  let started = await startProgram(port, dataDir)
  const { keyFile } = readConfig('demo', { DATA_DIR: dataDir })
  const { origin: master } = await loadMasterKeys({ keyFile }, { create: false })
  const password = derive(master, 'database owner').toString('hex')
  const ownerUrl = async () => (await runningPostgres({ folder: `${dataDir}/postgres`, password })) ?? ''
  const passwords = databasePasswords(master)

  /** The database as the program itself opens it. */
  const connect = async () =>
    openDatabase({ ...roleAddresses(await ownerUrl(), passwords), appConnections: 1, systemConnections: 2 })

  return {
    dataDir,
    connect,
    passwords: { fornix_app: passwords.appPassword, fornix_system: passwords.systemPassword },
    ownerUrl,
    owner: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: await ownerUrl() })
      await client.connect()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    pid: async () => Number((await readFile(`${dataDir}/fornix.pid`, 'utf8')).split(/\s/)[0]),
    /** Bearer tokens of as many sessions of one person: a session may make 600 calls a minute. */
    tokensOf: async (email: string, count: number) => {
      const database = await connect()
      const sessions = openSessions({
        database,
        access: accessTokens(derive(master, 'access tokens')),
        refresh: refreshTokens(derive(master, 'refresh tokens')),
        secure: false,
        queries: sessionQueries({ staff: false }),
      })
      const tokens = await database.unscoped('sessions to measure with', async (db) => {
        const who = await personOf(db, email)
        const started = []
        for (let n = 0; n < count; n++)
          started.push(
            await sessions.start(db, {
              ...who,
              device: 'bench',
            }),
          )
        // More than a person may have: the oldest have made room.
        const all = started.map(({ session }) => session)
        await db.updateTable('sessions').set({ revoked_at: null }).where('session_id', 'in', all).execute()
        return started.map(({ accessToken }) => accessToken)
      })
      await database.close()
      return tokens
    },
    fornix: (...args: string[]) =>
      promisify(execFile)(process.execPath, [cli, ...args], { env: { ...process.env, DATA_DIR: dataDir } }),
    restart: async (settings: Record<string, string> = {}) => {
      await started.stop()
      const begun = performance.now()
      started = await startProgram(port, dataDir, settings)
      return performance.now() - begun
    },
    stop: async () => {
      await started.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
