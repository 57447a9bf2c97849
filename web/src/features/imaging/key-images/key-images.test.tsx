import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { openedStudy } from '../../../testing/scans.ts'
import { ok, refused, type ServedCalls, serve } from '../../../testing/serve.ts'
import { show } from '../../../testing/show.tsx'
import { place, viewSlices } from '../../../testing/viewer.ts'
import { dot, sliceTags, tag } from '../image-fixtures.ts'
import { ViewerPage } from '../ViewerPage.tsx'

const study = '1.2.3'
const root = `/api/dicomweb/studies/${study}`
const seriesOf = (uid: string, modality: string, instances: number) => ({
  '0020000E': tag(uid),
  '00200011': tag(Number(uid.split('.').at(-1))),
  '0008103E': tag(uid === '9.2' ? 'AX T2' : 'AX T1'),
  '00080060': tag(modality),
  '00201209': tag(instances),
})
const sequence = (...Value: object[]) => ({ vr: 'SQ', Value })
const named = (meaning: string) => sequence({ '00080104': tag(meaning) })
const selection = {
  '00080016': tag('1.2.840.10008.5.1.4.1.1.88.59'),
  '00080018': tag('7.1'),
  '0020000E': tag('9.5'),
  '0040A043': named('Of Interest'),
}
const reference = (instance: string, ...frames: number[]) =>
  sequence({ '00081155': tag(instance), ...(frames.length > 0 && { '00081160': tag(...frames) }) })
const selected = {
  ...selection,
  '0040A375': sequence({
    '00081115': sequence(
      { '0020000E': tag('9.1'), '00081199': sequence({ '00081155': tag('8.4') }) },
      { '0020000E': tag('9.2'), '00081199': sequence({ '00081155': tag('8.12') }) },
    ),
  }),
  '0040A730': sequence(
    { '0040A040': tag('TEXT'), '0040A160': tag('widest here') },
    { '0040A040': tag('IMAGE'), '00081199': reference('8.4') },
    { '0040A040': tag('IMAGE'), '00081199': reference('8.12') },
  ),
}
const serveStudy = (change: ServedCalls = {}) =>
  serve({
    'POST */open/': ok(openedStudy),
    [`GET ${root}/series/`]: ok([seriesOf('9.1', 'MR', 5), seriesOf('9.2', 'MR', 3), seriesOf('9.5', 'KO', 1)]),
    [`GET ${root}/instances/`]: ok([selection]),
    [`GET ${root}/series/9.1/instances/`]: ok([1, 2, 3, 4, 5].map((n) => sliceTags(n))),
    [`GET ${root}/series/9.2/instances/`]: ok([11, 12, 13].map((n) => sliceTags(n))),
    'GET */7.1/metadata/': ok([selected]),
    'GET */rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
    ...change,
  })

viewSlices()
const open = () => show(<ViewerPage />, { at: `/viewer?study=${study}`, scheme: 'dark' })
const steps = () => page.getByRole('group', { name: 'Key images' })

test('marked pictures have a star with the reason, and are gone to one by one through all series', async () => {
  serveStudy()
  await open()
  await expect.element(steps()).toMatchTextContent(/2 pictures of this scan are marked/)
  for (const name of ['AX T1', 'AX T2'])
    await expect.element(page.getByRole('button', { name: new RegExp(`${name}.*1 key image`) })).toBeVisible()
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 3 of 5/)
  const star = page.getByRole('application').getByText('Of Interest, widest here')
  expect(star.elements()).toHaveLength(0)

  await page.getByRole('button', { name: 'Next key image' }).click()
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 4 of 5.*key image: Of Interest, widest here/)
  await expect.element(star).toBeVisible()
  await expect.element(steps()).toMatchTextContent(/1 of 2: Of Interest, widest here/)
  expect(await axeHits()).toEqual([])
  await page.getByRole('button', { name: 'Next key image' }).click()
  await expect.element(place()).toMatchTextContent(/AX T2, Slice 2 of 3.*key image/)
  await page.getByRole('button', { name: /^Next slice/ }).click()
  await expect.element(place()).toMatchTextContent(/AX T2, Slice 3 of 3/)
  await expect.element(place()).not.toMatchTextContent(/key image/)
  await page.getByRole('button', { name: 'Previous key image' }).click()
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 4 of 5/)
})

test('the only marked picture can be gone to again', async () => {
  const content = sequence({ '0040A040': tag('IMAGE'), '00081199': reference('8.4') })
  serveStudy({ 'GET */7.1/metadata/': ok([{ ...selected, '0040A730': content }]) })
  await open()
  const next = page.getByRole('button', { name: 'Next key image' })
  await next.click()
  await expect.element(place()).toMatchTextContent(/Slice 4 of 5/)
  await page.getByRole('button', { name: /^Previous slice/ }).click()
  await expect.element(place()).toMatchTextContent(/Slice 3 of 5/)
  await next.click()
  await expect.element(place()).toMatchTextContent(/Slice 4 of 5/)
})

test('where the marks cannot be read, the pictures are shown without', async () => {
  serveStudy({ 'GET */7.1/metadata/': refused(503) })
  await open()
  await expect.element(place()).toMatchTextContent(/AX T1, Slice 3 of 5/)
  expect(steps().elements()).toHaveLength(0)
})
