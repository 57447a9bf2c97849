import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { here } from './old-version.ts'
import { program } from './processes.ts'
import { addressOf, deployedFile, type Machine, machines, proxy, shippedFile } from './shipped.ts'

const awayPage = join(here, 'deploy/cluster/away.http')
export const portalAddress = `https://${proxy.host}:${proxy.portal}`
export const nginxAddress = `https://${proxy.host}:${proxy.nginx}`

type Certificate = { crt: string; key: string }

/** HAProxy from the shipped file, with an address for this run. */
export const startProxy = async (folder: string, certificate: Certificate) => {
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

/** nginx from the shipped file, beside HAProxy. */
export const startNginx = async (folder: string, { crt, key }: Certificate) => {
  const place = `${folder}/nginx`
  await mkdir(place, { mode: 0o777 })
  const server = (machine: Machine) => `server ${addressOf(machine)}:3000 max_fails=2 fail_timeout=5s;`
  const text = await deployedFile('nginx/nginx.conf', [
    ['/tmp/', `${place}/`],
    // People name a host; the drill asks by address, which is none.
    [/ *(listen 443 ssl default_server|ssl_reject_handshake on);\n/g, ''],
    ['/dev/stdout', `${place}/access.log`],
    ['listen 80 ', `listen ${proxy.host}:8081 `],
    ['listen 443 ', `listen ${proxy.host}:${proxy.nginx} `],
    [/server portal-1:3000[^;]*;/g, machines.map(server).join(' ')],
    [/ *server portal-2:3000[^;]*;\n/g, ''],
    ['/run/secrets/portal_certificate', crt],
    ['/run/secrets/portal_key', key],
    ['/etc/nginx/refusal-headers.conf', join(here, 'deploy/nginx/refusal-headers.conf')],
    ['worker_processes auto', 'worker_processes 1'],
    ['error_log stderr emerg', 'error_log stderr error'],
  ])
  await writeFile(`${place}/nginx.conf`, text)
  const words = ['/usr/sbin/nginx', '-p', place, '-e', 'stderr', '-c', `${place}/nginx.conf`, '-g', 'daemon off;']
  const nginx = program(`${folder}/nginx.log`, words, {}, [])
  nginx.start()
  return { stop: nginx.stop }
}
