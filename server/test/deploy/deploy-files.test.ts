import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { newKeyPair } from '../../src/platform/anchors/audit-key.ts'
import { readConfig, settingNames } from '../../src/platform/settings/config.ts'

const deploy = new URL('../../../deploy/', import.meta.url)
const read = (name: string) => readFile(new URL(name, deploy), 'utf8')
const has = (program: string) => existsSync(`/usr/bin/${program}`)
const folder = await mkdtemp(`${tmpdir()}/fornix-deploy-`)
afterAll(() => rm(folder, { recursive: true, force: true }))

const pairs = (text: string, line: RegExp) =>
  Object.fromEntries([...text.matchAll(line)].map(([, name = '', value = '']) => [name, value.replace(/^"|"$/g, '')]))

const compose = await read('compose.yaml')
const place = pairs(await read('.env.example'), /^([A-Z_]+)=(.+)$/gm)
const unit = await read('systemd/fornix.service')

/** What the nodes are given, by each way that is shipped. */
const given = {
  'compose.yaml': {
    ...pairs(await read('Dockerfile'), /\b(HOST|PORT|DATA_DIR)=(\S+)/g),
    ...pairs(
      (/&portal-settings\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? '').replace(
        /\$\{(\w+)\}/g,
        (_, name) => place[name] ?? '',
      ),
      /^ {4}([A-Z_0-9]+): (.+)$/gm,
    ),
  },
  'fornix.service': {
    ...pairs(await read('systemd/fornix.env'), /^([A-Z_0-9]+)=(.+)$/gm),
    ...pairs(unit, /^Environment=([A-Z_0-9]+)=(.+)$/gm),
  },
} as Record<string, Record<string, string>>

/** Stands in for the files of secrets. */
const secrets: Record<string, string> = {
  DATABASE_URL: 'postgres://fornix_app:x7@database/fornix?sslmode=verify-full',
  DATABASE_SYSTEM_URL: 'postgres://fornix_system:x8@database/fornix?sslmode=verify-full',
  SMTP_URL: 'smtps://portal:dY2-red-door@mail.example',
  KEY_FILE: Buffer.alloc(32, 9).toString('base64'),
  AUDIT_KEY_FILE: newKeyPair().privatePem,
}

test.each(Object.entries(given))(
  'every setting of %s is one of the portal, and serve has all that it needs',
  async (_, settings) => {
    const unknown = Object.keys(settings).filter(
      (name) => ![...settingNames, 'NODE_ENV'].includes(name) && !settingNames.includes(name.replace(/_FILE$/, '')),
    )
    expect(unknown).toEqual([])
    const environment: Record<string, string> = {}
    for (const [name, value] of Object.entries(settings)) {
      const secret =
        secrets[name] ?? secrets[name.replace(/_FILE$/, '')] ?? (name.endsWith('_FILE') ? 'pale-river-9' : undefined)
      environment[name] = secret ? `${folder}/${name}` : value
      if (secret) await writeFile(`${folder}/${name}`, secret, { mode: 0o600 })
    }
    expect(readConfig('serve', environment)).toMatchObject({ mode: 'serve', warnings: [] })
  },
)

test('the image installs nothing of the demo, which its workspaces therefore do not list', async () => {
  const folders = [...(await read('Dockerfile')).matchAll(/--workspace=(\w+)/g)].map(([, name = '']) => name)
  expect(folders).toContain('server')
  // For a workspace that is named, npm also installs the workspaces in its devDependencies, whatever `--omit` says.
  const listed = folders.flatMap((name) => {
    const manifest = JSON.parse(readFileSync(new URL(`../${name}/package.json`, deploy), 'utf8'))
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    return kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))
  })
  const workspaces = listed.filter((name) => name.startsWith('@fornix/'))
  expect(workspaces.filter((name) => !folders.includes(name.replace('@fornix/', '')))).toEqual([])
})

test('every secret that compose.yaml or the systemd unit hands over is made or named by what is shipped', async () => {
  const script = await read('make-secrets.sh')
  const files = [...compose.matchAll(/file: \.\/secrets\/(\w+)/g)].map(([, name = '']) => name)
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((name) => !script.includes(name))).toEqual([])
  const credentials = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name)
  expect(credentials.filter((name) => !unit.includes(`%d/${name}`))).toEqual([])
})

