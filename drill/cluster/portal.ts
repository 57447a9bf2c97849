import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newKeyPair } from '../../server/src/platform/anchors/audit-key.ts'
import type { S3Options } from '../../server/src/platform/files/stores/s3-store.ts'
import { startObjectStore } from '../../server/test/object-store.ts'
import { startOrthanc } from '../../server/test/orthanc.ts'
import { ask } from '../calls.ts'
import { tcpWay } from '../tcp-way.ts'
import { superuser } from './database.ts'
import { portalAddress } from './fronts.ts'
import { on } from './network.ts'
import { here } from './old-version.ts'
import { pooled, startPoolers } from './pooler.ts'
import { type Program, program, signalAll, until } from './processes.ts'
import { addressOf, type Machine, machines, proxy } from './shipped.ts'

/** The `fornix` command of a checkout. */
const command = (root: string, folder: string) => (words: string[], settings: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(root, 'server/src/cli.ts'), ...words], {
    env: { ...process.env, DATA_DIR: `${folder}/tools`, ...settings },
  })
const migrate = (root: string, folder: string) =>
  command(root, folder)(['migrate'], { DATABASE_OWNER_URL_FILE: `${folder}/secrets/DATABASE_OWNER_URL` })

/** The database with its roles and schema, as docs/CLUSTER.md makes them, and what all nodes share. */
const prepare = async (
  root: string,
  folder: string,
  ca: string,
  smtpPort: number,
  { bucket, prefix, region, credentials }: S3Options,
  storePort: number,
) => {
  await writeFile(`${folder}/master.key`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  await writeFile(`${folder}/audit.key`, newKeyPair().privatePem, { mode: 0o600 })
  const admin = new URL(`postgres://${superuser.name}:${superuser.password}@${proxy.host}:${proxy.database}/postgres`)
  admin.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: ca }).toString()
  const words = ['database', 'prepare', '--folder', `${folder}/secrets`]
  await command(root, folder)(words, { DATABASE_ADMIN_URL: admin.href })
  await migrate(root, folder)
  const [direct = '', system = ''] = await Promise.all(
    ['DATABASE_URL', 'DATABASE_SYSTEM_URL'].map((name) => readFile(`${folder}/secrets/${name}`, 'utf8')),
  )
  const pooler = await startPoolers(folder, ca, [direct, system])
  const settings = {
    DATABASE_URL: pooled(direct),
    DATABASE_SYSTEM_URL: pooled(system),
    // Of live notifications.
    DATABASE_DIRECT_URL: direct.trim(),
    FILES_URL: `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint: `http://${proxy.host}:${storePort}`, region: region ?? '' })}`,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    KEY_FILE: `${folder}/master.key`,
    AUDIT_KEY_FILE: `${folder}/audit.key`,
    SMTP_URL: `smtp://${proxy.host}:${smtpPort}?requireTLS=false`,
    PUBLIC_URL: portalAddress,
    TRUST_PROXY: proxy.host,
    DRAIN_SECONDS: '10',
  }
  return { pooler, settings }
}

/**
 * Three nodes of the demo (whose people the drill knows) as `serve` runs them: least rights, one object store, one PACS, real mail, a
 * drain.
 * They begin with the program in `root`.
 */
export const startNodes = async (folder: string, ca: string, smtpPort: number, root = here) => {
  const store = await startObjectStore()
  // The services of others stand where the proxy does.
  const storeWay = await tcpWay(store.port, proxy.host)
  const pacs = await startOrthanc()
  const pacsWay = await tcpWay(Number(new URL(pacs.rest).port), proxy.host)
  const smtpWay = await tcpWay(smtpPort, proxy.host)
  const { pooler, settings } = await prepare(root, folder, ca, smtpWay.port, await store.bucket(), storeWay.port)
  const running = new Map<Machine, Program>()
  const isReady = async (machine: Machine) => (await ask(`http://${addressOf(machine)}:3000/readyz`)).status === 200
  const start = async (machine: Machine, from: string, prefix: string[] = []) => {
    const own = {
      ...settings,
      DICOMWEB_URL: `http://${proxy.host}:${pacsWay.port}/dicom-web`,
      DICOMWEB_USER: pacs.user,
      DICOMWEB_PASSWORD: pacs.password,
      // Both projects of the demo use it.
      PACS_SHARED: 'true',
      HOST: addressOf(machine),
      PORT: '3000',
      DATA_DIR: `${folder}/node-${machine}`,
      LOG_LEVEL: 'error',
    }
    const node = program(`${folder}/node-${machine}.log`, [process.execPath, join(from, 'demo/src/main.ts')], own, [
      ...on(machine),
      ...prefix,
    ])
    running.set(machine, node)
    node.start()
    await until(`Node ${machine}`, () => isReady(machine))
  }
  const restart = async (machine: Machine, prefix: string[] = []) => {
    await running.get(machine)?.stop()
    await start(machine, here, prefix)
  }
  // The first one makes the people of the demo.
  for (const machine of machines) await start(machine, root)
  return {
    ready: () =>
      until('All nodes ready', async () => (await Promise.all(machines.map(isReady))).every((isOne) => isOne), 600),
    restart,
    /** As docs/CLUSTER.md says it. */
    upgrade: async () => {
      await migrate(here, folder)
      for (const machine of machines) await restart(machine)
    },
    store: storeWay,
    pacs: pacsWay,
    pooler,
    freeze: (machine: Machine) => {
      const pid = running.get(machine)?.pid() ?? 0
      signalAll([pid], 'SIGSTOP')
      return () => signalAll([pid], 'SIGCONT')
    },
    stop: async () => {
      await Promise.all([...running.values()].map((node) => node.kill()))
      await pooler.stop()
      for (const way of [storeWay, pacsWay, smtpWay]) way.close()
      await pacs.stop()
      await store.stop()
    },
  }
}
