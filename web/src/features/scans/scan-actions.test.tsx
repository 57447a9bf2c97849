import { type MyScan, refusalGrounds } from '@fornix/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits, hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { testScan, testScans } from '../../testing/scans.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { actingIn, show, signIn, signOut } from '../../testing/show.tsx'
import { MyScans } from './MyScans.tsx'
import { ScanPage } from './ScanPage.tsx'

const closed = testScan
const open = testScans.open
const own = 'GET /patient/get_patient_scan_list/P-7K3QX9/'
const visits = 'GET /patient/appointments/'
const listed = (...scans: MyScan[]) => ok({ scans, total: scans.length, total_pages: 1 })
const images = 'GET /scans/1.2.3/download/'
const thumbnail = 'GET /api/dicomweb/studies/1.2.3/series/1.2.3.4/thumbnail/'
// A gray pixel.
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
)

const render = async (answers: ServedCalls) => {
  const sent = serve({ [visits]: ok({ appointments: [], time_zone: 'UTC' }), ...answers })
  const windows = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => void vi.restoreAllMocks())
  return { sent, windows, ...(await show(<MyScans />, { role: 'Patient' })) }
}

test.each([390, 1280])('a scan is a card with all that its row would say, at %i px', async (width) => {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render({ [own]: listed(closed) })
  const card = screen.getByRole('article', { name: 'Scan of Feb 14, 2026' })
  for (const [label, value] of [
    ['Scan Type', 'T2 axial'],
    ['Source', 'Portable MRI'],
    ['Date', '02-14-2026'],
    ['Time', '09-30-15'],
    ['View Access', 'No'],
  ] as const) {
    await expect.element(card.getByText(label, { exact: true })).toBeVisible()
    await expect.element(card.getByText(value, { exact: true })).toBeVisible()
  }
  const step = card.getByRole('list', { name: 'Steps of this scan' }).getByRole('listitem').nth(1)
  await expect.element(step).toHaveAttribute('aria-current', 'step')
  await expect.element(step).toHaveTextContent('Now:Images readyFeb 15, 2026')
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('a caregiver without visits and forms is told what is missing, and is not led to the form', async () => {
  signOut()
  signIn('Patient', { acting: actingIn('images') })
  onTestFinished(signOut)
  serve({
    [own]: listed(closed, { ...open, study_UID: '1.2.9', access_until: null, sign_again: true }),
    [thumbnail]: refused(404),
  })
  const { screen } = await show(<MyScans />)
  const closedCard = screen.getByRole('article').filter({ hasText: 'To request access' })
  await expect
    .element(closedCard.getByText('To request access, you also need “Visits and forms”. Amara can share it with you.'))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Open viewer|^Open images/ })).toBeVisible()
  for (const name of [/^Request Access/, /^Sign the new form/, 'Let the clinic share the images'])
    expect(screen.getByRole('button', { name }).elements()).toEqual([])
})

test('each point of the way is accessible, also in the dark', async () => {
  const all = Object.entries(testScans).map(([state, scan]) => ({ ...scan, study_UID: state }))
  serve({ [visits]: ok({ appointments: [], time_zone: 'UTC' }), [own]: listed(...all) })
  const { screen } = await show(<MyScans />, { role: 'Patient', scheme: 'dark' })
  await expect.element(screen.getByText('The clinic wrote: No signature')).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('who waits for an answer cannot ask again, and whose scan is open need not', async () => {
  const { screen } = await render({ [own]: listed(testScans.pending, { ...open, study_UID: '1.2.4' }) })
  await expect.element(screen.getByText('2 scans')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Request Access/ })).not.toBeInTheDocument()
})

test('images that are open without a request can be opened, downloaded, and given to others by the form', async () => {
  const { screen, windows } = await render({ [own]: listed(testScans.own) })
  await expect.element(screen.getByRole('button', { name: /^Open images/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Download images/ })).toBeVisible()
  await screen.getByRole('button', { name: /^Let the clinic share the images of the scan of Feb 14, 2026/ }).click()
  expect(windows).toHaveBeenCalledWith('/authForm', '_blank')
})

test('a scan that is open stays so while a new form waits', async () => {
  const { screen } = await render({ [own]: listed({ ...open, request_status: 'pending' }) })
  await expect.element(screen.getByRole('button', { name: /^Open images/ })).toBeVisible()
})

