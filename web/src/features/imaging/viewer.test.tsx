import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signIn } from '../../testing/show.tsx'
import { lastDrawn, place, viewSlices } from '../../testing/viewer.ts'
import { dot, sliceTags, tag } from './image-fixtures.ts'
import { ViewerPage } from './ViewerPage.tsx'

const study = '1.2.3'
const root = `/api/dicomweb/studies/${study}/series`
const opened = {
  viewer: '/viewer',
  study_UID: study,
  study_date: '20260910',
  scan_type: 'Portable brain MRI',
  patient_name: 'Amara Abbott',
}
const seriesList = [2, 1].map((n) => ({
  '0020000E': tag(`9.${n}`),
  '00200011': tag(n),
  '0008103E': tag(n === 1 ? 'AX T1' : ''),
  '00080060': tag('MR'),
  '00201209': tag(5),
}))
const window = { '00281050': ['1000'], '00281051': [2000] }
const instances = [3, 1, 2, 5, 4].map((n) => sliceTags(n, window))

const serveStudy = (change: ServedCalls = {}) =>
  serve({
    'POST */open/': ok(opened),
    'GET */series/': ok(seriesList),
    'GET */instances/': ok(instances),
    'GET */rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
    ...change,
  })

viewSlices()

const open = (query = `?study=${study}&seriesId=9.1`) => show(<ViewerPage />, { at: `/viewer${query}` })

