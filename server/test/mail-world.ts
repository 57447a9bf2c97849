import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { hourMs } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeEach, onTestFinished } from 'vitest'
import { listUnsent } from '../src/clinic/records/list-unsent.ts'
import { openLog } from '../src/platform/base/log.ts'
import { projectId, staffScope } from '../src/platform/database/scope.ts'
import { keyRing } from '../src/platform/files/encryption/key-ring.ts'
import { fixedKeys } from '../src/platform/files/encryption/master-keys.ts'
import { folderStore } from '../src/platform/files/stores/folder-store.ts'
import { type Mail, queueMail } from '../src/platform/mail/outbox.ts'
import { startMailSender } from '../src/platform/mail/sender.ts'
import { type MailTls, smtpTransport, type Transport } from '../src/platform/mail/transport.ts'
import { testDatabase } from './database.ts'

/** To a mail server on this machine. */
export const plain: MailTls = { secure: false, requireTLS: false, ignoreTLS: true }

/** A project that writes mails, and nodes that send them, at a time that the test sets. */
export const mailWorld = async () => {
  const log = openLog('silent')
  const project = projectId(uuid())
  const start = Date.parse('2030-01-01T00:00:00Z')
  let now = start
  const { database, drop } = await testDatabase()
  const folder = await mkdtemp(`${tmpdir()}/fornix-mail-`)
  const store = await folderStore(`${folder}/store`)
  await database.systemQuery(
    `insert into projects (project_id, slug, name, contact) values ($1, 'harbor', E'Harbor\\nImaging', '{"email": "desk@harbor.example"}')`,
    [project],
  )
  afterAll(async () => {
    await drop()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    now = start
    await database.systemQuery('delete from mail_outbox', [])
  })
  const passTime = (ms: number) => {
    now += ms
  }

  const mailFrom = 'Fornix <no-reply@fornix.example>'
  const nodeOver = (transport: Transport) => {
    const running = startMailSender({
      listUnsent,
      database,
      smtpUrl: '',
      mailFrom,
      files: { store, keys: keyRing(database, fixedKeys(Buffer.alloc(32, 7))) },
      log,
      clock: () => new Date(now),
      transport,
    })
    onTestFinished(running.stop)
    return running
  }
  const node = (url: string, tls: MailTls = plain, waitMs?: number) =>
    nodeOver(smtpTransport(url, mailFrom, tls, waitMs))

  const write = async (fields: Partial<Mail> = {}) => {
    const mail = { project, to: ['ana@x.example'], subject: 'Hello', body: 'Text', idempotencyKey: uuid(), ...fields }
    const id = await database.scoped(staffScope(project), (db) => queueMail(db, mail))
    await database.systemQuery('update mail_outbox set created_at = $1, next_attempt_at = $1 where mail_id = $2', [
      new Date(now),
      id,
    ])
    return id
  }
  const state = async () =>
    (
      await database.systemQuery<{ status: string; note: string | null; attempts: number }>(
        'select status, last_error as note, attempts from mail_outbox order by created_at',
        [],
      )
    )[0]
  /** Attempts, each as soon as it is due. */
  const attempt = async (running: ReturnType<typeof node>, times = 1) => {
    for (let i = 0; i < times; i++) {
      await running.wake()
      passTime(hourMs)
    }
  }

  return { database, project, start, passTime, node, nodeOver, write, state, attempt }
}
