import { compareRecords, getPatientInfo, listPatients } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refreshCall } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/http/query-client.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { looks } from '../../testing/looks.ts'
import { goOffline } from '../../testing/offline.ts'
import { ok, refused, type Served, serve, stale } from '../../testing/serve.ts'
import { signedOutAt } from '../../testing/show.tsx'
import {
  answers,
  choose,
  compare,
  comparison,
  different,
  done,
  list,
  merge,
  other,
  render,
  side,
} from './merge-fixtures.tsx'

beforeEach(() => signedOutAt(1280, 900))

test.each(looks)(
  'in the %s look at %i px both records stand side by side, what differs is marked, and axe is content',
  async (scheme, width) => {
    await page.viewport(width, 900)
    serve(answers({ [compare]: ok(different) }))
    const { screen } = await render(undefined, scheme)
    await expect
      .element(screen.getByText('Amara Abbott · 04-18-1986 · 40 years · Female · MRN400210 · P-7K3QX9'))
      .toBeVisible()
    expect(await axeHits()).toEqual([])
    await choose(screen)
    await expect.element(screen.getByRole('row', { name: /^Date of birth 04-18-1986.*04-19-1986/ })).toBeVisible()
    await expect.element(screen.getByText(/^These records differ in date of birth/)).toBeVisible()
    await expect.element(screen.getByText(/No one can sign in with amara.abbott/)).toBeVisible()
    expect(await axeHits()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('the suggested record is kept; with the versions that were seen, and a reason', async () => {
  const asked = serve(answers({ [merge]: ok(done) }))
  const { screen, address } = await render()
  await choose(screen)
  await expect.element(screen.getByRole('radio', { name: 'Keep P-7K3QX9' })).toBeChecked()
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText('Please give a reason, in 5 to 500 characters')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Registered twice')
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText(/^P-0 was merged into P-7K3QX9\./)).toBeVisible()
  expect(asked.find(({ call }) => call === merge)?.body).toEqual({
    other: 'P-0',
    version: 3,
    other_version: 8,
    reason: 'Registered twice',
    differences_checked: false,
  })
  expect(address()).toBe('/mergeRecords')
  await expectLink(screen, 'Open P-7K3QX9', '/profile?patient=P-7K3QX9')
})

test('the other record can be kept instead', async () => {
  const asked = serve(answers({ 'POST /admin/merge_records/P-0/': ok(done) }))
  const { screen } = await render()
  await choose(screen)
  await screen.getByRole('radio', { name: 'Keep P-0' }).click()
  await expect.element(screen.getByText('P-7K3QX9 will no longer appear in lists or searches.')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Registered twice')
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect
    .poll(() => asked.find(({ call }) => call === 'POST /admin/merge_records/P-0/')?.body)
    .toMatchObject({ other: 'P-7K3QX9', version: 8, other_version: 3 })
})

test('where patients open their own images, access to scans is not said to end', async () => {
  serve(answers())
  const closed = await render()
  await choose(closed.screen)
  await expect.element(closed.screen.getByText(/^Approved access to the scans of P-0 ends\./)).toBeVisible()
  await closed.screen.unmount()

  serve(answers({ [compare]: ok({ ...comparison, own_images_open: true }) }))
  const { screen } = await render()
  await choose(screen)
  await expect.element(screen.getByText(/^The patient can open the scans of P-0 without a request/)).toBeVisible()
  expect(screen.getByText(/^Approved access/).elements()).toEqual([])
})

test('a choice that changes while the merge waits for the network merges nothing', async () => {
  const asked = serve(answers({ [merge]: ok(done), 'POST /admin/merge_records/P-0/': ok(done) }))
  const { screen } = await render()
  await choose(screen)
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Registered twice')
  const comeBack = goOffline()
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await screen.getByRole('radio', { name: 'Keep P-0' }).click()
  comeBack()
  await expect.element(screen.getByText(/^You made changes while this was waiting/)).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Keep P-0' })).toBeChecked()
  expect(asked.filter(({ call }) => call.startsWith('POST /admin/merge_records/'))).toEqual([])
})

test('after a lost response the patient list is read again', async () => {
  serve(answers({ [merge]: 'no network' }))
  const { screen } = await render()
  await choose(screen)
  queryClient.setQueryData([listPatients.path], {})
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Registered twice')
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText(/^This may have been saved, but the portal did not respond/)).toBeVisible()
  expect(queryClient.getQueryState([listPatients.path])?.isInvalidated).toBe(true)
})

test('what differs has to be confirmed, and a refusal loses nothing that was typed', async () => {
  const asked = serve(
    answers({
      [compare]: ok(different),
      [merge]: ({ body }) =>
        body?.['differences_checked']
          ? stale({}, 'Someone changed one of the records while you were comparing them. Please check both again.')
          : refused(400, 'No', { fields: { differences_checked: 'Please check what differs' } }),
    }),
  )
  const { screen } = await render()
  await choose(screen)
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Registered twice')
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText('Please check what differs')).toBeVisible()
  await screen.getByRole('checkbox', { name: /^I reviewed the differences/ }).click()
  const compared = () => asked.filter(({ call }) => call === compare).length
  const before = compared()
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText(/^Someone changed one of the records/)).toBeVisible()
  await expect.element(reason).toHaveValue('Registered twice')
  expect(compared()).toBe(before + 1)
})

