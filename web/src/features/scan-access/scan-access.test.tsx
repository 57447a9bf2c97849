import type { PendingRequest } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { axeHits, hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { testRequest } from '../../testing/scans.ts'
import {
  ok,
  pageOfProxy,
  refused,
  type Sent,
  type Served,
  type ServedCalls,
  serve,
  stale,
} from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { AdminScanRequestsPage } from './AdminScanRequestsPage.tsx'

const requests: PendingRequest[] = Array.from({ length: 12 }, (_, n) => ({
  ...testRequest,
  request_id: `01930000-0000-7000-8000-0000000000${n + 10}`,
  firstname: `First${n}`,
  lastname: `Last${n}`,
  email: `p${n}@mail.example`,
  studyId: `1.2.${n}`,
  patient_id: `P-${n}`,
}))
const profile = (pending_requests: PendingRequest[]) =>
  ok({
    admin: {
      provider_id: 'S-1',
      first_name: 'Ada',
      last_name: 'Min',
      email: 'ada@x.example',
      role: 'Admin',
      pending_requests,
    },
  })
const list = 'POST /admin/get_admin_profile/'
const approve = 'POST /admin/approve_scan_request/'
const open = { 'GET /admin/get_open_scan_access/': () => ok({ open: [], total: 0, total_pages: 1 }) }
const render = async (answers: ServedCalls) => {
  const asked = serve({ ...open, ...answers })
  return { asked, ...(await show(<AdminScanRequestsPage />, { role: 'Admin', at: '/adminScanRequests' })) }
}
type Screen = Awaited<ReturnType<typeof render>>['screen']

test('the whole list arrives at once, and its pages are cut here', async () => {
  const { screen, asked } = await render({ [list]: () => profile(requests) })
  for (const name of ['First Name', 'Last Name', 'Email', 'Scan Date', 'Approve'])
    await expect.element(screen.getByRole('columnheader', { name }).first()).toBeVisible()
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByRole('rowheader', { name: 'First11' })).toBeVisible()
  expect(asked.filter(({ call }) => call.includes('get_admin_profile'))).toHaveLength(1)
})

test('each request leads to who opened its scan', async () => {
  const { screen } = await render({ [list]: () => profile(requests.slice(0, 1)) })
  await expectLink(screen, /^Who opened this scan, /, '/auditLog?study=1.2.0')
})

test('without requests the page says so', async () => {
  const { screen } = await render({ [list]: () => profile([]) })
  await expect.element(screen.getByText('No pending scan request data available ..')).toBeVisible()
})

test('requests that cannot be fetched are told in a dialog', async () => {
  const { screen } = await render({ [list]: () => refused(500, 'no') })
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText('Error fetching pending requests. Please try again.')).toBeVisible()
})

test('an approval names the patient and the scan; when it fails the request stays, else it leaves', async () => {
  let broken = true
  let waiting = requests.slice(0, 2)
  const { screen } = await render({
    [list]: () => profile(waiting),
    [approve]: ({ body }: Sent) => {
      if (broken) return refused(500, 'no')
      waiting = waiting.filter(({ email }) => email !== body?.['email'])
      return ok({ message: 'ok' })
    },
  })
  const button = screen.getByRole('button', { name: 'Approve the request of First1 Last1' })
  await button.click()
  await expect.element(screen.getByText(/First1 Last1 will be able to open the scan of 02\/14\/2026/)).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText('Failed to Approve the Scan Request. Please try again.')).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  broken = false
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(screen.getByText('The request of First1 Last1 was approved.')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(screen.getByRole('rowheader', { name: 'First0' })).toBeVisible()
})

test('a form that waits for a second signature says so before anybody approves, and what to do', async () => {
  const [one, two] = requests.map((row, n) => ({ ...row, needs_countersign: n === 0 })) as [
    PendingRequest,
    PendingRequest,
  ]
  const { screen } = await render({ [list]: () => profile([one, two]) })
  const row = screen.getByRole('row', { name: /First0/ })
  await expect.element(row.getByText('To approve, first open the signed form and countersign it.')).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Approve the request of First0 Last0' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Approve the request of First1 Last1' })).toBeEnabled()
  expect(screen.getByText(/first open the signed form/).elements()).toHaveLength(1)
  expect(await axeHits()).toEqual([])
  await screen.getByRole('checkbox', { name: /First0 Last0/ }).click()
  await screen.getByRole('checkbox', { name: /First1 Last1/ }).click()
  await screen.getByRole('button', { name: 'Approve selected' }).click()
  await expect
    .element(screen.getByRole('dialog').getByText('One of them stays pending: its form has no countersignature yet.'))
    .toBeVisible()
})

const decline = 'POST /admin/decline_scan_request/'
const revoke = 'POST /admin/revoke_scan_access/'
const opened = {
  'GET /admin/get_open_scan_access/': ok({
    open: [{ ...requests[0], access_until: '2026-12-31' }],
    total: 1,
    total_pages: 1,
  }),
}

