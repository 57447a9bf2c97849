import { idleMs } from '@fornix/contract'
import pTimeout from 'p-timeout'
import { Gauge, type Registry } from 'prom-client'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/db.ts'
import { isOpen } from '../database/moving.ts'
import type { Live } from '../sessions/live.ts'
import { walWaiting } from './wal-archive.ts'

/** Values for the whole installation, the same on every node. Add one here. */
const ofDatabase = {
  fornix_mails_waiting: [
    'Mails that wait to be sent',
    `select count(*) from mail_outbox where status in ('queued', 'sending') and ${isOpen('mail_outbox')}`,
  ],
  fornix_mail_oldest_seconds: [
    'How long the oldest of them has waited',
    `select coalesce(extract(epoch from now() - min(created_at)), 0) from mail_outbox where status in ('queued', 'sending') and ${isOpen('mail_outbox')}`,
  ],
  fornix_audit_unsealed_seconds: [
    'How long the oldest audit row has waited for its seal',
    'select coalesce(extract(epoch from now() - min(at)), 0) from audit_events where seq is null',
  ],
  fornix_wal_archive_waiting_seconds: [
    'How long the archive of the database has lacked a finished segment of WAL',
    walWaiting,
  ],
  fornix_files_pending_scan: [
    'Files that wait for the virus scanner',
    `select count(*) from files where scan_state = 'pending' and ${isOpen('files')}`,
  ],
  fornix_files_quarantined: [
    'Files in which a virus was found',
    `select count(*) from files where scan_state = 'quarantined' and deleted_at is null`,
  ],
  fornix_project_overdue_seconds: [
    'How long ago a closed project, of which nobody has said where it moved, should have been back; the longest of them',
    'select greatest(0, extract(epoch from now() - min(back_at))) from project_moves where moved_to is null',
  ],
  fornix_sessions: [
    'Sessions that somebody used lately',
    `select count(*) from sessions where revoked_at is null and expires_at > now() and last_seen_at > now() - interval '${idleMs} milliseconds'`,
  ],
} as const

/** Where the values are read from. */
export type Measured = { database: Database; live: Live; log: Log }

const timeoutMs = 3000
const question = `select ${Object.entries(ofDatabase)
  .map(([name, [, sql]]) => `(${sql})::float8 as ${name}`)
  .join(', ')}`

/** Read on each scrape. If the database does not respond, only its own values are missing. */
export const readGauges = (registry: Registry, { database, live, log }: Measured) => {
  const registers = [registry]
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const connections = gauge('fornix_database_connections', 'Connections to the database', ['pool', 'state'])
  const streams = gauge('fornix_live_streams', 'Browsers that listen for news')
  const up = gauge('fornix_database_up', '1 while the database answers')
  const gauges = Object.entries(ofDatabase).map(([name, [help]]) => [name, gauge(name, help)] as const)

  const ask = async () => {
    const [row] = await pTimeout(database.systemQuery<Record<string, number>>(question, []), {
      milliseconds: timeoutMs,
    })
    return row
  }
  return async () => {
    for (const [pool, { used, waiting }] of Object.entries(database.load())) {
      connections.set({ pool, state: 'used' }, used)
      connections.set({ pool, state: 'waiting' }, waiting)
    }
    streams.set(live.count())
    const row = await ask().catch(
      (err: Error) => void log.warn({ err }, 'the numbers of the database could not be read'),
    )
    up.set(row ? 1 : 0)
    for (const [name, gauge] of gauges) {
      if (row) gauge.set(row[name] ?? 0)
      else gauge.remove()
    }
  }
}
