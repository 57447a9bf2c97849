import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startDemoSmtp } from '@fornix/demo/mailbox/smtp.ts'
import { queueMail } from '../../server/src/platform/mail/outbox.ts'
import { freePort } from '../../server/test/free-port.ts'
import type { Program } from '../program.ts'
import type { Figure } from '../report.ts'

const count = 1000
const outageMs = 60_000
const patienceMs = 600_000

/** 1,000 mails while no mail server answers for the first minute: how often each arrives, and when the last does. */
export const measureMails = async (program: Program): Promise<Figure[]> => {
  const smtpPort = await freePort()
  await program.restart({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}` })
  const database = await program.connect()
  const run = randomUUID()
  await database.unscoped('mails to measure with', async (db) => {
    const { project_id } = await db.selectFrom('projects').select('project_id').limit(1).executeTakeFirstOrThrow()
    for (let n = 0; n < count; n++)
      await queueMail(db, {
        project: project_id,
        to: [`measured-${n}@example.com`],
        subject: 'Measured',
        body: 'Measured',
        idempotencyKey: `${run} ${n}`,
      })
  })
  await database.close()
  await pause(outageMs)

  const arrived = new Map<string, number>()
  const add = async (_raw: Buffer, to: string[]) => {
    for (const one of to) arrived.set(one, (arrived.get(one) ?? 0) + 1)
    return ''
  }
  const server = await startDemoSmtp({ add: add as never }, smtpPort)
  const begun = performance.now()
  while (arrived.size < count && performance.now() - begun < patienceMs) await pause(100)
  const seconds = (performance.now() - begun) / 1000
  // What is sent twice would come right behind.
  await pause(5000)
  await program.restart()
  await server.close()
  return [
    { what: `${count} mails, a minute without a mail server: arrived`, value: arrived.size, unit: '', atLeast: count },
    {
      what: `${count} mails, a minute without a mail server: twice`,
      value: [...arrived.values()].filter((times) => times > 1).length,
      unit: '',
      atMost: 0,
    },
    { what: `${count} mails: the last after the server is back`, value: seconds, unit: 's' },
  ]
}