test('the service reads the addresses from the files that database prepare and the script write', async () => {
  const script = await read('install.sh')
  const credentials = [...unit.matchAll(/^LoadCredential=([\w-]+):\/etc\/fornix\/secrets\/([\w-]+)$/gm)]
  expect(credentials.map(([, name, file]) => name === file)).toEqual(credentials.map(() => true))
  const names = credentials.map(([, name = '']) => name)
  // What database prepare writes is named by its settings.
  expect(names.filter((name) => name.startsWith('DATABASE'))).toEqual(['DATABASE_URL', 'DATABASE_SYSTEM_URL'])
  const made = names.filter((name) => !name.startsWith('DATABASE'))
  expect(made.filter((name) => !script.includes(`"$secrets/${name}"`))).toEqual([])
})

test('what the script replaces stands in the files that it changes', async () => {
  const script = await read('install.sh')
  const [nginx, wrapper] = [await read('nginx/nginx.conf'), await read('systemd/fornix')]
  for (const [text, parts] of [
    [nginx, ['/tmp/nginx.pid', '_temp_path /tmp/', '/dev/stdout', 'portal-1:3000', '/run/secrets/portal_key']],
    [unit, ['/opt/fornix', 'ExecStart=/usr/bin/node']],
    [wrapper, ['\ncheckout=', '\nnode=', '\nroot=']],
  ] as const)
    for (const part of parts) {
      expect(text).toContain(part)
      expect(script).toContain(part.trim())
    }
  for (const file of ['install.sh', 'systemd/fornix', 'make-secrets.sh'])
    execFileSync('/bin/sh', ['-n', new URL(file, deploy).pathname])
})

test('nothing that is shipped holds a secret or downloads from an address', async () => {
  for (const entry of await readdir(deploy, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('secrets')) continue
    const text = await readFile(`${entry.parentPath}/${entry.name}`, 'utf8')
    expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|curl |wget |--registry/)
  }
})

test.skipIf(!has('docker-compose'))('compose.yaml is a valid compose file', async () => {
  await cp(deploy, `${folder}/compose`, { recursive: true, filter: (path) => !path.includes('deploy/secrets') })
  await writeFile(`${folder}/compose/.env`, await read('.env.example'))
  const text = execFileSync('/usr/bin/docker-compose', ['-f', `${folder}/compose/compose.yaml`, 'config'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(text).toContain('PUBLIC_URL: https://portal.example')
  expect(text.match(/\/run\/secrets\/master_key/g)?.length).toBeGreaterThan(1)
  // A service can read no file of secrets but its own.
  const services = text.split(/^services:\n/m)[1]?.split(/^(?: {2})?(?=\S)/m) ?? []
  const names = (service: string, pattern: RegExp) => [...service.matchAll(pattern)].map(([, name = '']) => name)
  for (const service of services) {
    const own = names(service, /^ {4}- source: (\w+)/gm)
    expect([service, names(service, /\/run\/secrets\/(\w+)/g).filter((name) => !own.includes(name))]).toEqual([
      service,
      [],
    ])
  }
})

test('nginx has a fixed address of each node, and trusts and is given no other', async () => {
  const fixed = pairs(compose, /^ {2}([\w-]+):\n(?: {4}.*\n)*? {8}ipv4_address: (\S+)$/gm)
  const nodes = [...(await read('nginx/nginx.conf')).matchAll(/^ +server (\S+):3000 /gm)].map(([, name = '']) => name)
  expect(nodes).toEqual(['portal-1', 'portal-2'])
  expect(compose).toContain(`extra_hosts: [${nodes.map((name) => `"${name}:${fixed[name]}"`).join(', ')}]`)
  expect(given['compose.yaml']).toMatchObject({ TRUST_PROXY: fixed['proxy'] })
  // The upper half of the network is for containers without an address of their own.
  expect(compose).toContain('ip_range: 172.30.57.128/25')
  for (const address of Object.values(fixed))
    expect(Number(/^172\.30\.57\.(\d+)$/.exec(address)?.[1])).toBeLessThan(128)
})

test.skipIf(!has('systemd-analyze'))('the systemd unit is valid, and leaves the service little', async () => {
  // Elsewhere Node lies in another place, and there is no such user: the rest is checked.
  await writeFile(`${folder}/fornix.service`, unit.replace('/usr/bin/node', '/bin/true'))
  const analyze = (...words: string[]) =>
    execFileSync('/usr/bin/systemd-analyze', [...words, `${folder}/fornix.service`], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(analyze('verify')).toBe('')
  const [, exposure] = /exposure level for fornix.service: ([\d.]+)/.exec(analyze('security', '--offline=true')) ?? []
  expect(Number(exposure)).toBeLessThan(2)
})
