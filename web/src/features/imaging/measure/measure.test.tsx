import { expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../../testing/serve.ts'
import { show, signIn } from '../../../testing/show.tsx'
import { picture, place, viewSlices } from '../../../testing/viewer.ts'
import { dot, sliceTags, tag } from '../image-fixtures.ts'
import { ViewerPage } from '../ViewerPage.tsx'

const study = '1.2.3'
const [columns, rows] = [64, 48]
const opened = {
  viewer: '/viewer',
  study_UID: study,
  study_date: '20260910',
  scan_type: 'CT of the head',
  patient_name: 'Amara Abbott',
}
const seriesList = [
  { '0020000E': tag('9.1'), '00200011': tag(1), '0008103E': tag('AX'), '00080060': tag('CT'), '00201209': tag(3) },
]
/** Rows 3 mm apart, columns 2 mm: the left half of the body has 40 HU, the right one 60. */
const whole = (n: number, change: Record<string, unknown[]> = {}) =>
  sliceTags(n, {
    '00280030': [3, 2],
    '00280002': [1],
    '00280100': [16],
    '00280101': [12],
    '00280102': [11],
    '00280103': [0],
    '00281052': [-1000],
    '00281053': [1],
    '00281054': ['HU'],
    ...change,
  })
const words = Uint16Array.from({ length: columns * rows }, (_, n) => (n % columns < 32 ? 1040 : 1060))

const serveStudy = (change: ServedCalls = {}, tags: Record<string, unknown[]> = {}) =>
  serve({
    'POST */open/': ok(opened),
    'GET */series/': ok(seriesList),
    'GET */instances/': ok([1, 2, 3].map((n) => whole(n, tags))),
    'GET */metadata/': ok([whole(2, tags)]),
    'GET */rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
    'GET */frames/1/': () => new Response(words.slice()),
    ...change,
  })

viewSlices()

const list = () => page.getByRole('region', { name: 'Measurements' })
const button = (name: RegExp) => page.getByRole('button', { name })
const open = async () => {
  const shown = await show(<ViewerPage />, { at: `/viewer?study=${study}&seriesId=9.1` })
  await expect.element(place()).toMatchTextContent(/AX, Slice 2 of 3/)
  return shown
}

/** The screen position of a column and a row of the picture. */
const spot = (column: number, row: number) => {
  const room = picture().element().getBoundingClientRect()
  const image = picture().getByRole('img').element().getBoundingClientRect()
  return {
    x: image.left - room.left + (column * image.width) / columns,
    y: image.top - room.top + (row * image.height) / rows,
  }
}
const click = (column: number, row: number, on: Locator = picture()) => on.click({ position: spot(column, row) })
const drag = ([a, b]: [number, number], [c, d]: [number, number]) =>
  userEvent.dragAndDrop(picture(), picture(), { sourcePosition: spot(a, b), targetPosition: spot(c, d) })
/** The number in front of a unit: a pointer is at whole screen pixels. */
const numberIn = (text: string | null, unit: RegExp) =>
  Number(new RegExp(`(-?[\\d.]+) ?${unit.source}`).exec(text ?? '')?.[1])

test('a length is dragged, in millimeters of rows and columns, bound to its slice, and removed', async () => {
  serveStudy()
  await open()
  await button(/^Length/).click()
  await expect.element(button(/^Length/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(list()).toMatchTextContent(/press and drag, or set two points/)
  // 30 mm across and 40 mm down, measured from the picture as it is now, with the hint below it.
  await drag([10, 10], [25, 10 + 40 / 3])
  await expect.element(list().getByRole('listitem')).toMatchTextContent(/^Length [\d.]+ mm, slice 2$/)
  expect(numberIn(list().getByRole('listitem').element().textContent, /mm/)).toBeCloseTo(50, 0)
  expect(picture().element().querySelector('svg')?.textContent).toMatch(/^[\d.]+ mm$/)

  await userEvent.keyboard('{Escape}')
  await expect.element(button(/^Length L$/)).toHaveAttribute('aria-pressed', 'false')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(place()).toMatchTextContent(/Slice 3 of 3/)
  expect(picture().element().querySelector('svg')?.textContent).toBe('')
  // The list leads back to it.
  await list()
    .getByRole('button', { name: /^Length .*, slice 2$/ })
    .click()
  await expect.element(place()).toMatchTextContent(/Slice 2 of 3/)
  await expect.poll(() => picture().element().querySelector('svg')?.textContent).toMatch(/mm$/)
  expect(await axeHits()).toEqual([])
  await userEvent.keyboard('{Delete}')
  await expect.element(list()).not.toBeInTheDocument()
})

test('an angle is that of the body, set by three clicks', async () => {
  serveStudy()
  await open()
  await button(/^Angle/).click()
  // 30 mm to the right of the corner, and 30 mm to the right and below.
  await click(35, 20)
  await click(20, 20)
  await click(35, 30)
  await expect.element(list().getByRole('listitem')).toMatchTextContent(/^Angle [\d.]+°, slice 2$/)
  expect(Math.abs(numberIn(list().getByRole('listitem').element().textContent, /°/) - 45)).toBeLessThan(1.5)
})

test('an ellipse has the true values of its pixels, in plain pixels from the server and not those of the screen', async () => {
  const asked = serveStudy()
  await open()
  await button(/^Ellipse/).click()
  await drag([36, 10], [56, 30])
  const item = list().getByRole('listitem')
  await expect.element(item).toMatchTextContent(/mean 60 HU, SD 0 HU, min 60 HU, max 60 HU, \d+ pixels, slice 2$/)
  const { textContent } = item.element()
  expect(Math.abs(numberIn(textContent, /mm²/) / (Math.PI * 100 * 6) - 1)).toBeLessThan(0.03)
  expect(Math.abs(numberIn(textContent, /pixels/) / (Math.PI * 100) - 1)).toBeLessThan(0.03)
  const frames = asked.find(({ call }) => call.endsWith('/frames/1/'))
  expect(frames?.query.get('accept')).toBe('application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1')
  // Another one on the same picture fetches nothing again.
  await drag([4, 5], [14, 15])
  await expect.element(item.last()).toMatchTextContent(/mean 40 HU/)
  expect(asked.filter(({ call }) => call.endsWith('/frames/1/'))).toHaveLength(1)
})

test('by keys alone a length is set, read and removed, and the focus stays', async () => {
  serveStudy()
  await open()
  picture().element().focus()
  await userEvent.keyboard('l{Enter}')
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowRight}{ArrowRight}{Enter}')
  await expect.element(list()).toMatchTextContent(/Length 24\.0 mm, slice 2/)
  // Down from where the last one ended: rows are 3 mm apart.
  await userEvent.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(list()).toMatchTextContent(/Length 6\.0 mm, slice 2/)
  // The arrow keys belong to the tool, not the slices.
  await expect.element(place()).toMatchTextContent(/Slice 2 of 3/)
  await userEvent.keyboard('{Escape}{ArrowUp}')
  await expect.element(place()).toMatchTextContent(/Slice 3 of 3/)
  button(/^Remove: Length 24\.0 mm/)
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(list()).not.toMatchTextContent(/24\.0 mm/)
  await expect.element(button(/^Remove: Length 6\.0 mm/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(list()).not.toBeInTheDocument()
  await expect.element(picture()).toHaveFocus()
})

test('the value under the pointer is read, by keys, too', async () => {
  serveStudy()
  await open()
  await button(/^Value/).click()
  await expect.element(place()).toMatchTextContent(/column 33, row 25: 60 HU$/)
  await picture().hover({ position: spot(10.5, 20.5) })
  await expect.element(place()).toMatchTextContent(/column 11, row 21: 40 HU$/)
  await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowRight}{/Shift}')
  await expect.element(place()).toMatchTextContent(/column 21, row 22: 40 HU$/)
  await userEvent.keyboard('{Escape}')
  await expect.element(place()).not.toMatchTextContent(/column/)
})

test('a point of a measurement is dragged to another place', async () => {
  serveStudy()
  await open()
  picture().element().focus()
  await userEvent.keyboard('l{Enter}{Shift>}{ArrowRight}{/Shift}{Enter}{Escape}')
  await expect.element(list()).toMatchTextContent(/Length 20\.0 mm/)
  await drag([42, 24], [52, 24])
  await expect.poll(() => numberIn(list().element().textContent, /mm/)).toBeCloseTo(40, 0)
  // A drag that began on a point did not change the slice.
  await expect.element(place()).toMatchTextContent(/Slice 2 of 3/)
})

test.each<[string, Record<string, unknown[]>, RegExp]>([
  ['without a spacing', { '00280030': [] }, /^Length 10\.0 px, slice 2$/],
  ['with a ratio only', { '00280030': [], '00280034': [1, 2] }, /^Length 10\.0 px \(widths of a pixel\), slice 2$/],
  ['at the detector', { '00280030': [], '00181164': [1, 0.2] }, /^Length 2\.0 mm at the detector, slice 2$/],
  ['not corrected', { '00280030': [1, 0.2], '00181164': [1, 0.2] }, /^Length 2\.0 mm at the detector, slice 2$/],
  ['corrected', { '00280030': [1, 0.1], '00181164': [1, 0.2] }, /^Length 1\.0 mm, slice 2$/],
  [
    'an X-ray that does not say',
    { '00080016': ['1.2.840.10008.5.1.4.1.1.1'], '00280030': [1, 0.2] },
    /^Length 2\.0 mm at the detector, slice 2$/,
  ],
  ['a capture', { '00080016': ['1.2.840.10008.5.1.4.1.1.7'], '00280030': [2, 2] }, /^Length 10\.0 px, slice 2$/],
])('millimeters are told only where they are known: %s', async (_, tags, text) => {
  serveStudy({}, tags)
  await open()
  picture().element().focus()
  await userEvent.keyboard('l{Enter}{Shift>}{ArrowRight}{/Shift}{Enter}')
  await expect.element(list().getByRole('listitem')).toMatchTextContent(text)
})

test('an ellipse in a color picture has an area and no values, and asks for none', async () => {
  const asked = serveStudy({}, { '00280004': ['RGB'], '00280002': [3] })
  await open()
  picture().element().focus()
  await userEvent.keyboard('e{Enter}{Shift>}{ArrowRight}{ArrowDown}{/Shift}{Enter}')
  await expect.element(list()).toMatchTextContent(/Ellipse 471\.2 mm², a color picture has no values, slice 2/)
  expect(asked.filter(({ call }) => call.endsWith('/frames/1/'))).toEqual([])
})

test('values that cannot be had leave the area; a study that was closed leaves nothing on the screen', async () => {
  serveStudy({ 'GET */frames/1/': refused(422) })
  await open()
  picture().element().focus()
  await userEvent.keyboard('e{Enter}{Shift>}{ArrowRight}{ArrowDown}{/Shift}{Enter}')
  await expect.element(list()).toMatchTextContent(/Ellipse 471\.2 mm², its values cannot be read here/)
  serveStudy({ 'GET */frames/1/': refused(404), 'GET */series/': refused(404) })
  await userEvent.keyboard('{Enter}{ArrowRight}{ArrowDown}{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(list()).not.toBeInTheDocument()
})

test('patients have no tools', async () => {
  signIn('Patient')
  serveStudy()
  await open()
  expect(button(/^Length/).query()).toBeNull()
  picture().element().focus()
  await userEvent.keyboard('l{Enter}{ArrowRight}{Enter}')
  expect(list().query()).toBeNull()
  expect(picture().element().querySelector('svg')).toBeNull()
  expect(button(/^Play/).query()).toBeNull()
})

test('the slices are played by the space bar, at a speed, and stop for a hidden tab and for who leafs', async () => {
  serveStudy()
  await open()
  await page.getByRole('slider', { name: 'Speed' }).fill('30')
  picture().element().focus()
  await userEvent.keyboard(' ')
  await expect.element(button(/^Pause/)).toBeVisible()
  await expect.element(place()).toMatchTextContent(/Slice 3 of 3/)
  await expect.element(place()).toMatchTextContent(/Slice 1 of 3/)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(button(/^Play/)).toBeVisible()
  await button(/^Play/).click()
  await expect.element(button(/^Pause/)).toBeVisible()
  picture().element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(button(/^Play/)).toBeVisible()
  await expect.element(place()).toMatchTextContent(/Slice 3 of 3/)
  // On a button, the space bar is the button's.
  button(/^First slice/)
    .element()
    .focus()
  await userEvent.keyboard(' ')
  await expect.element(place()).toMatchTextContent(/Slice 1 of 3/)
  await expect.element(button(/^Play/)).toBeVisible()
})
