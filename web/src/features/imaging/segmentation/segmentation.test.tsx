import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../../testing/serve.ts'
import { show } from '../../../testing/show.tsx'
import { place, viewSlices } from '../../../testing/viewer.ts'
import { dot, sliceTags, tag } from '../image-fixtures.ts'
import { ViewerPage } from '../ViewerPage.tsx'
import { segmentationTags } from './segment-fixtures.ts'

const study = '1.2.3'
const root = `/api/dicomweb/studies/${study}`
const opened = { viewer: '/viewer', study_UID: study, study_date: '20260910', scan_type: 'MRI', patient_name: 'A' }
const series = {
  '0020000E': tag('9.1'),
  '00200011': tag(1),
  '0008103E': tag('AX T1'),
  '00080060': tag('MR'),
  '00201209': tag(3),
}
const slices = (reference: string) => [1, 2, 3].map((n) => sliceTags(n, { '00200052': [reference] }))
const { '00080016': sopClass, '00080018': instance, '0020000E': ofSeries } = segmentationTags()
const png = () => new Response(dot, { headers: { 'content-type': 'image/png' } })
const serveStudy = (change: ServedCalls = {}) =>
  serve({
    'POST */open/': ok(opened),
    [`GET ${root}/series/`]: ok([series]),
    [`GET ${root}/instances/`]: ok([{ '00080016': sopClass, '00080018': instance, '0020000E': ofSeries }]),
    [`GET ${root}/series/9.1/instances/`]: ok(slices('2.25.1')),
    'GET */7.4/metadata/': ok([segmentationTags()]),
    'GET */rendered/': png,
    ...change,
  })

viewSlices()
const open = () => show(<ViewerPage />, { at: `/viewer?study=${study}`, scheme: 'dark' })
const masks = () => [...page.getByRole('application').element().querySelectorAll<HTMLElement>('span[style*="url("]')]
const controls = () => page.getByRole('group', { name: 'Outlined areas' })

test('segments are drawn over the slices they lie on, with a legend, a strength and a switch', async () => {
  const asked = serveStudy()
  await open()
  await expect.element(place()).toMatchTextContent(/Slice 2 of 3/)
  await expect.poll(() => masks().length).toBe(2)
  const drawn = asked.filter(({ call }) => call.includes('/7.4/rendered')).map(({ query }) => query.get('frame'))
  expect(drawn.toSorted()).toEqual(['1', '2'])
  expect(asked.find(({ call }) => call.includes('/7.4/rendered'))?.query.get('window')).toBe('0.5,1,linear-exact')
  await expect.element(controls().getByRole('list', { name: 'Colors of the areas' })).toHaveTextContent('LesionEdema')
  expect(masks()[0]?.style.opacity).toBe('0.5')
  const image = page.getByRole('img', { name: /Slice 2 of 3/ }).element()
  const [over, below] = [masks()[0]!.getBoundingClientRect(), image.getBoundingClientRect()]
  expect([over.left, over.top, over.width, over.height]).toEqual([below.left, below.top, below.width, below.height])
  expect(await axeHits()).toEqual([])

  await page.getByRole('button', { name: /^Next slice/ }).click()
  await expect.poll(() => masks().length).toBe(1)
  await page.getByRole('button', { name: /^First slice/ }).click()
  await expect.poll(() => masks().length).toBe(0)
  await page.getByRole('button', { name: /^Last slice/ }).click()
  await expect.poll(() => masks().length).toBe(1)
  await page.getByRole('button', { name: /^Previous slice/ }).click()
  await expect.poll(() => masks().length).toBe(2)
  await page.getByLabelText('Edema').click()
  await expect.poll(() => masks().length).toBe(1)
  await page.getByLabelText('Show outlined areas').click()
  await expect.poll(() => masks().length).toBe(0)
})