test('without WebGL2 the server draws: the middle slice first, in the order of the numbers, with its window', async () => {
  const asked = serveStudy()
  const { screen } = await open()
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 3 of 5/)
  await expect.element(screen.getByRole('img', { name: 'AX T1, Slice 3 of 5' })).toBeVisible()
  expect(asked.map(({ call, search }) => call + search)).toContain(
    `GET ${root}/9.1/instances/8.3/rendered/?frame=1&window=1000%2C2000`,
  )
  await expect.element(screen.getByText('This browser cannot draw in 3D, so single slices are shown.')).toBeVisible()
  for (const text of ['Portable brain MRI', 'Amara Abbott', 'Sep 10, 2026', 'Not for diagnosis'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  await expect.element(place()).toHaveTextContent('AX T1, Slice 3 of 5, at H 15.0 mm')
  await expect.element(screen.getByRole('application').getByText('5 cm')).toBeVisible()
  for (const edge of ['R', 'L', 'A', 'P'])
    await expect.element(screen.getByRole('application').getByText(edge, { exact: true })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('the images of the series in the address are listed without waiting for the list of the series, but not before the study is open', async () => {
  let open: () => void = () => undefined
  const opening = new Promise<void>((go) => {
    open = go
  })
  const asked = serveStudy({
    'POST */open/': async () => {
      await opening
      return ok(opened)
    },
    [`GET ${root}/`]: () => new Promise<never>(() => undefined),
  })
  await show(<ViewerPage />, { at: `/viewer?study=${study}&seriesId=9.1` })
  const calls = () => asked.map(({ call }) => call).filter((call) => call.includes(study))
  await expect.poll(calls).toEqual([`POST /scans/${study}/open/`])
  open()
  await expect.poll(calls).toContain(`GET ${root}/9.1/instances/`)
  expect(calls()).toContain(`GET ${root}/`)
})

test('every slice, window and series is reached by keys, and each key has a button', async () => {
  const asked = serveStudy()
  const { screen } = await open()
  await expect.element(place()).toMatchTextContent(/Slice 3 of 5/)
  screen.getByRole('application').element().focus()
  const steps: [string, string][] = [
    ['{ArrowUp}', 'Slice 4 of 5'],
    ['{PageUp}', 'Slice 5 of 5'],
    ['{ArrowDown}', 'Slice 4 of 5'],
    ['{Home}', 'Slice 1 of 5'],
    ['{End}', 'Slice 5 of 5'],
  ]
  for (const [key, text] of steps) {
    await userEvent.keyboard(key)
    await expect.element(place()).toMatchTextContent(new RegExp(text))
  }
  await screen.getByRole('button', { name: /^Previous slice/ }).click()
  await expect.element(place()).toMatchTextContent(/Slice 4 of 5/)

  await userEvent.keyboard('+')
  await expect.element(screen.getByLabelText('Level')).toHaveValue('900')
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=900%2C2000')
  await screen.getByRole('button', { name: 'High contrast' }).click()
  await expect.element(screen.getByLabelText('Width')).toHaveValue('1000')
  await screen.getByLabelText('Width').fill('1500')
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=1000%2C1500')
  // Typing into a field triggers no command.
  await userEvent.keyboard('{Home}')
  await expect.element(place()).toMatchTextContent(/Slice 4 of 5/)
  await screen.getByRole('button', { name: /^Reset/ }).click()
  await expect.element(place()).toMatchTextContent(/Slice 3 of 5/)
  await userEvent.keyboard('n')
  await expect.element(place()).toMatchTextContent(/Series 2, Slice 3 of 5/)
  await expect.element(screen.getByRole('button', { name: /Series 2/ })).toHaveAttribute('aria-current', 'true')
})

test('in a narrow window rare buttons are folded away, their keys still work, and what was unfolded stays so', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  serveStudy()
  const { screen } = await open()
  await expect.element(place()).toMatchTextContent(/Slice 3 of 5/)
  const button = (name: RegExp) => screen.getByRole('button', { name })
  for (const name of [/^Next slice/, /^Brighter/, /^Zoom in/, /^Reset/, /^Length/, /^Series 2/])
    await expect.element(button(name)).toBeVisible()
  // What is pressed most is seen without scrolling.
  expect(
    button(/^Next slice/)
      .element()
      .getBoundingClientRect().bottom,
  ).toBeLessThan(844)
  for (const name of [/^First slice/, /^More contrast/, /^Save this picture/])
    await expect.element(button(name)).not.toBeInTheDocument()
  screen.getByRole('application').element().focus()
  await userEvent.keyboard('{Home}')
  await expect.element(place()).toMatchTextContent(/Slice 1 of 5/)

  const more = button(/^More controls/)
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  more.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(more).toHaveAttribute('aria-expanded', 'true')
  await expect.element(more).toHaveFocus()
  await userEvent.tab()
  await expect.element(button(/^Previous series|^Next series/).first()).toHaveFocus()
  const headings = [...document.querySelectorAll('legend')].map(({ textContent }) => textContent)
  expect(headings).toEqual([...new Set(headings)])
  await button(/^Last slice/).click()
  await expect.element(place()).toMatchTextContent(/Slice 5 of 5/)
  expect(await axeHits()).toEqual([])

  await button(/^Series 2/).click()
  await expect.element(place()).toMatchTextContent(/Series 2/)
  await expect.element(button(/^More contrast/)).toBeVisible()
  await more.click()
  await expect.element(button(/^More contrast/)).not.toBeInTheDocument()
  await page.viewport(1280, 800)
  await expect.element(button(/^More contrast/)).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
})

test('each picture has the window of its own file, until somebody chooses one', async () => {
  const asked = serveStudy({
    'GET */instances/': ok([1, 2, 3].map((n) => sliceTags(n, { '00281050': [n * 100], '00281051': [50] }))),
  })
  const { screen } = await open()
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=200%2C50')
  screen.getByRole('application').element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=300%2C50')
  await screen.getByLabelText('Level').fill('70')
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=70%2C50')
  await userEvent.tab()
  await screen.getByRole('button', { name: /^Previous slice/ }).click()
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=70%2C50')
  await screen.getByRole('button', { name: 'As recorded' }).click()
  await expect.element(screen.getByLabelText('Level')).toHaveValue('200')
  await screen.getByRole('button', { name: /^Previous slice/ }).click()
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=100%2C50')
})

test('an X-ray has the letters that its file has in words, and a capture none', async () => {
  const ofClass = (end: string) => [
    sliceTags(1, { '00080016': [`1.2.840.10008.5.1.4.1.1.${end}`], '00200037': [], '00200020': ['L', 'F'] }),
  ]
  serveStudy({ 'GET */instances/': ok(ofClass('1')) })
  const { screen } = await open()
  for (const edge of ['R', 'L', 'H', 'F'])
    await expect.element(screen.getByRole('application').getByText(edge, { exact: true })).toBeVisible()
  serveStudy({ 'GET */instances/': ok(ofClass('7')) })
  await screen.getByRole('button', { name: /Series 2/ }).click()
  await expect.element(place()).toMatchTextContent(/Series 2, Slice 1 of 1/)
  await expect.element(screen.getByRole('application').getByText('H', { exact: true })).not.toBeInTheDocument()
})

test('a window below one is asked for, shown and changed in plain numbers', async () => {
  const fine = { '00281050': ['0.0000015'], '00281051': ['3E-6'] }
  const asked = serveStudy({ 'GET */instances/': ok([1, 2].map((n) => sliceTags(n, fine))) })
  const { screen } = await open()
  await expect.element(screen.getByLabelText('Level')).toHaveValue('0.0000015')
  await expect.element(screen.getByLabelText('Width')).toHaveValue('0.000003')
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=0.0000015%2C0.000003')
  await screen.getByLabelText('Width').fill('0.000002')
  await expect.poll(() => lastDrawn(asked)?.search).toContain('window=0.0000015%2C0.000002')
})

test.each([
  ['Patient', 'Go to my scans', '/scan'],
  ['Physician', 'Go to the patient list', '/operatorPatientlist'],
] as const)('a scan that may not be opened leads a %s back and offers no second try', async (role, way, path) => {
  signIn(role)
  serveStudy({ 'POST */open/': refused(404) })
  const { screen } = await open()
  await expectLink(screen, way, path)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

const record = { patient_id: 'P-7K3QX9', dob: '04-17-1986', mrn_number: '501' }
test('staff read two identifiers of the patient beside the images, and go back to the scans of the record', async () => {
  serveStudy({ 'POST */open/': ok({ ...opened, record }) })
  const { screen } = await open()
  for (const text of ['04-17-1986', 'MRN 501'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  const back = screen.getByRole('link', { name: 'Back to the record' })
  await expect.element(back).toHaveAttribute('href', '/profile?patient=P-7K3QX9&tab=scan')
})

test('a record without a date of birth and MRN says so, and without a record one goes back to the portal', async () => {
  serveStudy({ 'POST */open/': ok({ ...opened, record: { ...record, dob: '', mrn_number: '' } }) })
  const { screen } = await open()
  for (const text of ['No date of birth', 'No MRN']) await expect.element(screen.getByText(text)).toBeVisible()
})

test.each([
  ['Patient', 'Back to my scans', '/scan'],
  ['Physician', 'Back to the portal', '/operatorPatientlist'],
] as const)('a %s goes back from a scan: %s', async (role, way, path) => {
  signIn(role)
  serveStudy()
  const { screen } = await open()
  await expectLink(screen, way, path)
})

test('an address without a study says where to find one, and leads there', async () => {
  signIn('Patient')
  serveStudy()
  const { screen } = await open('')
  await expect.element(screen.getByText(/does not say which scan to open/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to my scans' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('an archive that is down can be tried again, and after a network that was cut the images come by themselves', async () => {
  const down = { 'GET */series/': refused(503) }
  serveStudy(down)
  const { screen } = await open()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The image archive is not responding/)
  serveStudy({ 'GET */rendered/': 'no network' })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The images cannot be reached\./)
  serveStudy()
  dispatchEvent(new Event('online'))
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 3 of 5/)
})

test('an image that cannot be drawn is told apart from a study that was closed, which leaves nothing on the screen', async () => {
  serveStudy({ 'GET */rendered/': refused(404) })
  const { screen } = await open()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/stored in a form that cannot be shown/)
  await expect.element(screen.getByRole('button', { name: 'Download the scan' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  await expect.element(screen.getByText('Amara Abbott')).toBeVisible()
  serveStudy({ 'GET */rendered/': refused(404), 'GET */series/': refused(404) })
  screen.getByRole('application').element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(screen.getByText('Amara Abbott')).not.toBeInTheDocument()
})

test('a study without images says so', async () => {
  serveStudy({ 'GET */series/': ok([]) })
  const { screen } = await open()
  await expect.element(screen.getByText('This scan has no images.')).toBeVisible()
})

test('a server that says why an image cannot be shown is quoted, and asked no second time', async () => {
  const why = 'This is a video, which the portal does not show.'
  serveStudy({ 'GET */rendered/': refused(415, why) })
  const { screen } = await open()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(why)
  await expect.element(screen.getByRole('button', { name: 'Download the scan' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('a series without pictures says so', async () => {
  serveStudy({
    'GET */instances/': ok([{ '00080018': tag('8.1') }]),
    'GET */metadata/': ok([{ '00080018': tag('8.1') }]),
  })
  const { screen } = await open()
  await expect.element(screen.getByText('This series has no images.')).toBeVisible()
})

const shape = (image: Element) => {
  const { width, height } = image.getBoundingClientRect()
  return width / height
}
test.each([
  ['pixels twice as high as wide', [8, 4], 64 / 96],
  ['square pixels', [4, 4], 64 / 48],
])('a picture has the proportions of the body: %s', async (_, spacing, ratio) => {
  serveStudy({ 'GET */instances/': ok([1, 2].map((n) => sliceTags(n, { '00280030': spacing }))) })
  const { screen } = await open()
  const picture = screen.getByRole('img', { name: /^AX T1/ })
  await expect.poll(() => shape(picture.element())).toBeCloseTo(ratio, 1)
})

test('a tilted slice says so, and a picture without a place has no letters and no scale', async () => {
  const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)]
  serveStudy({
    [`GET ${root}/9.1/instances/`]: ok([sliceTags(1, { '00200037': [1, 0, 0, 0, cos, sin] })]),
    [`GET ${root}/9.2/instances/`]: ok([sliceTags(1, { '00200037': [], '00280030': [] })]),
  })
  const { screen } = await open()
  await expect.element(place()).toMatchTextContent(/tilted 20°/)
  await userEvent.keyboard('{Tab}')
  await screen.getByRole('button', { name: /^Series 2/ }).click()
  await expect.element(place()).toHaveTextContent('Series 2, Slice 1 of 1')
  await expect.element(screen.getByRole('application')).toHaveTextContent('')
})

test('a thumbnail that cannot be had leaves a sign and no broken picture', async () => {
  serveStudy()
  const { screen } = await open()
  await expect.element(place()).toMatchTextContent(/Slice 3 of 5/)
  await expect.poll(() => screen.getByRole('list').element().querySelectorAll('img').length).toBe(0)
  expect(screen.getByRole('list').element().querySelectorAll('svg').length).toBe(2)
})

test('a patient reads what they see, with no numbers of windows; a picture can be kept', async () => {
  signIn('Patient')
  serveStudy()
  const { screen } = await open()
  await screen.getByText('What am I seeing?').click()
  await expect.element(screen.getByText(/The right side of the body is on the left of the picture/)).toBeVisible()
  await expect.element(screen.getByText(/portable scanner has a weaker magnet/)).toBeVisible()
  expect(screen.getByLabelText('Level').query()).toBeNull()
  expect(await axeHits()).toEqual([])
})

test('an address with a series alone opens the study that lists name by it', async () => {
  const asked = serveStudy({ 'GET /scans/of_series/9.1/': ok({ study_UID: study }) })
  await open('?seriesId=9.1')
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 3 of 5/)
  expect(asked.map(({ call }) => call)).toContain(`POST /scans/${study}/open/`)
})

test('a series of no scan says so and where to find one; a failure can be tried again', async () => {
  serveStudy({ 'GET /scans/of_series/9.9/': refused(404) })
  const { screen } = await open('?seriesId=9.9')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(screen.getByText(/does not say which scan to open/)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: 'Go to the patient list' })).toBeVisible()
  serveStudy({ 'GET /scans/of_series/9.8/': refused(500) })
  const second = await open('?seriesId=9.8')
  await expect.element(second.screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
