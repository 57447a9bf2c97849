import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ask } from '../../server/test/ask.ts'
import { freePort } from '../../server/test/free-port.ts'
import { asPostgres, program, signalAll, until } from '../cluster/processes.ts'
import { deployedFile } from '../cluster/shipped.ts'

const programs = '/usr/lib/postgresql/15/bin'
const password = 'drill-owner-1'
/** Seconds for playing WAL back, at most. */
const patience = 3 * 3600

const run = async (words: string[], environment: Record<string, string> = {}) => {
  const [name = '', ...rest] = [...asPostgres, ...words]
  const { stdout } = await promisify(execFile)(name, rest, {
    cwd: '/',
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 26,
  })
  return stdout
}

/** Folders of Debian's user of PostgreSQL. */
const makeFor = async (...folders: string[]) => {
  const { uid, gid } = await stat('/var/lib/postgresql')
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (asPostgres.length > 0) await chown(folder, uid, gid)
  }
}

export type Place = Awaited<ReturnType<Awaited<ReturnType<typeof prepareArchive>>['place']>>

/** A repository of pgBackRest and machines for a database, from the shipped files. */
export const prepareArchive = async (folder: string) => {
  const port = await freePort()
  const repository = `${folder}/repository`
  await makeFor(folder, repository, `${folder}/logs`, `${folder}/locks`)
  const cipher = { PGBACKREST_REPO1_CIPHER_PASS: randomBytes(48).toString('base64') }
  const settings = await deployedFile('pgbackrest/postgresql.conf', [])
  const url = `postgres://owner:${password}@127.0.0.1:${port}/fornix`

  /** A machine with a disk of its own; all have the same address, one after the other. */
  const place = async (name: string) => {
    const home = `${folder}/${name}`
    const data = `${home}/main`
    const config = `${home}/pgbackrest.conf`
    await makeFor(home)
    const text = await deployedFile('pgbackrest/pgbackrest.conf', [
      ['/var/lib/pgbackrest', repository],
      ['log-path=/var/log/pgbackrest', `log-path=${folder}/logs\nlock-path=${folder}/locks`],
      ['/var/lib/postgresql/15/main', data],
    ])
    await writeFile(config, `${text}pg1-port=${port}\npg1-socket-path=${home}\n`, { mode: 0o644 })
    const pgbackrest = (...words: string[]) =>
      run(['pgbackrest', `--config=${config}`, '--stanza=fornix', ...words], cipher)
    const archiving = settings
      .split('\n')
      .filter((line) => /^\w/.test(line))
      .join('\n')
      .replace('pgbackrest --', `pgbackrest --config=${config} --`)
    const conf = `${home}/postgresql.conf`
    const psql = (text: string, database = 'postgres') =>
      run([
        ...[`${programs}/psql`, '-v', 'ON_ERROR_STOP=1', '-h', home, '-p', String(port), '-U', 'postgres'],
        ...['-d', database, '-Atc', text],
      ])
    let server: ReturnType<typeof program> | undefined

    return {
      pgbackrest,
      initialise: () =>
        run([
          `${programs}/initdb`,
          '-D',
          data,
          '-U',
          'postgres',
          '-A',
          'trust',
          '--data-checksums',
          '-E',
          'UTF8',
          '--locale=C.UTF-8',
        ]),
      /** Seconds until it takes writes. */
      start: async (more: Record<string, string | number> = {}) => {
        const begun = performance.now()
        const lines = Object.entries({
          port,
          unix_socket_directories: home,
          timezone: 'UTC',
          max_connections: 60,
          ...more,
        })
        await writeFile(
          conf,
          [`data_directory = '${data}'`, archiving, ...lines.map(([name, value]) => `${name} = '${value}'`), ''].join(
            '\n',
          ),
          { mode: 0o644 },
        )
        const hba = 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
        await writeFile(`${home}/hba.conf`, hba, { mode: 0o644 })
        server = program(
          `${folder}/logs/${name}.log`,
          [`${programs}/postgres`, '-D', data, '-c', `config_file=${conf}`, '-c', `hba_file=${home}/hba.conf`],
          cipher,
        )
        server.start()
        const takesWrites = async () => (await psql('select pg_is_in_recovery()')).trim() === 'f'
        await until('PostgreSQL', async () => server?.isGone() || takesWrites(), patience)
        if (server.isGone()) throw new Error(`PostgreSQL ended: see ${folder}/logs/${name}.log`)
        // After a recovery the checkpointer sleeps for five minutes, and sends no WAL meanwhile.
        await psql('checkpoint')
        return (performance.now() - begun) / 1000
      },
      psql,
      stop: async () => {
        if (server && !server.isGone()) process.kill(server.pid(), 'SIGINT')
        await until('The end of PostgreSQL', async () => server?.isGone() ?? true)
      },
      /** The machine is gone, and its disk with it. */
      lose: async () => {
        signalAll([server?.pid() ?? 0], 'SIGKILL')
        await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
      },
    }
  }
  return {
    folder,
    place,
    url,
    password,
    ask: <Row extends Record<string, unknown>>(text: string) => ask<Row>(url, text),
  }
}