test('what was confirmed of the differences does not count for other ones that are read later', async () => {
  let now = different
  serve(answers({ [compare]: () => ok(now) }))
  const { screen } = await render()
  await choose(screen)
  const checked = screen.getByRole('checkbox', { name: /^I reviewed the differences/ })
  await checked.click()
  now = { ...different, records: [side, { ...other, version: 9, gender: 'Male' }], differs: ['dob', 'gender'] }
  await refreshCall(compareRecords)
  await expect.element(screen.getByText(/^These records differ in date of birth and/)).toBeVisible()
  await expect.element(checked).not.toBeChecked()
})

test('what stands in the way is said in the place of the form', async () => {
  serve(answers({ [compare]: ok({ ...comparison, obstacle: 'This patient is here for a visit right now.' }) }))
  const { screen } = await render()
  await choose(screen)
  await expect.element(screen.getByText('This patient is here for a visit right now.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Merge records' }).elements()).toEqual([])
})

test('without a response the comparison and the list can be asked for again', async () => {
  let isDown = true
  serve(
    answers({
      [compare]: () => (isDown ? 'no network' : ok(comparison)),
      [list]: () => (isDown ? refused(500) : ok({ merges: [], total: 0, total_pages: 1 })),
    }),
  )
  const { screen } = await render()
  await choose(screen)
  await expect.element(screen.getByText('The records could not be loaded. Please try again.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('table', { name: 'The two records' })).toBeVisible()
})

test('an address whose record does not exist says so, and offers no form', async () => {
  serve(
    answers({
      'GET /operator/get_patient_info/P-NOBODY/': refused(404, 'Not found'),
      'GET /operator/merged_record/P-NOBODY/': refused(404, 'Not found'),
    }),
  )
  const { screen } = await render('/mergeRecords?patient=P-NOBODY')
  await expect.element(screen.getByText('No patient data found')).toBeVisible()
  await expect.element(screen.getByText(/^No record has this patient ID/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Back to the record' })).not.toBeInTheDocument()
  expect(screen.getByRole('combobox').elements()).toEqual([])
})

test('a record that could not be read is asked for again', async () => {
  const read = 'GET /operator/get_patient_info/P-7K3QX9/'
  let isDown = true
  const right = answers()[read] as Served
  serve(answers({ [read]: () => (isDown ? refused(500, 'Broken') : right) }))
  const { screen } = await render()
  await expect.element(screen.getByText('The records could not be loaded. Please try again.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Other record of the same person' })).toBeVisible()
})

test('what was chosen and typed stays when the patient cannot be read again', async () => {
  let isDown = false
  const read = 'GET /operator/get_patient_info/P-7K3QX9/'
  const right = answers()[read] as Served
  const asked = serve(answers({ [read]: () => (isDown ? refused(500) : right) }))
  const { screen } = await render()
  await choose(screen)
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Registered twice')
  isDown = true
  await refreshCall(getPatientInfo)
  expect(asked.filter(({ call }) => call === read).length).toBe(2)
  await expect.element(reason).toHaveValue('Registered twice')
  expect(screen.getByText('The records could not be loaded', { exact: false }).elements()).toEqual([])
})
