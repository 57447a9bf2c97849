import {
  addMyReimbursement,
  answerMyReimbursement,
  getAuditLog,
  listMyReimbursements,
  listReimbursements,
  saveRights,
  updateReimbursement,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { as, send, given, owner, mailsTo } = await testApp()

const setting = async (amount: string | null = '100', asked = '250') => {
  const ana = await given.patient()
  const [nora, tom, admin] = [
    await given.staff('Nurse', ana.project),
    await given.staff('MRI-Tech', ana.project),
    await given.staff('Admin', ana.project),
  ]
  await owner("update providers set first_name = 'Tom', last_name = 'Berg' where provider_id = $1", [tom.id])
  const limit = (two_person_amount: string | null) =>
    as(admin).call(saveRights, { body: { withheld: {}, two_person_amount } })
  await limit(amount)
  const body = { amount: asked, description: 'Hotel' }
  await as(ana).call(addMyReimbursement, { body }, { file: { name: 'a.pdf', bytes: smallPdf() } })
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key: ana.code } })
  const id = reimbursements[0]?.id ?? ''
  const decide = (user: TestUser, body: object) => send(user, updateReimbursement, { params: { id }, body })
  const seen = async (user: TestUser) =>
    (await as(user).call(listReimbursements, { params: { key: ana.code } })).reimbursements[0]
  return { ana, nora, tom, admin, decide, seen, limit, id }
}

test('above the amount one decides and another confirms; until then the request stays as it was', async () => {
  const { ana, nora, tom, admin, decide, seen } = await setting()
  expect((await decide(nora, { status: 'Approved', comment: 'Receipt is fine' })).body['reimbursement']).toMatchObject({
    status: 'Submitted',
    waiting: { status: 'Approved', amount: '250.00', name: 'Nora Lindt', is_mine: true },
  })
  expect(await seen(tom)).toMatchObject({ status: 'Submitted', waiting: { is_mine: false } })
  expect(await mailsTo(ana.email)).toEqual([])

  expect(await decide(nora, { status: 'Approved' })).toMatchObject({ status: 409, body: { code: 'second_person' } })
  expect(await seen(nora)).toMatchObject({ status: 'Submitted' })

  expect((await decide(tom, { status: 'Approved' })).body['reimbursement']).toMatchObject({
    status: 'Approved',
    comment: 'Receipt is fine',
    waiting: null,
    history: [{}, { status: 'Approved', author: 'Nora Lindt and Tom Berg' }],
  })
  expect(await mailsTo(ana.email)).toHaveLength(1)
  const { entries } = await as(admin).call(getAuditLog, { query: { kind: 'money' } })
  expect(entries.map(({ who, what }) => `${who}: ${what}`)).toEqual(
    expect.arrayContaining([
      'Nora Lindt: Decided on a reimbursement request, which a second person has to confirm',
      'Tom Berg: Confirmed a decision on a reimbursement request as the second person',
    ]),
  )
})

test('a decision about another receipt than the one that is there now does not count', async () => {
  const { ana, nora, tom, decide, seen, id } = await setting()
  await decide(nora, { status: 'On Hold', comment: 'No date' })
  await decide(nora, { status: 'Paid' })
  const { version = 0 } = (await seen(tom)) ?? {}
  const file = { name: 'other.pdf', bytes: smallPdf() }
  const answer = { note: 'Here', version, upload_key: crypto.randomUUID() }
  expect((await send(ana, answerMyReimbursement, { params: { id }, body: answer }, { file })).status).toBe(200)
  expect(await seen(tom)).toMatchObject({ status: 'Submitted', waiting: null })
  expect((await decide(tom, { status: 'Paid' })).body['reimbursement']).toMatchObject({
    status: 'Submitted',
    waiting: { is_mine: true },
  })
  const replaced = await send(tom, updateReimbursement, { params: { id }, body: {} }, { file })
  expect(replaced.body['reimbursement']).toMatchObject({ status: 'Submitted', waiting: null })
})

test('admins need a second person, too, and the patient sees nothing of what waits', async () => {
  const { ana, admin, decide } = await setting()
  expect((await decide(admin, { status: 'Paid' })).body['reimbursement']).toMatchObject({ status: 'Submitted' })
  expect((await decide(admin, { status: 'Paid' })).status).toBe(409)
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key: ana.code } })
  expect(reimbursements).toMatchObject([{ status: 'Submitted', paid_amount: null, waiting: null }])
})

test('paid needs two by itself, also after two have approved', async () => {
  const { nora, tom, decide } = await setting()
  await decide(nora, { status: 'Approved' })
  await decide(tom, { status: 'Approved' })
  await decide(tom, { status: 'Processing' })
  expect((await decide(tom, { status: 'Paid' })).body['reimbursement']).toMatchObject({ status: 'Processing' })
  expect((await decide(nora, { status: 'Paid' })).body['reimbursement']).toMatchObject({
    status: 'Paid',
    paid_amount: '250.00',
  })
})

