import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { ok, refused, type Sent } from '../../../testing/serve.ts'
import { signIn } from '../../../testing/show.tsx'
import { dot, sliceTags } from '../image-fixtures.ts'
import { beginning, bothShown, compare, opened, second, seriesOf, side, viewPairs } from './compare-fixtures.tsx'
import { fake } from './pair-stand-ins.ts'

vi.mock('../convert.ts', () => import('./pair-stand-ins.ts'))
vi.mock('../scene.ts', () => import('./pair-stand-ins.ts'))
viewPairs()

const openings = (sent: readonly Sent[]) => sent.filter(({ call }) => call.endsWith('/open/')).map(({ call }) => call)

test('staff go from a scan to comparing, choose another day, and the address keeps all of it', async () => {
  const { screen, address } = await compare('')
  await screen.getByRole('button', { name: 'Compare with another series or date' }).click()
  await expect.element(second()).toMatchTextContent(/Choose what to compare with/)
  expect(address()).toBe('/viewer?study=1&seriesId=1.1&compare=')
  await screen.getByLabelText('Scan (second)').selectOptions('Mar 10, 2025, Brain MRI')
  await bothShown()
  expect(address()).toBe('/viewer?study=1&seriesId=1.1&compare=2')
  await expect.element(side(/^First: Nov 2, 2026, Brain MRI, T1$/)).toBeVisible()
  await expect.element(side(/^Second: Mar 10, 2025, Brain MRI, T1$/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await screen.getByLabelText('Scan (second)').selectOptions('This scan, Nov 2, 2026, Brain MRI')
  await expect.element(side(/^Second: Nov 2, 2026, Brain MRI, T2$/)).toBeVisible()
  await screen.getByLabelText('Series (first)').selectOptions('T2')
  await expect.element(side(/^First: Nov 2, 2026, Brain MRI, T2$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Stop comparing' }).click()
  await expect.element(screen.getByRole('button', { name: /^Next series/ })).toBeVisible()
  expect(address()).toBe('/viewer?study=1&seriesId=1.2')
})

test('the second study is opened as every study is, and only it', async () => {
  const { sent } = await compare('&compare=2')
  await bothShown()
  expect(openings(sent)).toEqual(['POST /scans/1/open/', 'POST /scans/2/open/'])
})

test('without WebGL2 slices are compared', async () => {
  fake.canDraw = false
  await compare(beginning)
  await expect.element(second()).toMatchTextContent(/Slice 2 of 2/)
})

test('while the second study comes that is said, and the first is there already', async () => {
  let answer: ((response: Response) => void) | undefined
  await compare('&compare=2', {
    'POST /scans/2/open/': () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  })
  await expect.element(side(/^First/)).toMatchTextContent(/First: Axial/)
  await expect.element(second()).toMatchTextContent(/Opening the scan/)
  answer?.(Response.json(opened('2', '20250310')))
  await bothShown()
})

test('a second study that is not open leaves the first, and another can be chosen', async () => {
  const { screen } = await compare('&compare=2', { 'POST /scans/2/open/': refused(404) })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(side(/^First/)).toMatchTextContent(/First: Axial/)
  expect(await axeHits()).toEqual([])
  await screen.getByLabelText('Scan (second)').selectOptions('This scan, Nov 2, 2026, Brain MRI')
  await bothShown()
})

test('a second study that is closed while it is open leaves nothing of it', async () => {
  await compare('&compare=2', { 'GET */series/2.1/': refused(404) })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(side(/^Second: –$/)).toBeVisible()
  await expect.element(side(/^First/)).toMatchTextContent(/First: Axial/)
})

test('an archive that does not answer for the second study is asked again', async () => {
  let isDown = true
  const { screen } = await compare('&compare=2', {
    'GET */studies/2/series/': () => (isDown ? refused(503) : ok([seriesOf('2.1', 'T1')])),
  })
  await expect.element(second()).toMatchTextContent(/The image archive is not responding/)
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await bothShown()
})

test('a study that is not among those of the patient is never opened', async () => {
  const { sent } = await compare('&compare=3')
  await expect.element(second()).toMatchTextContent(/This is not a scan of this patient/)
  expect(openings(sent)).toEqual(['POST /scans/1/open/'])
})

test('who has one series and one scan is told that there is nothing to compare', async () => {
  await compare('&compare=', {
    'GET /scans/1/others/': ok({ studies: [] }),
    'GET */studies/1/series/': ok([seriesOf('1.1', 'T1')]),
  })
  await expect.element(second()).toMatchTextContent(/There is nothing to compare with/)
})

test('a list of scans that does not come is asked for again', async () => {
  let isDown = true
  const { screen } = await compare('&compare=2', {
    'GET /scans/1/others/': () =>
      isDown ? refused(503) : [200, { studies: [{ study_UID: '2', study_date: '20250310', scan_type: '' }] }],
  })
  await expect.element(second()).toMatchTextContent(/The other scans of this patient could not be loaded/)
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await bothShown()
})

test('patients are not offered it, and an address does not open it', async () => {
  signIn('Patient')
  const { screen, sent } = await compare(beginning)
  await expect.element(screen.getByRole('button', { name: /^Next series/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Compare/ }).query()).toBeNull()
  expect(screen.getByRole('region', { name: /^Second/ }).query()).toBeNull()
  expect(sent.filter(({ call }) => call.includes('others'))).toEqual([])
})

test('a large second series shows a small picture of itself until it is there', async () => {
  const large = { '00280010': [1024], '00280011': [1024], '00200052': ['8'] }
  const { sent } = await compare('&compare=2', {
    'GET */series/2.1/instances/': ok([1, 2].map((n) => sliceTags(n, large))),
    'GET */series/2.1/': () => new Promise<Response>(() => undefined),
    'GET */rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
  })
  await expect.element(second().getByRole('img', { name: 'Preview of T1' })).toBeVisible()
  await expect.element(second()).toMatchTextContent(/Preview. The full images are loading: 0 of 2/)
  const previews = sent.filter(({ search }) => search.includes('viewport=256%2C256'))
  expect(previews.map(({ call }) => call)).toEqual([expect.stringContaining('/studies/2/series/2.1/instances/')])
})
