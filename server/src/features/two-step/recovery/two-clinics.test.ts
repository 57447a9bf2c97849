import { getAuditLog, getWorkQueue, listRecoveries } from '@fornix/contract'
import { expect, test } from 'vitest'
import { recoveryWorld } from '../../../../test/recovery-world.ts'

const { as, given, owner, people, setting, mailsTo } = await recoveryWorld()

const elsewhereRow = 'Another clinic confirmed the person’s identity, to recover the account'

/** By a nurse of each clinic. */
const confirmedInBoth = async () => {
  const { project, ana, number, nora } = await setting()
  const far = await people.clinic()
  const there = await people.alsoPatient(far.project, ana)
  await owner("update patients set dob = '1986-04-17' where patient_id = $1", [there.id])
  await owner('update patients set dob_changed_at = null where patient_id = $1', [there.id])
  await owner("update providers set first_name = 'Fay', last_name = 'Lund' where provider_id = $1", [far.nora.id])
  const [admin, farAdmin] = [await given.staff('Admin', project), await given.staff('Admin', far.project)]
  const codes = await people.started(await people.signedIn(ana))
  expect((await people.confirm(nora, people.ofPatient(codes, number))).status).toBe(200)
  const answers = { ...people.ofPatient(codes, there.code), document: 'driver_license' }
  expect((await people.confirm(far.nora, answers)).status).toBe(200)
  return { ana, nora, farNora: far.nora, admin, farAdmin }
}

test('admins read who confirmed it, and by which document, of their own clinic alone', async () => {
  const { admin, farAdmin } = await confirmedInBoth()
  const witnessesFor = async (user: typeof admin) => (await as(user).call(listRecoveries, {})).recoveries[0]?.witnesses
  const confirmed_at = expect.any(String)
  const elsewhere = { name: null, document: null, confirmed_at }
  expect(await witnessesFor(admin)).toEqual([
    { name: expect.stringMatching(/^Nora Lindt \(/), document: 'passport', confirmed_at },
    elsewhere,
  ])
  expect(await witnessesFor(farAdmin)).toEqual([
    elsewhere,
    { name: expect.stringMatching(/^Fay Lund \(/), document: 'driver_license', confirmed_at },
  ])
})

test('nor do Today, the trail and the mail to the admins name staff of another clinic; the person reads both', async () => {
  const { ana, nora, farNora, admin, farAdmin } = await confirmedInBoth()
  for (const [user, other] of [
    [admin, farNora],
    [farAdmin, nora],
  ] as const) {
    const name = other === nora ? 'Nora Lindt' : 'Fay Lund'
    const trail = await as(user).call(getAuditLog, { query: { kind: 'rights' } })
    expect(trail.entries.map(({ what }) => what)).toContain(elsewhereRow)
    const mails = await mailsTo(user.email)
    expect(mails.map(({ subject }) => subject)).toContain('An account is being recovered')
    const told = JSON.stringify([trail, mails, await as(user).call(getWorkQueue, { query: {} })])
    for (const secret of [name, other.code, other.id, other.email]) expect(told).not.toContain(secret)
  }
  const mail = (await mailsTo(ana.email)).find(({ subject }) => subject === 'Your account is being recovered')
  expect(mail?.body).toContain(`Nora Lindt (${nora.code}), Fay Lund (${farNora.code})`)
})
