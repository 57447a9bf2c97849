import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../../testing/serve.ts'
import { show, signIn, signOut } from '../../../testing/show.tsx'
import { sliceTags, tag } from '../image-fixtures.ts'
import type { openScene } from '../scene.ts'
import { ViewerPage } from '../ViewerPage.tsx'
import type { LabelMap } from './label-map.ts'
import { segmentationTags } from './segment-fixtures.ts'

/** Stands in for the graphics card and the converter. */
const fake = vi.hoisted(() => ({ maps: [] as (LabelMap | undefined)[], strengths: [] as number[] }))
vi.mock('../convert.ts', () => ({
  openConverter: () => ({ niftiOf: async () => new ArrayBuffer(8), close: () => undefined }),
}))
vi.mock('../scene.ts', () => ({
  openScene: async (_: HTMLCanvasElement, { place, windowing }: Parameters<typeof openScene>[1]) => ({
    show: async () => {
      windowing({ center: 100, width: 200 })
      place({ voxel: [0, 1, 2], of: [3, 4, 5], mm: [-1, 2, 3], value: 1 })
      return { center: 100, width: 200 }
    },
    // The slices of the series, in NiiVue's drawing order.
    grid: () => ({ size: [64, 48, 3], toMm: [4, 0, 0, -152, 0, 4, 0, -88, 0, 0, 5, 5] }),
    showSegments: (map: LabelMap) => fake.maps.push(map),
    clearSegments: () => fake.maps.push(undefined),
    setSegmentStrength: (percent: number) => fake.strengths.push(percent),
    close: () => undefined,
  }),
}))

const study = '1.2.3'
const root = `/api/dicomweb/studies/${study}`
const opened = { viewer: '/viewer', study_UID: study, study_date: '20260910', scan_type: 'MRI', patient_name: 'A' }
const series = { '0020000E': tag('9.1'), '00200011': tag(1), '0008103E': tag('AX T1'), '00201209': tag(3) }
const { '00080016': sopClass, '00080018': instance, '0020000E': ofSeries } = segmentationTags()
const multipart = (parts: string[]) =>
  new Response(`${parts.map((part) => `--b\r\n\r\n${part}\r\n`).join('')}--b--`, {
    headers: { 'content-type': 'multipart/related; boundary=b' },
  })
const fileOf = (n: number) => `${'\0'.repeat(128)}DICM\x02\0\x03\0UI\x04\0${`8.${n}`}\0${'\x08'.repeat(8)}`
/** The first eight pixels of the first row, which start at the back and run towards the patient's left. */
const frame = `\x7f${'\0'.repeat(383)}`
const serveStudy = (change: ServedCalls = {}) =>
  serve({
    'POST */open/': ok(opened),
    [`GET ${root}/series/`]: ok([series]),
    [`GET ${root}/instances/`]: ok([{ '00080016': sopClass, '00080018': instance, '0020000E': ofSeries }]),
    [`GET ${root}/series/9.1/instances/`]: ok([1, 2, 3].map((n) => sliceTags(n, { '00200052': ['2.25.1'] }))),
    [`GET ${root}/series/9.1/`]: () => multipart([1, 2, 3].map(fileOf)),
    'GET */7.4/metadata/': ok([segmentationTags()]),
    'GET */7.4/frames/1%2C2%2C3/': () => multipart([frame, frame, frame]),
    ...change,
  })

beforeEach(() => {
  signOut()
  signIn('Physician')
  Object.assign(fake, { maps: [], strengths: [] })
  const context = document.createElement('canvas').getContext('2d')
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context && Object.assign(context, { getExtension: () => null }),
  )
})
const open = () => show(<ViewerPage />, { at: `/viewer?study=${study}`, scheme: 'dark' })
const controls = () => page.getByRole('group', { name: 'Outlined areas' })
const labels = () => [...new Set(fake.maps.at(-1)?.labels ?? [])].toSorted()

test('segments come as plain pixels and lie over the volume, each with a switch, all with one and a strength', async () => {
  const asked = serveStudy()
  await open()
  await expect.element(controls().getByRole('list', { name: 'Colors of the areas' })).toHaveTextContent('LesionEdema')
  await expect.poll(labels, { timeout: 10_000 }).toEqual([1, 2])
  const frames = asked.filter(({ call }) => call.includes('/frames/'))
  expect(frames.map(({ query }) => query.get('accept'))).toEqual([
    'multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.1',
  ])
  expect(fake.strengths).toContain(50)
  expect(await axeHits()).toEqual([])
  await page.getByLabelText('Edema').click()
  await expect.poll(labels).toEqual([1])
  await page.getByLabelText('Show outlined areas').click()
  await expect.poll(() => fake.maps.at(-1)).toBeUndefined()
  await page.getByLabelText('Show outlined areas').click()
  await expect.poll(labels).toEqual([1])
  await page.getByRole('slider', { name: 'Strength' }).fill('80')
  await expect.poll(() => fake.strengths.at(-1)).toBe(80)
  expect(asked.filter(({ call }) => call.includes('/frames/'))).toHaveLength(1)
})

test('what was made in another place is named, and its pixels are not asked for', async () => {
  const tags = { ...segmentationTags(), '00200052': tag('2.25.9'), '00081115': tag({ '0020000E': tag('9.7') }) }
  const asked = serveStudy({ 'GET */7.4/metadata/': ok([tags]) })
  await open()
  await expect.element(controls()).toMatchTextContent(/“Outlines” was made on pictures of another place or size/)
  await expect.element(controls()).toMatchTextContent(/“Outlines” was outlined on pictures that are not in this scan/)
  expect(page.getByLabelText('Show outlined areas').elements()).toHaveLength(0)
  expect(asked.filter(({ call }) => call.includes('/frames/'))).toEqual([])
  expect(fake.maps.every((map) => map === undefined)).toBe(true)
})

test('slices of a CT that were set upright have no segments over them, and that is said', async () => {
  const leaning = [1, 2, 3].map((n) =>
    sliceTags(n, {
      '00200052': ['2.25.1'],
      '00080016': ['1.2.840.10008.5.1.4.1.1.2'],
      '00200032': [-100, -100 + 2 * n, n * 5],
    }),
  )
  serveStudy({ [`GET ${root}/series/9.1/instances/`]: ok(leaning) })
  await open()
  await expect
    .element(controls())
    .toMatchTextContent(/have been set upright, so outlined areas are drawn in single slices/)
  expect(fake.maps.every((map) => map === undefined)).toBe(true)
})

test.each<[string, ServedCalls]>([
  ['do not come', { 'GET */7.4/frames/1%2C2%2C3/': refused(503) }],
  ['are too few', { 'GET */7.4/frames/1%2C2%2C3/': () => multipart([frame]) }],
  ['are too short', { 'GET */7.4/frames/1%2C2%2C3/': () => multipart(['\x7f', '\x7f', '\x7f']) }],
])('pixels that %s are said to be missing, and the volume stays', async (_, change) => {
  serveStudy(change)
  await open()
  await expect.element(controls()).toMatchTextContent(/could not be loaded/)
  await expect.element(page.getByRole('status').last()).toMatchTextContent(/Axial 3 of 5/)
})