const choose = async (dialog: Locator, screen: Screen, ground: string) => {
  await dialog.getByRole('combobox', { name: 'Ground' }).click()
  await screen.getByRole('option', { name: ground }).click()
}
const declineFirst = async (screen: Screen) => {
  await screen.getByRole('button', { name: 'Decline the request of First0 Last0' }).click()
  await choose(screen.getByRole('dialog'), screen, 'We do not have these images')
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Too late')
  await screen.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
}
/** Two requests, of which the first leaves with the call, whatever becomes of its response. */
const leaving = (call: string, response: () => Served): ServedCalls => {
  let waiting = requests.slice(0, 2)
  return {
    [list]: () => profile(waiting),
    [call]: () => {
      waiting = waiting.slice(1)
      return response()
    },
  }
}

const extend = 'POST /admin/extend_scan_request/'
test.each([
  [extend, 'Extend the time to answer First0 Last0', 'Extend', 'The time to answer First0 Last0 was extended.'],
  [revoke, 'Revoke access for First0 Last0', 'Revoke', 'Access for First0 Last0 was revoked.'],
])('%s wants a reason, which goes along', async (call, name, button, said) => {
  const { screen, asked } = await render({ ...opened, [list]: profile(requests.slice(0, 1)), [call]: ok() })
  await screen.getByRole('button', { name }).click()
  const dialog = screen.getByRole('dialog')
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await dialog.getByRole('button', { name: button }).click()
  await expect.element(dialog.getByText('Please give a reason')).toBeVisible()
  await expect.element(reason).toHaveFocus()
  expect(asked.some((one) => one.call === call)).toBe(false)
  await reason.fill('The form is not signed.')
  await expect.element(dialog.getByText('Please give a reason')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: button }).click()
  await expect.element(screen.getByText(said)).toBeVisible()
  expect(asked.find((one) => one.call === call)?.body).toMatchObject({
    studyId: '1.2.0',
    reason: 'The form is not signed.',
  })
})

test('a decline wants a ground and a reason, shows what the patient will read, and both go along', async () => {
  // Without portals, as in tests, the choices would open below the dialog's head.
  await page.viewport(1280, 1100)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen, asked } = await render({ [list]: profile(requests.slice(0, 1)), [decline]: ok() })
  await screen.getByRole('button', { name: 'Decline the request of First0 Last0' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect.element(dialog.getByText('Please choose a ground')).toBeVisible()
  await expect.element(dialog.getByText('Please give a reason')).toBeVisible()
  await expect.element(dialog.getByRole('combobox', { name: 'Ground' })).toHaveFocus()
  await choose(dialog, screen, 'Endangers life or physical safety')
  await expect
    .element(dialog.getByText(/^The patient reads: A licensed health professional .*\(45 CFR 164\.524/))
    .toBeVisible()
  await expect.element(dialog.getByText('Please choose a ground')).not.toBeInTheDocument()
  expect(await hitsInEveryLook()).toEqual([])
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Dr. Diaz explains it')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect.element(screen.getByText('The request of First0 Last0 was declined.')).toBeVisible()
  expect(asked.find((one) => one.call === decline)?.body).toMatchObject({
    studyId: '1.2.0',
    ground: 'danger',
    reason: 'Dr. Diaz explains it',
  })
})

test('each request says by when it is answered, and in words how near that is; what cannot be put off has no button', async () => {
  await page.viewport(1280, 720)
  const clocks = [
    { days_left: -2 },
    { days_left: 0 },
    { days_left: 5 },
    { days_left: 6, is_extended: true },
    { days_left: 1 },
  ]
  const rows = clocks.map((clock, n) => ({ ...(requests[n] as PendingRequest), due_on: '2026-03-31', ...clock }))
  const { screen } = await render({ [list]: profile(rows) })
  await expect.element(screen.getByRole('columnheader', { name: 'Answer by' })).toBeVisible()
  for (const words of ['Overdue by 2 days', 'Due today', '5 days left', '6 days left', '1 day left'])
    await expect.element(screen.getByText(words)).toBeVisible()
  await expect.element(screen.getByText('Extended')).toBeVisible()
  expect(screen.getByText('Mar 31, 2026').elements()).toHaveLength(5)
  const extending = screen.getByRole('button', { name: /^Extend the time/ })
  expect(extending.elements().map((button) => button.getAttribute('aria-label'))).toEqual([
    'Extend the time to answer First1 Last1',
    'Extend the time to answer First2 Last2',
    'Extend the time to answer First4 Last4',
  ])
  expect(await axeHits()).toEqual([])
})

test.each([
  [409, 'This form has ended.', 'This form has ended.'],
  [500, 'no', 'The request was not declined. Please try again.'],
])('a refusal of %i is told, and the reason is still there', async (status, error, sentence) => {
  const { screen } = await render({ [list]: profile(requests.slice(0, 1)), [decline]: refused(status, error) })
  await declineFirst(screen)
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText(sentence)).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too late')
})

test('after a newer form was signed, the list shows that form, and the decision begins again', async () => {
  const sentence = 'A new form has been signed since you opened this list. Please check it first.'
  const [request] = requests as [PendingRequest]
  const newer = '01930000-0000-7000-8000-0000000000f9'
  let current = request
  const { screen, asked } = await render({
    [list]: () => profile([current]),
    [approve]: ({ body }: Sent) => {
      if (body?.['form_file_id'] === newer) return ok()
      current = { ...request, form_file_id: newer }
      return stale({}, sentence)
    },
  })
  const button = screen.getByRole('button', { name: 'Approve the request of First0 Last0' })
  await button.click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText(sentence)).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect
    .element(screen.getByRole('link', { name: /^Signed form of First0 Last0/ }))
    .toHaveAttribute('href', expect.stringContaining(newer))
  await button.click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(screen.getByText('The request of First0 Last0 was approved.')).toBeVisible()
  expect(asked.filter(({ call }) => call === approve)).toHaveLength(2)
})

