import { expect, test } from 'vitest'
import { mailWorld } from '../../../test/mail-world.ts'
import { listUnsent } from '../../clinic/records/list-unsent.ts'
import { pause } from '../../platform/base/retry-while-away.ts'
import { staffScope } from '../../platform/database/scope.ts'
import { withdrawMails } from '../../platform/mail/outbox.ts'
import { mailQueue, type QueuedMail } from '../../platform/mail/queue.ts'
import { awaitUnfinished } from './close-project.ts'

const { database, project, write } = await mailWorld()
const queue = mailQueue(database, listUnsent)

test('a project that moves waits for a mail in hand, also if it was withdrawn meanwhile', async () => {
  const series = 'appointment:1'
  await write({ series })
  await database.systemQuery(
    "update mail_outbox set created_at = now(), next_attempt_at = now() - interval '1 second'",
    [],
  )
  const [mail] = await queue.claim(new Date(), 1)
  await database.scoped(staffScope(project), (db) => withdrawMails(db, { project, series, reason: 'It was canceled.' }))
  let isSettled = false
  const settled = awaitUnfinished(database, project).then(() => {
    isSettled = true
  })
  await pause(500)
  expect(isSettled).toBe(false)
  await queue.markSent(mail as QueuedMail, new Date(), null)
  await settled
})
