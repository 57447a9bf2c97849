import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { responseMs } from '../../src/platform/metrics/health.ts'
import { authority, hasOpenssl } from '../certificates.ts'
import { freePort } from '../free-port.ts'
import { nodeOf } from './node-of.ts'

const shipped = new URL('../../../deploy/cluster/', import.meta.url)
const read = (name: string) => readFile(new URL(name, shipped), 'utf8')
const haproxy = '/usr/sbin/haproxy'
const canRun = existsSync(haproxy) && hasOpenssl
const folder = await mkdtemp(`${tmpdir()}/fornix-cluster-files-`)
afterAll(() => rm(folder, { recursive: true, force: true }))

const [proxy, patroni, etcd, guide] = await Promise.all([
  read('haproxy.cfg'),
  read('patroni.yml'),
  read('etcd'),
  readFile(new URL('../../../docs/CLUSTER.md', import.meta.url), 'utf8'),
])

/** The shipped file, with the places and servers of this machine. */
const haproxyHere = async (words: [string | RegExp, string][]) => {
  const { certificate, key } = await (await authority(folder, 'cluster')).sign('portal.example')
  await writeFile(
    `${folder}/portal.pem`,
    (await Promise.all([certificate, key].map((path) => readFile(path)))).join('\n'),
  )
  await copyFile(new URL('away.http', shipped), `${folder}/away.http`)
  // Its user and socket are Debian's, and not on every machine.
  let here = proxy.replaceAll('/etc/haproxy/', `${folder}/`).replaceAll(/^ {2}(user|group|stats) .*\n/gm, '')
  for (const [from, to] of words) here = here.replaceAll(from, to)
  await writeFile(`${folder}/haproxy.cfg`, here)
  return `${folder}/haproxy.cfg`
}

test.skipIf(!canRun)('HAProxy takes the shipped file', async () => {
  const said = execFileSync(haproxy, ['-c', '-f', await haproxyHere([])], { encoding: 'utf8', stdio: 'pipe' })
  expect(said).not.toMatch(/warning|alert/i)
})

type Node = Awaited<ReturnType<typeof nodeOf>>

