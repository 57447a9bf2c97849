import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { openedStudy } from '../../../testing/scans.ts'
import { ok, refused, type ServedCalls, serve } from '../../../testing/serve.ts'
import { show, signIn, signOut } from '../../../testing/show.tsx'
import { dot, sliceTags, tag } from '../image-fixtures.ts'
import { ViewerPage } from '../ViewerPage.tsx'

const study = '1.2.3'
const root = `/api/dicomweb/studies/${study}`
const classes = '1.2.840.10008.5.1.4.1.1.'
const seriesOf = (uid: string, modality: string, instances: number) => ({
  '0020000E': tag(uid),
  '00200011': tag(Number(uid.split('.').at(-1))),
  '0008103E': tag(`Series of ${modality}`),
  '00080060': tag(modality),
  '00201209': tag(instances),
})
const documentOf = (instance: string, sopClass: string, change: object) => ({
  '00080016': tag(classes + sopClass),
  '00080018': tag(instance),
  '0020000E': tag('9.5'),
  '00080023': tag('20260911'),
  ...change,
})
const report = documentOf('7.1', '88.11', {
  '0040A043': { vr: 'SQ', Value: [{ '00080104': tag('Radiology Report') }] },
})
const letter = documentOf('7.2', '104.1', { '00420010': tag('Letter'), '00080023': tag('20260910') })

const html = `<!doctype html><html><head><title>x</title><script>top.ran = 1</script></head>
<body onload="top.ran=1"><h1>Radiology Report</h1><dl><dt>State</dt><dd>Not verified</dd></dl>
<section><h2>Findings</h2><ul><li><strong>Finding:</strong> No mass<br>No bleeding</li></ul></section>
<img src="x" onerror="top.ran=1"><a href="javascript:top.ran=1">Link words</a><script>top.ran=1</script></body></html>`
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 41>>
stream
BT /F1 18 Tf 20 40 Td (Dear Ms. Abbott) Tj ET
endstream
endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`

const serveStudy = (change: ServedCalls = {}) =>
  serve({
    'POST */open/': ok(openedStudy),
    [`GET ${root}/series/`]: ok([seriesOf('9.1', 'MR', 2), seriesOf('9.5', 'SR', 2)]),
    [`GET ${root}/instances/`]: ok([letter, report, { ...sliceTags(1), '0020000E': tag('9.1') }]),
    'GET */instances/': ok([1, 2].map((n) => sliceTags(n))),
    'GET */8.1/rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
    'GET */8.2/rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
    'GET */7.1/rendered/': () => new Response(html, { headers: { 'content-type': 'text/html' } }),
    'GET */7.2/rendered/': () => new Response(pdf, { headers: { 'content-type': 'application/pdf' } }),
    ...change,
  })

const { getContext } = HTMLCanvasElement.prototype
beforeEach(() => {
  signOut()
  signIn('Patient')
  // A browser that cannot draw in 3D; pages of a PDF are still drawn.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement, ...args) {
    return String(args[0]).startsWith('webgl') ? null : Reflect.apply(getContext, this, args)
  } as typeof getContext)
})
const open = () => show(<ViewerPage />, { at: `/viewer?study=${study}`, scheme: 'dark' })
const documents = () => page.getByRole('group', { name: 'Documents' })
const dialog = () => page.getByRole('dialog')

test('reports and PDFs are listed beside the series, the newest first', async () => {
  const asked = serveStudy()
  await open()
  await expect.element(documents().getByRole('button')).toHaveLength(2)
  const [first, second] = documents().getByRole('button').elements()
  expect([first?.textContent, second?.textContent]).toEqual([
    'Radiology ReportReport, Sep 11, 2026',
    'LetterPDF document, Sep 10, 2026',
  ])
  // A series that contains only documents has no pictures.
  await expect.element(page.getByRole('button', { name: /Series of MR/ })).toBeVisible()
  expect(page.getByRole('button', { name: /Series of SR/ }).elements()).toHaveLength(0)
  const listing = asked.find(({ call }) => call === `GET ${root}/instances/`)
  expect(listing?.query.get('SOPClassUID')).toContain(`${classes}104.1`)
})

test('a report is read in the page, and nothing of it runs', async () => {
  const asked = serveStudy()
  await open()
  await documents()
    .getByRole('button', { name: /Radiology Report/ })
    .click()
  await expect.element(dialog().getByRole('heading', { name: 'Findings' })).toBeVisible()
  await expect.element(dialog().getByRole('listitem')).toHaveTextContent('Finding: No massNo bleeding')
  await expect.element(dialog().getByText('Not verified')).toBeVisible()
  expect(asked.find(({ call }) => call.includes('/7.1/rendered'))?.query.get('accept')).toBe('text/html')
  const { innerHTML } = dialog().element()
  expect(innerHTML).not.toMatch(/<script|<img|<a |onerror|onload|javascript:/)
  expect('ran' in (window.top ?? {})).toBe(false)
  expect(await axeHits()).toEqual([])
})

test('a PDF is drawn in the page and can be kept', async () => {
  const asked = serveStudy()
  await open()
  await documents()
    .getByRole('button', { name: /Letter/ })
    .click()
  await expect.element(dialog().getByRole('region', { name: 'Page 1 of 1' })).toHaveTextContent('Dear Ms. Abbott')
  await expect.element(dialog().getByRole('button', { name: 'Download the document' })).toBeVisible()
  expect(asked.find(({ call }) => call.includes('/7.2/rendered'))?.query.get('accept')).toBe('application/pdf')
})

test('a document that is not shown says why, and offers the download', async () => {
  serveStudy({ 'GET */7.2/rendered/': refused(422, 'This document could do more than be read.') })
  await open()
  await documents()
    .getByRole('button', { name: /Letter/ })
    .click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/could do more than be read/)
  await expect.element(dialog().getByRole('button', { name: 'Download the scan' })).toBeVisible()
})

test('a study that was closed meanwhile closes with its documents', async () => {
  serveStudy({ 'GET */7.1/rendered/': refused(404) })
  await open()
  await documents()
    .getByRole('button', { name: /Radiology Report/ })
    .click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
})

test('a list of documents that does not come says so and can be asked for again', async () => {
  let isDown = true
  serveStudy({ [`GET ${root}/instances/`]: () => (isDown ? refused(503) : ok([report])) })
  await open()
  await expect.element(page.getByText('The documents of this scan could not be loaded.')).toBeVisible()
  isDown = false
  await documents().getByRole('button', { name: 'Try again' }).click()
  await expect.element(documents().getByRole('button', { name: /Radiology Report/ })).toBeVisible()
})

test('without documents nothing is said of them', async () => {
  serveStudy({ [`GET ${root}/instances/`]: ok([]) })
  await open()
  await expect.element(page.getByRole('status').last()).toMatchTextContent(/Slice 2 of 2/)
  expect(documents().elements()).toHaveLength(0)
})