test('another amount is another decision, and raising one that is paid already needs two', async () => {
  const { nora, tom, decide } = await setting('100', '80')
  expect((await decide(nora, { status: 'Paid' })).body['reimbursement']).toMatchObject({ paid_amount: '80.00' })
  expect((await decide(nora, { amount: '900' })).body['reimbursement']).toMatchObject({
    amount: '80.00',
    paid_amount: '80.00',
    waiting: { amount: '900.00', status: 'Paid' },
  })
  expect((await decide(tom, { amount: '950' })).body['reimbursement']).toMatchObject({
    amount: '80.00',
    waiting: { amount: '950.00', name: 'Tom Berg' },
  })
  expect((await decide(nora, { amount: '950' })).body['reimbursement']).toMatchObject({
    amount: '950.00',
    paid_amount: '950.00',
    waiting: null,
  })
})

test('a decision is taken back by deciding otherwise; a correction of the text leaves it waiting', async () => {
  const { nora, tom, decide } = await setting()
  await decide(nora, { status: 'Approved' })
  expect((await decide(tom, { description: 'Hotel, two nights' })).body['reimbursement']).toMatchObject({
    description: 'Hotel, two nights',
    waiting: { name: 'Nora Lindt' },
  })
  expect((await decide(nora, { status: 'Submitted' })).body['reimbursement']).toMatchObject({ waiting: null })
  await decide(nora, { status: 'Approved' })
  expect((await decide(tom, { status: 'Rejected', comment: 'No receipt' })).body['reimbursement']).toMatchObject({
    status: 'Rejected',
    waiting: null,
  })
})

test('who confirms says which version they saw', async () => {
  const { nora, tom, decide, seen } = await setting()
  const { version } = (await seen(tom))!
  await decide(nora, { status: 'Approved' })
  expect(await decide(tom, { status: 'Approved', version })).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect(await seen(tom)).toMatchObject({ status: 'Submitted', waiting: { name: 'Nora Lindt' } })
})

test.each<[string, string | null, string]>([
  ['at the amount', '250', 'Paid'],
  ['without an amount', null, 'Paid'],
  ['for a status that pays nothing', '100', 'Processing'],
])('%s one person decides', async (_, amount, status) => {
  const { nora, decide } = await setting(amount)
  expect((await decide(nora, { status })).body['reimbursement']).toMatchObject({ status, waiting: null })
})

test('of two who decide at once one waits and the other confirms', async () => {
  const { nora, tom, decide, seen } = await setting()
  await Promise.all([decide(nora, { status: 'Approved' }), decide(tom, { status: 'Approved' })])
  expect(await seen(nora)).toMatchObject({ status: 'Approved', waiting: null })
})

test('another status is another decision, although the amount is the same', async () => {
  const { nora, tom, decide } = await setting()
  await decide(nora, { status: 'Approved' })
  expect((await decide(tom, { status: 'Paid' })).body['reimbursement']).toMatchObject({
    status: 'Submitted',
    waiting: { status: 'Paid', name: 'Tom Berg' },
  })
})

test('what two people paid, one alone neither takes back nor makes smaller; another may', async () => {
  const { nora, tom, decide, seen } = await setting()
  await decide(nora, { status: 'Paid' })
  await decide(tom, { status: 'Paid' })
  expect(await seen(nora)).toMatchObject({ status: 'Paid', paid_amount: '250.00' })
  await decide(nora, { status: 'Paid', amount: '1' })
  await decide(nora, { status: 'On Hold', comment: 'Wrong' })
  expect(await seen(nora)).toMatchObject({ status: 'Paid', paid_amount: '250.00', waiting: { status: 'On Hold' } })
  await decide(tom, { status: 'On Hold', comment: 'Wrong' })
  expect(await seen(nora)).toMatchObject({ status: 'On Hold', paid_amount: null })
})

test.each(['On Hold', 'Rejected'])(
  'the reason of who decided first counts where another confirms: %s',
  async (status) => {
    const { nora, tom, decide, seen } = await setting()
    await decide(nora, { status: 'Paid', comment: 'Receipt is fine' })
    await decide(tom, { status: 'Paid' })
    expect((await decide(nora, { status, amount: '250.00' })).status).toBe(400)
    await decide(nora, { status, comment: 'Wrong' })
    expect((await decide(nora, { status, amount: '250.00' })).body).toMatchObject({ code: 'second_person' })
    const { version } = (await seen(tom))!
    expect((await decide(tom, { status, amount: '250.00', version })).body['reimbursement']).toMatchObject({
      status,
      comment: 'Wrong',
      paid_amount: null,
      waiting: null,
    })
  },
)

test('who has left, or may no longer decide, is not one of two', async () => {
  const { nora, tom, admin, decide, seen } = await setting()
  await decide(nora, { status: 'Paid' })
  await as(admin).call(saveRights, { body: { withheld: { Nurse: ['decide_money'] }, two_person_amount: '100' } })
  await decide(tom, { status: 'Paid' })
  expect(await seen(tom)).toMatchObject({ status: 'Submitted', waiting: { name: 'Tom Berg' } })
  await owner('update providers set deleted_at = now() where provider_id = $1', [tom.id])
  await decide(admin, { status: 'Paid' })
  expect(await seen(admin)).toMatchObject({ status: 'Submitted', waiting: { is_mine: true } })
})