/** The shipped HAProxy before these nodes; `statusOf` asks it. */
const proxyBefore = async (nodes: Node[]) => {
  const [http, https, database] = [await freePort(), await freePort(), await freePort()]
  const config = await haproxyHere([
    ['bind :80', `bind 127.0.0.1:${http}`],
    ['bind :443', `bind 127.0.0.1:${https}`],
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${database}`],
    ['/dev/log', 'stdout format raw'],
    ...nodes.map(({ port }, index): [string, string] => [`10.0.0.1${index + 1}:3000`, `127.0.0.1:${port}`]),
  ])
  const server = spawn(haproxy, ['-db', '-f', config], { stdio: 'ignore' })
  onTestFinished(() => {
    server.kill('SIGKILL')
    for (const node of nodes) node.close()
  })
  const statusOf = async (path: string) => {
    const asking = request({ host: '127.0.0.1', port: https, path, rejectUnauthorized: false, agent: false }).end()
    const [answer] = await once(asking, 'response')
    answer.resume()
    return answer.statusCode
  }
  // HAProxy sends to all of them until it has asked how they are.
  await expect.poll(() => statusOf('/assets/new.js').catch(() => 0), { timeout: 10_000 }).toBe(200)
  return statusOf
}

test.skipIf(!canRun)('during an upgrade a file of a page comes from whichever node has that version', async () => {
  const nodes = await Promise.all(['old', 'new', 'new'].map((version) => nodeOf(version)))
  const statusOf = await proxyBefore(nodes)
  const statuses: number[] = []
  for (let time = 0; time < 12; time++) statuses.push(await statusOf(`/assets/${time % 2 ? 'old' : 'new'}.js`))
  expect(statuses).toEqual(statuses.map(() => 200))
  // What no version has is looked for and not found; a call is asked once.
  expect(await statusOf('/assets/none.js')).toBe(404)
  expect(await statusOf('/no/such/call/')).toBe(404)
  expect(nodes.flatMap(({ asked }) => asked.filter((url) => url.includes('/call/')))).toHaveLength(1)
})

test.skipIf(!canRun)(
  'a node without files, mail or images is asked on; one without its database, or that stops, only for files of its pages',
  async () => {
    const [withoutFiles, ...away] = await Promise.all([
      nodeOf('new', { status: 'failing', database: 'ok', files: 'failing: out of reach' }),
      nodeOf('new', { status: 'failing', database: 'failing', files: 'ok' }),
      nodeOf('old', { status: 'stopping' }),
    ])
    const statusOf = await proxyBefore([withoutFiles, ...away])
    const askedAway = () => away.reduce((sum, { asked }) => sum + asked.length, 0)
    const sixTimes = async () => {
      const before = askedAway()
      const statuses = []
      for (let time = 0; time < 6; time++) statuses.push(await statusOf('/'))
      return { statuses, away: askedAway() - before }
    }
    await expect.poll(sixTimes, { timeout: 20_000 }).toEqual({ statuses: Array(6).fill(200), away: 0 })
    // Not before it would have been taken out: by two checks that failed.
    await expect.poll(() => away[1]?.checks(), { timeout: 20_000 }).toBeGreaterThan(2)
    expect(await statusOf('/assets/old.js')).toBe(200)
  },
)

test('a node says how its parts are before HAProxy stops waiting', () => {
  const [, seconds] = /^ *timeout check (\d+)s$/m.exec(proxy) ?? []
  expect(responseMs).toBeLessThan(Number(seconds) * 1000)
})

test('proxy, Patroni and etcd name the same machines and ports', () => {
  const servers = [...proxy.matchAll(/^ {2}server node-\d (10\.0\.0\.1\d):(\d+) check(?: port (\d+))?$/gm)]
  const of = (port: string) => servers.filter(([, , to]) => to === port).map(([, host, , check]) => [host, check])
  const hosts = ['10.0.0.11', '10.0.0.12', '10.0.0.13']
  // For pages and calls, and for files.
  expect(of('3000')).toEqual([...hosts, ...hosts].map((host) => [host, undefined]))
  expect(of('5432')).toEqual(hosts.map((host) => [host, '8008']))
  expect(patroni).toContain(`hosts: [${hosts.map((host) => `${host}:2379`).join(', ')}]`)
  for (const line of ['listen: 10.0.0.11:8008', 'listen: 10.0.0.11:5432']) expect(patroni).toContain(`${line} # this`)
  expect(etcd).toContain('ETCD_LISTEN_CLIENT_URLS=http://10.0.0.11:2379')
  for (const [index, host] of hosts.entries()) expect(etcd).toContain(`node-${index + 1}=http://${host}:2380`)
  for (const port of ['443', '3000', '5000', '5432', '8008', '2379', '2380']) expect(guide).toContain(port)
})

test('what keeps acknowledged writes is on, and a lost leader is replaced in the time that Patroni allows', () => {
  const number = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])
  for (const mode of ['synchronous_mode', 'synchronous_mode_strict'])
    expect(patroni).toMatch(new RegExp(`^ +${mode}: true$`, 'm'))
  // By the v3 interface a leader that wakes up takes the lead back, and what the other one acknowledged is lost.
  expect(patroni).toMatch(/^etcd:$/m)
  expect(etcd).toMatch(/^ETCD_ENABLE_V2=true$/m)
  expect(number('ttl')).toBeLessThanOrEqual(10)
  expect(patroni).toMatch(/^ +- data-checksums$/m)
  expect(number('ttl')).toBeGreaterThanOrEqual(number('loop_wait') + 2 * number('retry_timeout'))
  expect(patroni).not.toMatch(/password:|\btrust\b|- host /)
  expect(proxy.match(/on-marked-down shutdown-sessions/g)).toHaveLength(2)
})

test('the page for a portal that is away fits into the memory of HAProxy, loads nothing, and speaks both languages', async () => {
  const page = await read('away.http')
  expect(Buffer.byteLength(page)).toBeLessThan(15_000)
  const [head = '', body = ''] = page.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 503 /)
  expect(head).toMatch(/^Retry-After: \d+\r?$/m)
  expect(body).toContain('Please try again')
  expect(body).toContain('<section lang="es">')
  expect(body).not.toMatch(/https?:|src=|url\(|<script/)
})