const losses = [
  [() => 'no network' as const, 'The portal did not respond. Please try again. Nothing will be saved twice.'],
  [pageOfProxy, /^This may have been saved, but the page could not read the response/],
] as const
test.each(losses)(
  'a decline whose response was lost is not said to have failed, and its request leaves (%#)',
  async (lose, sentence) => {
    const { screen } = await render(leaving(decline, lose))
    await declineFirst(screen)
    const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
    await expect.element(snap.getByText(sentence)).toBeVisible()
    await expect.element(screen.getByRole('rowheader', { name: 'First0', includeHidden: true })).not.toBeInTheDocument()
  },
)

test('open scans say until when, and lists that fail do not take each other along', async () => {
  const { screen } = await render({ ...opened, [list]: refused(400) })
  await expect.element(screen.getByRole('dialog', { name: 'Oh Snap!' })).toBeVisible()
  await screen.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByRole('columnheader', { name: 'Open until' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: /^Signed form of First0 Last0/ }))
    .toHaveAttribute('target', '_blank')
})

const many = 'POST /admin/approve_scan_requests/'
const lineOf = (n: number, why = '') => ({
  patient_id: `P-${n}`,
  name: `First${n} Last${n}`,
  dob: '04-17-1986',
  mrn_number: '',
  done: why === '',
  why,
})

test('all requests are approved in four clicks, and each has a line', async () => {
  await page.viewport(1280, 720)
  const lines = requests.map((_, n) => lineOf(n, n === 3 ? 'The signed form expired.' : ''))
  const { screen, asked } = await render({ [list]: () => profile(requests), [many]: ok({ lines }) })
  await screen.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await screen.getByRole('button', { name: 'Select all 12' }).click()
  await screen.getByRole('button', { name: 'Approve selected' }).click()
  expect(await axeHits()).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve 12 requests' }).click()
  const results = screen.getByRole('dialog', { name: '11 requests approved, 1 not done' })
  await expect
    .element(results.getByRole('listitem').first())
    .toHaveTextContent('First3 Last304-17-1986 · No MRNNot done: The signed form expired.')
  expect(asked.find(({ call }) => call === many)?.body).toEqual({
    requests: requests.map(({ email, studyId, request_id, form_file_id }) => ({
      email,
      studyId,
      request_id,
      form_file_id,
    })),
  })
})

test('approvals whose response was lost are not said to have failed, and leave the list', async () => {
  await page.viewport(1280, 720)
  const { screen } = await render(leaving(many, pageOfProxy))
  await screen.getByRole('checkbox', { name: 'Select First0 Last0, scan of 02/14/2026' }).click()
  await screen.getByRole('button', { name: 'Approve selected' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve 1 request' }).click()
  await expect.element(screen.getByRole('dialog').getByText(/^This may have been saved/)).toBeVisible()
  await expect.element(screen.getByRole('rowheader', { name: 'First0', includeHidden: true })).not.toBeInTheDocument()
})

test('requests are declined with one reason, which is asked for', async () => {
  await page.viewport(1280, 720)
  const { screen, asked } = await render({
    [list]: () => profile(requests),
    'POST /admin/decline_scan_requests/': ok({ lines: [lineOf(2)] }),
  })
  await screen.getByRole('checkbox', { name: 'Select First2 Last2, scan of 02/14/2026' }).click()
  await screen.getByRole('button', { name: 'Decline selected' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByRole('button', { name: 'Decline 1 request' }).click()
  await expect.element(dialog.getByText('Please choose a ground')).toBeVisible()
  await expect.element(dialog.getByText('Please give a reason')).toBeVisible()
  await choose(dialog, screen, 'Form is not complete')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The form is of another year')
  await dialog.getByRole('button', { name: 'Decline 1 request' }).click()
  await expect.element(screen.getByRole('dialog', { name: '1 request declined' })).toBeVisible()
  expect(asked.find(({ call }) => call.includes('decline_scan_requests'))?.body).toEqual({
    requests: [
      {
        email: 'p2@mail.example',
        studyId: '1.2.2',
        request_id: requests[2]?.request_id,
        form_file_id: requests[2]?.form_file_id,
      },
    ],
    ground: 'form_incomplete',
    reason: 'The form is of another year',
  })
})
