import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProgram } from '../../e2e/demo-program.ts'
import { newKeyPair } from '../../server/src/platform/anchors/audit-key.ts'
import { startObjectStore } from '../../server/test/object-store.ts'
import { ask } from '../calls.ts'
import { superuser } from './database.ts'
import { program, signalAll, until } from './processes.ts'
import { addressOf, type Machine, machines, proxy, shippedFile } from './shipped.ts'

const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))
const awayPage = fileURLToPath(new URL('../../deploy/cluster/away.http', import.meta.url))
export const portalAddress = `https://${proxy.host}:${proxy.portal}`

/** HAProxy from the shipped file, with an address for this run. */
export const startProxy = async (folder: string, certificate: { crt: string; key: string }) => {
  const place = `${folder}/proxy`
  await mkdir(place, { mode: 0o755 })
  const pem = await Promise.all([certificate.crt, certificate.key].map((path) => readFile(path, 'utf8')))
  await writeFile(`${place}/portal.pem`, pem.join('\n'), { mode: 0o644 })
  await cp(awayPage, `${place}/away.http`)
  const text = await shippedFile('haproxy.cfg', [
    [/^ {2}(user|group) haproxy\n/gm, ''],
    [/^ {2}stats socket.*\n/gm, ''],
    ['/dev/log', 'stdout format raw'],
    ['/etc/haproxy/', `${place}/`],
    ['bind :80', `bind ${proxy.host}:8080`],
    ['bind :443', `bind ${proxy.host}:${proxy.portal}`],
    ['bind 127.0.0.1:5000', `bind ${proxy.host}:${proxy.database}`],
  ])
  await writeFile(`${place}/haproxy.cfg`, text)
  const haproxy = program(`${folder}/haproxy.log`, ['/usr/sbin/haproxy', '-W', '-db', '-f', `${place}/haproxy.cfg`])
  haproxy.start()
  return {
    restart: async () => {
      await haproxy.stop()
      haproxy.start()
    },
    stop: haproxy.stop,
  }
}

/** The database with its roles and schema, as docs/CLUSTER.md makes them, and what all nodes share. */
const prepare = async (
  folder: string,
  ca: string,
  smtpPort: number,
  store: Awaited<ReturnType<typeof startObjectStore>>,
) => {
  const { bucket, prefix, endpoint, region, credentials } = await store.bucket()
  await writeFile(`${folder}/master.key`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  await writeFile(`${folder}/audit.key`, newKeyPair().privatePem, { mode: 0o600 })
  const admin = new URL(`postgres://${superuser.name}:${superuser.password}@${proxy.host}:${proxy.database}/postgres`)
  admin.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: ca }).toString()
  const run = (words: string[], settings: Record<string, string>) =>
    promisify(execFile)(process.execPath, [cli, ...words], {
      env: { ...process.env, DATA_DIR: `${folder}/tools`, ...settings },
    })
  await run(['database', 'prepare', '--folder', `${folder}/secrets`], { DATABASE_ADMIN_URL: admin.href })
  await run(['migrate'], { DATABASE_OWNER_URL_FILE: `${folder}/secrets/DATABASE_OWNER_URL` })
  return {
    DATABASE_URL_FILE: `${folder}/secrets/DATABASE_URL`,
    DATABASE_SYSTEM_URL_FILE: `${folder}/secrets/DATABASE_SYSTEM_URL`,
    FILES_URL: `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint: endpoint ?? '', region: region ?? '' })}`,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    KEY_FILE: `${folder}/master.key`,
    AUDIT_KEY_FILE: `${folder}/audit.key`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    PUBLIC_URL: portalAddress,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '10',
  }
}

/** Three nodes of the demo (whose people the drill knows) as `serve` runs them: least rights, one object store, real mail, a drain. */
export const startNodes = async (folder: string, ca: string, smtpPort: number) => {
  const store = await startObjectStore()
  const settings = await prepare(folder, ca, smtpPort, store)
  const running = new Map<Machine, Awaited<ReturnType<typeof startProgram>>>()
  const dataDir = (machine: Machine) => `${folder}/node-${machine}`
  const isReady = async (machine: Machine) => (await ask(`http://${addressOf(machine)}:3000/readyz`)).status === 200
  const start = async (machine: Machine) => {
    const own = { ...settings, HOST: addressOf(machine), DATA_DIR: dataDir(machine) }
    running.set(machine, await startProgram(3000, dataDir(machine), own, `${folder}/node-${machine}.log`))
    await until(`Node ${machine}`, () => isReady(machine))
  }
  // The first one makes the people of the demo.
  for (const machine of machines) await start(machine)
  return {
    ready: () =>
      until('All nodes ready', async () => (await Promise.all(machines.map(isReady))).every((isOne) => isOne), 600),
    restart: async (machine: Machine) => {
      await running.get(machine)?.stop()
      await start(machine)
    },
    freeze: async (machine: Machine) => {
      const pid = Number((await readFile(`${dataDir(machine)}/fornix.pid`, 'utf8')).trim())
      signalAll([pid], 'SIGSTOP')
      return () => signalAll([pid], 'SIGCONT')
    },
    stop: async () => {
      await Promise.all([...running.values()].map((node) => node.kill()))
      await store.stop()
    },
  }
}
