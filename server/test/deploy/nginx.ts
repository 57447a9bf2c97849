import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { authority, hasOpenssl } from '../certificates.ts'
import { freePort } from '../free-port.ts'

const program = '/usr/sbin/nginx'
const shipped = new URL('../../../deploy/nginx/', import.meta.url)

export const hasNginx = existsSync(program) && hasOpenssl
const named = 'portal.example'

type Asking = { method?: string; headers?: IncomingHttpHeaders; body?: Buffer; host?: string }

/**
 * Debian's nginx with the configuration that is shipped, before these two ports; only places, ports and one time differ:
 * `headerTimeout` also ends a handshake, which a client on a busy machine may finish late.
 */
export const startNginx = async (nodes: [number, number], headerTimeout = '60s') => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-nginx-`)
  const authorityOfTest = await authority(folder, 'test')
  const signed = await authorityOfTest.sign(named)
  const [http, https] = [await freePort(), await freePort()]
  const replaced: [string | RegExp, string][] = [
    [/\/tmp\//g, `${folder}/`],
    // A pipe of Node is a socket, which cannot be opened by name.
    ['/dev/stdout', `${folder}/access.log`],
    [/listen 80 /g, `listen 127.0.0.1:${http} `],
    [/listen 443 /g, `listen 127.0.0.1:${https} `],
    ['server portal-1:3000', `server 127.0.0.1:${nodes[0]}`],
    ['server portal-2:3000', `server 127.0.0.1:${nodes[1]}`],
    ['/run/secrets/portal_certificate', signed.certificate],
    ['/run/secrets/portal_key', signed.key],
    [/\/etc\/nginx\/refusal/g, `${folder}/refusal`],
    ['client_header_timeout 5s', `client_header_timeout ${headerTimeout}`],
    ['worker_processes auto', 'worker_processes 1'],
  ]
  let config = await readFile(new URL('nginx.conf', shipped), 'utf8')
  for (const [from, to] of replaced) config = config.replace(from, to)
  await writeFile(`${folder}/nginx.conf`, config)
  await writeFile(`${folder}/refusal-headers.conf`, await readFile(new URL('refusal-headers.conf', shipped)))

  // With the folder of its own as the prefix, nginx opens no log of the system before it has read its configuration.
  const args = ['-p', folder, '-e', 'stderr', '-c', `${folder}/nginx.conf`]
  const server = spawn(program, [...args, '-g', 'daemon off;'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const logs = Promise.all([text(server.stdout), text(server.stderr)])
  const ca = await readFile(authorityOfTest.certificate)

  const open = (path: string, { method = 'GET', headers = {}, body, host = named }: Asking = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: https,
          servername: host,
          ca,
          path,
          method,
          headers: { host, ...headers },
          agent: false,
        },
        resolve,
      )
      asked.once('error', reject)
      asked.end(body)
    })
  const ask = async (path: string, asking?: Asking) => {
    const answer = await open(path, asking)
    return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
  }
  const isUp = () =>
    ask('/healthz').then(
      () => true,
      () => false,
    )
  while (server.exitCode === null && !(await isUp())) await pause(20)
  if (server.exitCode !== null) throw new Error(`nginx ended: ${(await logs).join('\n')}`)

  return {
    host: named,
    http,
    https,
    open,
    ask,
    /** Everything that it wrote. */
    stop: async () => {
      server.kill('SIGTERM')
      const written = [...(await logs), await readFile(`${folder}/access.log`, 'utf8')].join('\n')
      await rm(folder, { recursive: true, force: true })
      return written
    },
  }
}
