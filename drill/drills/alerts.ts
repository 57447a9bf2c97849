import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Figure } from '../../bench/report.ts'
import { freePort } from '../../server/test/free-port.ts'
import { startExternalPostgres } from '../external-postgres.ts'
import { startPortal } from '../portal.ts'
import { tcpWay } from '../tcp-way.ts'

const rules = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url))
const timeoutMs = 180_000

/** A Prometheus of its own that reads the portal each second, with the rules as they are shipped. */
const startPrometheus = async (metricsPort: number) => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-prometheus-`)
  const port = await freePort()
  await writeFile(
    `${folder}/prometheus.yml`,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'fornix', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
    }),
  )
  const program = spawn(
    '/usr/bin/prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined)
    return answer?.ok ? (await answer.json()).data : undefined
  }
  return {
    isReading: async () =>
      (await ask('query?query=up'))?.result.some(({ value }: { value: [number, string] }) => value[1] === '1'),
    firing: async (): Promise<string[]> =>
      ((await ask('alerts'))?.alerts ?? [])
        .filter(({ state }: { state: string }) => state === 'firing')
        .map(({ labels }: { labels: { alertname: string } }) => labels.alertname),
    stop: async () => {
      program.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Seconds until it is so. */
const until = async (isSo: () => Promise<boolean | undefined>) => {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > timeoutMs) return Number.POSITIVE_INFINITY
    await pause(250)
  }
  return (performance.now() - begun) / 1000
}

/** The database is cut off, and then the program ends: each is an alert, and the first one rests when it is mended. */
export const drillAlerts = async (): Promise<Figure[] | string> => {
  if (!existsSync('/usr/bin/prometheus')) return 'Prometheus is not installed'
  const postgres = await startExternalPostgres()
  const way = await tcpWay(Number(new URL(postgres.url).port))
  const metricsPort = await freePort()
  const DATABASE_URL = Object.assign(new URL(postgres.url), { port: String(way.port) }).href
  const portal = await startPortal({ DATABASE_URL, METRICS_PORT: String(metricsPort) })
  const prometheus = await startPrometheus(metricsPort)
  const fires = async (name: string) => (await prometheus.firing()).includes(name)
  try {
    await until(prometheus.isReading)
    const before = (await prometheus.firing()).length
    await way.become('refusing')
    const raised = await until(() => fires('FornixDatabaseDown'))
    await way.become('open')
    const rested = await until(async () => !(await fires('FornixDatabaseDown')))
    process.kill(await portal.pid(), 'SIGKILL')
    const down = await until(() => fires('FornixNodeDown'))
    return [
      { what: 'alerts of a quiet portal', value: before, unit: '', atMost: 0 },
      { what: 'database away: alert after', value: raised, unit: 's', atMost: 90 },
      { what: 'database back: alert rests after', value: rested, unit: 's', atMost: 60 },
      { what: 'node ended: alert after', value: down, unit: 's', atMost: 90 },
    ]
  } finally {
    await prometheus.stop()
    await portal.stop()
    way.close()
    await postgres.stop()
  }
}