test('segments of a label map are drawn in their colors, each with a switch', async () => {
  const numbers = new Uint8Array(48 * 64)
  numbers.set([1, 2, 3], 0)
  const frames = () =>
    new Response(new Blob(['--b\r\n\r\n', numbers, '\r\n--b--']), {
      headers: { 'content-type': 'multipart/related; boundary=b' },
    })
  const { '52009230': groups, ...tags } = segmentationTags()
  const labels = {
    ...tags,
    '00080016': tag('1.2.840.10008.5.1.4.1.1.66.7'),
    '00280008': tag(1),
    '00280100': tag(8),
    '00620001': tag('LABELMAP'),
    '52009230': { ...groups, Value: groups?.Value?.slice(0, 1) ?? [] },
  }
  serveStudy({
    [`GET ${root}/instances/`]: ok([{ ...labels, '00080018': instance, '0020000E': ofSeries }]),
    'GET */7.4/metadata/': ok([labels]),
    'GET */7.4/frames/1/': frames,
  })
  await open()
  await expect.element(place()).toMatchTextContent(/Slice 2 of 3/)
  await expect.poll(() => masks().length).toBe(1)
  const pixels = async () => {
    const picture = new Image()
    picture.src = masks()[0]?.style.backgroundImage.slice(5, -2) ?? ''
    await picture.decode()
    const pen = new OffscreenCanvas(64, 48).getContext('2d')
    pen?.drawImage(picture, 0, 0)
    return [0, 1, 2].map((x) => [...pen!.getImageData(x, 0, 1, 1).data])
  }
  const [lesion, edema, clear] = await pixels()
  expect([lesion?.[3], edema, clear?.[3]]).toEqual([255, [77, 171, 247, 255], 0])
  await page.getByLabelText('Lesion').click()
  await expect.poll(async () => (masks().length > 0 ? (await pixels())[0]?.[3] : undefined)).toBe(0)
  expect((await pixels())[1]).toEqual(edema)
})

test('where an area was outlined is said, unless it is the series that is open', async () => {
  const source = (series: string) => ({ ...segmentationTags(), '00081115': tag({ '0020000E': tag(series) }) })
  const other = { ...series, '0020000E': tag('9.2'), '0008103E': tag('AX FLAIR'), '00200011': tag(2) }
  const two = ok([series, other])
  serveStudy({ [`GET ${root}/series/`]: two, 'GET */7.4/metadata/': ok([source('9.2')]) })
  await open()
  await expect.element(controls()).toMatchTextContent(/“Outlines” was outlined on the series “AX FLAIR”\./)
  await expect.poll(() => masks().length).toBe(2)
})

test.each([
  ['9.1', ''],
  ['9.9', 'on pictures that are not in this scan'],
])('of areas that were outlined on the series %s it is said: %s', async (uid, said) => {
  serveStudy({ 'GET */7.4/metadata/': ok([{ ...segmentationTags(), '00081115': tag({ '0020000E': tag(uid) }) }]) })
  await open()
  await expect.poll(() => masks().length).toBe(2)
  if (said) await expect.element(controls()).toMatchTextContent(new RegExp(said))
  else await expect.element(controls()).not.toHaveTextContent('was outlined on')
})

test('what was made in another place is not drawn, and that is said', async () => {
  serveStudy({ [`GET ${root}/series/9.1/instances/`]: ok(slices('2.25.2')) })
  await open()
  await expect.element(controls()).toMatchTextContent(/“Outlines” was made on pictures of another place or size/)
  expect(masks()).toHaveLength(0)
  expect(page.getByLabelText('Show outlined areas').elements()).toHaveLength(0)
})

test('segments that cannot be loaded are said to be missing', async () => {
  serveStudy({ 'GET */7.4/metadata/': refused(503) })
  await open()
  await expect.element(controls()).toMatchTextContent(/could not be loaded/)
})

test('a segmentation of too many frames is not read, and that is said', async () => {
  const huge = { '00080016': sopClass, '00080018': tag('7.9'), '0020000E': ofSeries, '00280008': tag(3001) }
  const asked = serveStudy({
    [`GET ${root}/instances/`]: ok([huge, { '00080016': sopClass, '00080018': instance, '0020000E': ofSeries }]),
  })
  await open()
  await expect.poll(() => masks().length).toBe(2)
  await expect.element(controls()).toMatchTextContent(/1 set of outlined areas is too large to be drawn here\./)
  expect(asked.filter(({ call }) => call.includes('/7.9/'))).toEqual([])
})

test('of very many segments on one picture some are drawn, and how many are not is said', async () => {
  const { '52009230': groups, '00620002': names, ...tags } = segmentationTags()
  const [frame] = (groups?.Value ?? []) as Record<string, unknown>[]
  const many = Array.from({ length: 30 }, (_, n) => ({ ...frame, '0062000A': { Value: [{ '0062000B': tag(n + 1) }] } }))
  const segments = many.map((_, n) => ({ '00620004': tag(n + 1), '00620005': tag(`Area ${n + 1}`) }))
  serveStudy({
    'GET */7.4/metadata/': ok([
      {
        ...tags,
        '00280008': tag(30),
        '00620002': { ...names, Value: segments },
        '52009230': { ...groups, Value: many },
      },
    ]),
  })
  await open()
  await expect.element(place()).toMatchTextContent(/Slice 2 of 3/)
  await expect.poll(() => masks().length, { timeout: 10_000 }).toBe(24)
  await expect.element(place()).toMatchTextContent(/Slice 2 of 3.*6 more outlined areas are not drawn/)
})