test('a scan at a visit that was booked here begins with the booking, and shows only with it', async () => {
  let answer = (_: ReturnType<typeof ok>) => {}
  const { screen, sent } = await render({
    [own]: listed(closed),
    [visits]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await expect.poll(() => sent.map(({ call }) => call)).toContain(visits)
  await expect.element(screen.getByRole('article')).not.toBeInTheDocument()
  const visit = {
    id: crypto.randomUUID(),
    status: 'booked',
    start: '2026-02-15T03:00:00Z',
    end: '2026-02-15T03:30:00Z',
  }
  answer(ok({ appointments: [visit], time_zone: 'America/New_York' }))
  await expect.element(screen.getByText('Booked', { exact: true })).toBeVisible()
})

test('the order is turned, and pages are there only for more than one', async () => {
  const { screen, sent } = await render({
    [own]: ok({ scans: [closed, { ...open, study_UID: '1.2.4' }], total: 12, total_pages: 2 }),
  })
  await screen.getByRole('button', { name: 'Newest first' }).click()
  await expect.poll(() => sent.at(-1)?.query.get('order')).toBe('asc')
  await expect.element(screen.getByRole('navigation')).toBeVisible()
})

test('an open scan has a picture that says what it is', async () => {
  const { screen, sent } = await render({ [own]: listed(open), [thumbnail]: () => new Response(png) })
  await expect.element(screen.getByRole('img', { name: 'A picture from the scan of Feb 14, 2026' })).toBeVisible()
  expect(sent.map(({ call }) => call)).toContain(thumbnail)
})

test.each([
  ['cannot be fetched', refused(404)],
  ['is none', () => new Response('no picture')],
  ['is still to come', () => new Promise<Response>(() => {})],
] as const)('a drawing stands where the picture %s, of the same size', async (_, answer) => {
  const { screen, sent } = await render({ [own]: listed(open), [thumbnail]: answer })
  await expect.poll(() => sent.map(({ call }) => call)).toContain(thumbnail)
  await expect.poll(() => document.querySelector('ellipse')).not.toBeNull()
  await expect.element(screen.getByRole('img')).not.toBeInTheDocument()
  expect(document.querySelector('ellipse')?.closest('span')?.getBoundingClientRect()).toMatchObject({
    width: 152,
    height: 152,
  })
})

test('nothing is fetched of a scan that is not open, or not in view', async () => {
  const far = Array.from({ length: 9 }, (_, n) => ({ ...closed, study_UID: `2.${n}` }))
  const { screen, sent } = await render({ [own]: listed(...far, open), [thumbnail]: refused(404) })
  await expect.element(screen.getByRole('article').first()).toBeVisible()
  const pictures = () => sent.filter(({ call }) => call.endsWith('/thumbnail/'))
  expect(pictures()).toEqual([])
  screen.getByRole('article').last().element().scrollIntoView()
  await expect.poll(() => pictures().map(({ call }) => call)).toEqual([thumbnail])
  await expect.poll(() => document.querySelectorAll('ellipse')).toHaveLength(10)
  screen.getByRole('article').first().element().scrollIntoView()
  await expect.element(screen.getByRole('article').last()).not.toBeInViewport()
  screen.getByRole('article').last().element().scrollIntoView()
  await expect.element(screen.getByRole('article').last()).toBeInViewport()
  // Coming into view is noticed in the next frame, and rendered in the one after it.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(pictures()).toHaveLength(1)
})

test('the form of a request opens in a new tab, which finds there for which scan', async () => {
  onTestFinished(() => sessionStorage.clear())
  const { screen, windows } = await render({ [own]: listed(closed) })
  await screen.getByRole('button', { name: 'Request Access to the scan of Feb 14, 2026, opens in a new tab' }).click()
  expect(windows).toHaveBeenCalledExactlyOnceWith('/authForm', '_blank')
  expect({ ...sessionStorage }).toMatchObject({ studyId: '1.2.3', studyDate: '20260214' })
})

test('who signed an earlier text is asked to sign the new one, with the scan still open', async () => {
  onTestFinished(() => sessionStorage.clear())
  const { screen, windows } = await render({ [own]: listed({ ...open, sign_again: true }) })
  await expect.element(screen.getByText(/The text of the authorization form has changed/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Open images/ })).toBeVisible()
  await screen.getByRole('button', { name: /^Sign the new form/ }).click()
  expect(windows).toHaveBeenCalledExactlyOnceWith('/authForm', '_blank')
  expect(await axeHits()).toEqual([])
})

test('back from the tab of the form, its request shows without a reload', async () => {
  let scan: MyScan = closed
  const { screen } = await render({ [own]: () => listed(scan) })
  await expect.element(screen.getByRole('button', { name: /^Request Access/ })).toBeVisible()
  scan = testScans.pending
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText('We usually answer within 2-3 business days.')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

test.each([
  ['form_signer', /sign the form again/],
  ['danger', /Another licensed health professional/],
  ['legal_proceeding', undefined],
] as const)('who was declined on the ground %s reads what can be done', async (ground, more) => {
  const contact = { email: 'desk@northside.example', phone: '555 0100' }
  const scans = [{ ...testScans.declined, ground }]
  const { screen } = await render({ [own]: ok({ scans, contact, total: 1, total_pages: 1 }) })
  const appeal = screen.getByRole('region', { name: 'What you can do' })
  await expect.element(screen.getByText(refusalGrounds[ground].text)).toBeVisible()
  await expect.element(screen.getByText('The clinic wrote: No signature')).toBeVisible()
  await expect
    .element(appeal.getByText(/file a complaint with the clinic: 555 0100, desk@northside\.example/))
    .toBeVisible()
  await expectLink(appeal, 'hhs.gov/ocr/complaints', 'https://www.hhs.gov/ocr/complaints')
  expect(appeal.getByRole('listitem').elements()).toHaveLength(more ? 3 : 2)
  if (more) await expect.element(appeal.getByText(more)).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
})

test('a decline without a ground, from before there were any, says only its reason', async () => {
  const { screen } = await render({ [own]: listed(testScans.declined) })
  await expect.element(screen.getByText('The clinic wrote: No signature')).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'What you can do' })).not.toBeInTheDocument()
})

