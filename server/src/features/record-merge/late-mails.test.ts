import { askToCloseAccount, declineClosure, sendInvitation } from '@fornix/contract'
import { expect, test } from 'vitest'
import { imagingIn } from '../../../test/imaging-world.ts'
import { mergeWorld } from '../../../test/merge-world.ts'
import { newEmail } from '../../../test/new-email.ts'
import { deleteExpired } from '../../clinic/retention/expired-rows.ts'

const { as, given, owner, platform, database, clinic, mergeNow, undoNow } = await mergeWorld()
const imaging = imagingIn({ platform, given, as, owner })

const mailsTo = (email: string) =>
  owner<{ subject: string; status: string }>(
    `select split_part(subject, ' · ', 1) as subject, status from mail_outbox
      where $1 = any(to_addresses) and idempotency_key not like 'caregiver%' order by mail_id`,
    [email],
  )
const all = async (email: string, status: string) => (await mailsTo(email)).map(({ subject }) => ({ subject, status }))

test('what waits for the merged record’s account is withdrawn by a merge, and queued again by an undo', async () => {
  const two = await clinic()
  const { admin, merged } = two
  const { study } = await imaging.stored({ project: admin.project, patient: merged.id })
  await imaging.opened(merged, admin, study)
  const { closure } = await as(merged).call(askToCloseAccount, { body: { reason: '' } })
  await as(admin).call(declineClosure, {
    params: { key: merged.code },
    body: { answer: 'Please call us first', request_id: closure?.request_id ?? '' },
  })
  const before = await mailsTo(merged.email)
  expect(before).toHaveLength(2)
  expect(before).toEqual(await all(merged.email, 'queued'))

  const { merge_id } = await mergeNow(two)
  expect(await mailsTo(merged.email)).toEqual(await all(merged.email, 'failed'))
  await undoNow(admin, merge_id)
  expect(await mailsTo(merged.email)).toEqual(before)
})

test('an approval of a scan that was closed since the merge stays withdrawn', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const { study } = await imaging.stored({ project: admin.project, patient: merged.id })
  await imaging.opened(merged, admin, study)
  const { merge_id } = await mergeNow(two)
  await imaging.opened(kept, admin, study)
  await imaging.revoke(kept, admin, study)
  await undoNow(admin, merge_id)
  expect(await mailsTo(merged.email)).toEqual([{ subject: 'Your access request was approved', status: 'failed' }])
})

test('what is so old that its text was deleted stays withdrawn', async () => {
  const two = await clinic()
  const { admin, merged } = two
  const { study } = await imaging.stored({ project: admin.project, patient: merged.id })
  await imaging.opened(merged, admin, study)
  const { merge_id } = await mergeNow(two)
  await owner("update mail_outbox set created_at = now() - interval '7 days' where $1 = any(to_addresses)", [
    merged.email,
  ])
  await deleteExpired(database, [])
  await undoNow(admin, merge_id)
  expect(await mailsTo(merged.email)).toMatchObject([{ status: 'failed' }])
})

test('an invitation is withdrawn and queued again, too', async () => {
  const { admin, nurse, kept } = await clinic()
  const email = newEmail('invited', 'people.example')
  const body = { firstName: 'Ana', lastName: 'Rivera', email }
  const { patient_id: code } = await as(nurse).call(sendInvitation, { body })
  const { merge_id } = await mergeNow({ admin, kept, merged: { ...kept, code } }, { differences_checked: true })
  expect(await mailsTo(email)).toMatchObject([{ status: 'failed' }])
  await undoNow(admin, merge_id)
  expect(await mailsTo(email)).toMatchObject([{ status: 'queued' }])
})
