import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { type Answers, ok, refused, serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { ViewerPage } from './ViewerPage.tsx'

const study = '1.2.3'
const root = `/api/dicomweb/studies/${study}/series`
const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABc3UBGAAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
)
const tag = (...Value: unknown[]) => ({ vr: 'UN', Value })
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
const instances = [3, 1, 2, 5, 4].map((n) => ({ '00080018': tag(`8.${n}`), '00200013': tag(n) }))
const middle = [
  {
    '00281050': tag('1000'),
    '00281051': tag(2000),
    '00200037': tag(1, 0, 0, 0, 1, 0),
  },
]

const serveStudy = (change: Answers = {}) =>
  serve({
    'POST */open/': ok(opened),
    'GET */series/': ok(seriesList),
    'GET */instances/': ok(instances),
    'GET */metadata/': ok(middle),
    'GET */rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
    ...change,
  })

beforeEach(() => {
  signOut()
  signIn('Physician')
  // A browser that cannot draw in 3D.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

const open = (query = `?study=${study}&seriesId=9.1`) => show(<ViewerPage />, { at: `/viewer${query}` })
const place = () => page.getByRole('status').last()

test('without WebGL2 the server draws: the middle slice first, in the order of the numbers, with its window', async () => {
  const asked = serveStudy()
  const { screen } = await open()
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 3 of 5/)
  await expect.element(screen.getByRole('img', { name: 'AX T1, Slice 3 of 5' })).toBeVisible()
  expect(asked.map(({ call, search }) => call + search)).toContain(
    `GET ${root}/9.1/instances/8.3/rendered/?frame=1&window=1000%2C2000`,
  )
  await expect.element(screen.getByText('This browser cannot draw in 3D, so single slices are shown.')).toBeVisible()
  for (const text of ['Portable brain MRI', 'Amara Abbott', '2026-09-10', 'Not for diagnosis'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  for (const edge of ['R', 'A'])
    await expect.element(screen.getByRole('application').getByText(edge, { exact: true })).toBeVisible()
  expect(await axeHits()).toEqual([])
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
  await expect.poll(() => asked.at(-1)?.search).toContain('window=900%2C2000')
  await screen.getByRole('button', { name: 'High contrast' }).click()
  await expect.element(screen.getByLabelText('Width')).toHaveValue('1000')
  await screen.getByLabelText('Width').fill('1500')
  await expect.poll(() => asked.at(-1)?.search).toContain('window=1000%2C1500')
  // What is typed into a field is no command.
  await userEvent.keyboard('{Home}')
  await expect.element(place()).toMatchTextContent(/Slice 4 of 5/)
  await screen.getByRole('button', { name: /^Reset/ }).click()
  await expect.element(place()).toMatchTextContent(/Slice 3 of 5/)
  await userEvent.keyboard('n')
  await expect.element(place()).toMatchTextContent(/Series 2, Slice 3 of 5/)
  await expect.element(screen.getByRole('button', { name: /Series 2/ })).toHaveAttribute('aria-current', 'true')
})

test.each([
  ['Patient', 'Go to my scans', '/scan'],
  ['Physician', 'Go to the patient list', '/operatorPatientlist'],
] as const)('a scan that may not be opened leads a %s back and offers no second try', async (role, way, path) => {
  signIn(role)
  serveStudy({ 'POST */open/': refused(404) })
  const { screen } = await open()
  await expect.element(screen.getByRole('link', { name: way })).toHaveAttribute('href', path)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

test('an address without a study says where to find one, and leads there', async () => {
  signIn('Patient')
  serveStudy()
  const { screen } = await open('')
  await expect.element(screen.getByText(/does not say which scan to open/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to my scans' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('an archive that is down, and a network that is cut, are told and can be tried again', async () => {
  const down = { 'GET */series/': refused(503) }
  serveStudy(down)
  const { screen } = await open()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The image archive does not answer/)
  serveStudy({ 'GET */rendered/': 'no network' })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The images cannot be reached\./)
  serveStudy()
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 3 of 5/)
})

test('an image that cannot be drawn is told apart from a study that was closed, which leaves nothing on the screen', async () => {
  serveStudy({ 'GET */rendered/': refused(404) })
  const { screen } = await open()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/stored in a form that cannot be shown/)
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