test('an open scan without images yet offers nothing that would be empty', async () => {
  const { screen } = await render({ [own]: listed({ ...open, seriesId: '' }) })
  await expect.element(screen.getByText('Storing images')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

test('the images open as a page of their own, with study and series', async () => {
  const { screen, windows } = await render({ [own]: listed(open) })
  await screen.getByRole('button', { name: /^Open images of the scan of Feb 14, 2026/ }).click()
  expect(windows).toHaveBeenCalledExactlyOnceWith('/viewer?study=1.2.3&seriesId=1.2.3.4', '_blank')
})

test('images that cannot be fetched are told in a dialog, and can be fetched again', async () => {
  const { screen, sent } = await render({ [own]: listed(open), [images]: refused(400) })
  const button = screen.getByRole('button', { name: 'Download images of the scan of Feb 14, 2026' })
  await button.click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText('The images could not be downloaded. Please try again.')).toBeVisible()
  await expect.element(snap.getByRole('button', { name: 'Ok', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(snap).not.toBeInTheDocument()
  await button.click()
  await expect.poll(() => sent.filter(({ call }) => call === images)).toHaveLength(2)
})

test('staff open the viewer by a click on the row, and upload more from here', async () => {
  const windows = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => void vi.restoreAllMocks())
  const patient = { ...testPatient, patient_id: 'P-1', mrn_number: '' }
  serve({
    'GET /patient/get_patient_session/': ok({ patient: '{"patient_id":"P-1"}' }),
    'GET /operator/get_patient_info/P-1/': ok({ patient, medicalInformation: testMedical }),
    'GET /operator/get_patient_scan_list/P-1/': ok({
      scans: [{ ...open, access: 'approved' }],
      total: 1,
      total_pages: 1,
    }),
  })
  const { screen } = await show(<ScanPage />, { role: 'Nurse', at: '/scan' })
  await screen.getByText('T2 axial').click()
  expect(windows).toHaveBeenCalledExactlyOnceWith('/viewer?study=1.2.3&seriesId=1.2.3.4', '_blank')
  await expect.element(screen.getByText('Amara Abbott · 04-18-1986 · 40 years · Female · No MRN')).toBeVisible()
  await expectLink(screen, 'Upload scans', '/scanUpload')
})

test('without a chosen patient staff are led to the list', async () => {
  serve({ 'GET /patient/get_patient_session/': ok({ patient: '{}' }) })
  const { screen } = await show(<ScanPage />, { role: 'Nurse', at: '/scan' })
  await expect.element(screen.getByRole('heading', { name: 'Scans', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to Patient List' })).toBeVisible()
})
