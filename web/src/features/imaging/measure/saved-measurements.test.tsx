import { maxMeasurements } from '@fornix/contract'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { type Answers, ok, refused, type Sent, serve } from '../../../testing/serve.ts'
import { show, signIn } from '../../../testing/show.tsx'
import { picture, place, viewSlices } from '../../../testing/viewer.ts'
import { dot, sliceTags, tag } from '../image-fixtures.ts'
import { ViewerPage } from '../ViewerPage.tsx'

const study = '1.2.3'
const path = `/scans/${study}/measurements/`
const opened = {
  viewer: '/viewer',
  study_UID: study,
  study_date: '20260910',
  scan_type: 'MR of the head',
  patient_name: 'Amara Abbott',
  record: { patient_id: 'P-1', dob: '04-17-1986', mrn_number: 'MRN-501' },
}
const series = (uid: string, number: number) => ({
  '0020000E': tag(uid),
  '00200011': tag(number),
  '0008103E': tag(`AX ${number}`),
  '00080060': tag('MR'),
  '00201209': tag(3),
})
const whole = (n: number) =>
  sliceTags(n, { '00280002': [1], '00280100': [16], '00280101': [16], '00280102': [15], '00280103': [0] })
const values = Uint16Array.from({ length: 64 * 48 }, () => 500)

const lineIn = (series: string, instance: string, length: number) => ({
  series,
  instance,
  frame: 1,
  shape: 'length',
  points: [
    { x: 10, y: 10 },
    { x: 10 + length, y: 10 },
  ],
})
type Line = ReturnType<typeof lineIn>
const colleague = {
  report_id: '01930000-0000-7000-8000-000000000001',
  author: 'Zoë Núñez',
  is_own: false,
  saved_at: '2026-11-23T20:15:00Z',
  shapes: [lineIn('9.1', '8.2', 5)],
}
const serveStudy = (kept: object, change: Answers = {}) =>
  serve({
    'POST */open/': ok(opened),
    'GET */series/': ok([series('9.1', 1), series('9.2', 2)]),
    [`GET /api/dicomweb/studies/${study}/instances/`]: ok([]),
    'GET */instances/': ok([1, 2, 3].map((n) => whole(n))),
    'GET */metadata/': ok([whole(2)]),
    'GET */rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
    'GET */frames/1/': () => new Response(values.slice()),
    [`GET ${path}`]: ok({ shapes: [], reports: [], ...kept }),
    [`POST ${path}`]: ok(),
    [`DELETE ${path}`]: ok(),
    ...change,
  })

viewSlices()

const list = () => page.getByRole('region', { name: 'Measurements' })
const saved = () => page.getByRole('group', { name: 'Saved measurements' })
const button = (name: string) => page.getByRole('button', { name })
const open = async () => {
  await show(<ViewerPage />, { at: `/viewer?study=${study}&seriesId=9.1`, scheme: 'dark' })
  await expect.element(place()).toMatchTextContent(/AX 1, Slice 2 of 3/)
}
const drawByKeys = async () => {
  picture().element().focus()
  await userEvent.keyboard('l{Enter}{Shift>}{ArrowRight}{/Shift}{Enter}{Escape}')
}
/** By its key: tests have dialogs where they are called from, which may be beside the screen. */
const press = async (name: string) => {
  ;(page.getByRole('dialog').getByRole('button', { name, exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}
const sent = (asked: ReturnType<typeof serve>, call: string) => asked.filter((one) => one.call === call)

test('what was measured before is there, with what is drawn now, and every change is kept', async () => {
  const asked = serveStudy({ shapes: [lineIn('9.1', '8.2', 5), lineIn('9.2', '8.9', 5)] })
  await open()
  await expect.element(list().getByRole('listitem')).toMatchTextContent(/^Length 20\.0 mm, slice 2$/)
  await expect.element(saved()).toMatchTextContent(/2 measurements of yours in this scan, saved\. Only you see them\./)
  await drawByKeys()
  await expect.element(list().getByRole('listitem')).toHaveLength(2)
  await expect.poll(() => sent(asked, `POST ${path}`).length).toBe(1)
  const shapes = sent(asked, `POST ${path}`)[0]?.body?.['shapes']
  expect(shapes).toEqual([
    lineIn('9.1', '8.2', 5),
    lineIn('9.2', '8.9', 5),
    {
      ...lineIn('9.1', '8.2', 10),
      points: [
        { x: 32, y: 24 },
        { x: 42, y: 24 },
      ],
    },
  ])
  await button('Remove: Length 20.0 mm, slice 2').click()
  await expect.poll(() => sent(asked, `POST ${path}`).length).toBe(2)
  expect(sent(asked, `POST ${path}`)[1]?.body?.['shapes']).toHaveLength(2)
  expect(await axeHits()).toEqual([])
})

test('what is there is never replaced before it has come', async () => {
  let isDown = true
  const asked = serveStudy(
    {},
    {
      [`GET ${path}`]: () => (isDown ? refused(503) : ok({ shapes: [lineIn('9.1', '8.1', 5)], reports: [] })),
    },
  )
  await open()
  await expect.element(saved()).toMatchTextContent(/could not be loaded\. What you measure now is not kept/)
  await drawByKeys()
  await expect.element(list().getByRole('listitem')).toHaveLength(1)
  expect(sent(asked, `POST ${path}`)).toEqual([])
  isDown = false
  await saved().getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => sent(asked, `POST ${path}`).length).toBe(1)
  expect(sent(asked, `POST ${path}`)[0]?.body?.['shapes']).toHaveLength(2)
})

test('a change that could not be saved says so, and is saved when it is tried again', async () => {
  let isDown = true
  const asked = serveStudy({}, { [`POST ${path}`]: () => (isDown ? refused(503) : ok()) })
  await open()
  await drawByKeys()
  await expect.element(saved()).toMatchTextContent(/Your last change is not saved yet/)
  isDown = false
  await saved().getByRole('button', { name: 'Try again' }).click()
  await expect.element(saved()).toMatchTextContent(/1 measurement of yours in this scan, saved\. Only you see it\./)
  expect(sent(asked, `POST ${path}`)).toHaveLength(2)
})

test('all of them become a report with the numbers that were seen, also those of another series', async () => {
  const ellipse = {
    ...lineIn('9.1', '8.2', 8),
    shape: 'ellipse',
    points: [
      { x: 10, y: 10 },
      { x: 18, y: 20 },
    ],
  }
  let reports: object[] = []
  const asked = serveStudy(
    {},
    {
      [`GET ${path}`]: () => ok({ shapes: [ellipse, lineIn('9.2', '8.3', 5)], reports }),
      [`POST ${path}report/`]: () => {
        reports = [{ ...colleague, author: 'Pat Physician', is_own: true }]
        return ok({ report_id: colleague.report_id, series: '2.25.1', instance: '2.25.2' })
      },
    },
  )
  await open()
  const documents = () => asked.filter(({ query }) => query.get('SOPClassUID')?.includes('88.33')).length
  const before = documents()
  await saved().getByRole('button', { name: 'Save as report' }).click()
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog)
    .toMatchTextContent(
      /2 measurements will be saved .* not verified\. Staff can read it\. The patient cannot, unless a physician lets them\./,
    )
  expect(await axeHits()).toEqual([])
  await press('Save report')
  await expect.element(saved()).toMatchTextContent(/Saved as a report\. It is among the documents/)
  expect(sent(asked, `POST ${path}report/`)[0]?.body).toEqual({
    shapes: [
      {
        ...ellipse,
        numbers: [
          { of: 'area', value: expect.closeTo(Math.PI * 20 * 16, 6), unit: 'mm2' },
          { of: 'mean', value: 500, unit: '' },
          { of: 'deviation', value: 0, unit: '' },
          { of: 'least', value: 500, unit: '' },
          { of: 'most', value: 500, unit: '' },
        ],
        note: '',
      },
      { ...lineIn('9.2', '8.3', 5), numbers: [{ of: 'length', value: 20, unit: 'mm' }], note: '' },
    ],
  })
  expect(documents()).toBeGreaterThan(before)
  // Once more: it says what it replaces.
  await saved().getByRole('button', { name: 'Save as report' }).click()
  await expect.element(dialog).toMatchTextContent(/It replaces your report of Nov 23, 2026/)
})

test('a report that the archive does not take leaves everything, with its sentence', async () => {
  serveStudy(
    { shapes: [lineIn('9.1', '8.2', 5)] },
    { [`POST ${path}report/`]: refused(409, 'The archive did not take it.') },
  )
  await open()
  await saved().getByRole('button', { name: 'Save as report' }).click()
  await press('Save report')
  await expect.element(page.getByRole('dialog').getByRole('alert')).toMatchTextContent('The archive did not take it.')
  await press('Cancel')
  await expect.element(list().getByRole('listitem')).toHaveLength(1)
})

test('those of a colleague are shown when asked for, with the name, and cannot be changed', async () => {
  const asked = serveStudy({ reports: [colleague] })
  await open()
  expect(list().query()).toBeNull()
  const box = saved().getByRole('checkbox', { name: /^Show the report of Zoë Núñez, .* \(1 measurement\)$/ })
  await box.click()
  const item = list().getByRole('listitem')
  await expect.element(item).toMatchTextContent(/^Length 20\.0 mm, slice 2, by Zoë Núñez$/)
  expect(item.getByRole('button').elements()).toHaveLength(1)
  await item.getByRole('button').click()
  expect(picture().element().querySelector('[data-point]')).toBeNull()
  picture().element().focus()
  await userEvent.keyboard('{Delete}')
  await expect.element(item).toHaveLength(1)
  expect(asked.filter(({ call }) => /^(POST|DELETE) .*measurements/.test(call))).toEqual([])
  await box.click()
  await expect.element(list()).not.toBeInTheDocument()
})

test('a physician lets the patient read one report after a question, and takes it back at once', async () => {
  let is_released = false
  const release = `${path}report/${colleague.report_id}/release/`
  const asked = serveStudy(
    {},
    {
      [`GET ${path}`]: () => ok({ shapes: [], reports: [{ ...colleague, is_released }] }),
      [`POST ${release}`]: () => {
        is_released = true
        return ok()
      },
      [`DELETE ${release}`]: () => {
        is_released = false
        return ok()
      },
    },
  )
  await open()
  const ask = saved().getByRole('button', { name: /^Let the patient read it: Zoë Núñez, Nov 23, 2026/ })
  await ask.click()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent(
      /Amara Abbott will be able to read the report of Zoë Núñez of Nov 23, 2026.* once this scan is open to them/,
    )
  expect(await axeHits()).toEqual([])
  expect(sent(asked, `POST ${release}`)).toEqual([])
  await press('Let them read it')
  await expect.element(saved()).toMatchTextContent(/The patient can read this report once the scan is open to them\./)
  await saved()
    .getByRole('button', { name: /^Take it back/ })
    .click()
  await expect.element(ask).toBeVisible()
  expect(sent(asked, `DELETE ${release}`)).toHaveLength(1)
  expect(sent(asked, `POST ${release}`)).toMatchObject([{ body: { patient: 'P-1' } }])
})

test('a scan that went to another patient meanwhile is released to them only after their name is shown', async () => {
  const release = `${path}report/${colleague.report_id}/release/`
  let now = opened
  const moved = 'This scan belongs to another patient now, and nothing was released.'
  const asked = serveStudy(
    { reports: [colleague] },
    {
      'POST */open/': () => ok(now),
      [`POST ${release}`]: (request) => {
        if ((request.body as { patient: string }).patient === now.record.patient_id) return ok()
        return refused(409, moved, { code: 'stale' })
      },
    },
  )
  await open()
  await saved()
    .getByRole('button', { name: /^Let the patient read it/ })
    .click()
  now = { ...opened, patient_name: 'Ben Bower', record: { ...opened.record, patient_id: 'P-2' } }
  await press('Let them read it')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(moved)
  await expect.element(dialog).toMatchTextContent(/Ben Bower will be able to read the report/)
  await press('Let them read it')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(asked, `POST ${release}`)).toMatchObject([{ body: { patient: 'P-1' } }, { body: { patient: 'P-2' } }])
})

test('what could not be released says so, and stays as it was', async () => {
  const release = `${path}report/${colleague.report_id}/release/`
  serveStudy({ reports: [colleague] }, { [`POST ${release}`]: refused(409, 'This scan has no patient yet.') })
  await open()
  await saved()
    .getByRole('button', { name: /^Let the patient read it/ })
    .click()
  await press('Let them read it')
  await expect.element(page.getByRole('dialog').getByRole('alert')).toMatchTextContent('This scan has no patient yet.')
  await press('Cancel')
  await expect.element(saved().getByRole('button', { name: /^Let the patient read it/ })).toBeVisible()
})

test('a nurse reads whether it is released, and changes nothing', async () => {
  signIn('Nurse')
  serveStudy({ reports: [{ ...colleague, is_released: true }] })
  await open()
  await expect.element(saved()).toMatchTextContent(/The patient can read this report/)
  expect(
    saved()
      .getByRole('button', { name: /Let the patient|Take it back/ })
      .query(),
  ).toBeNull()
})

test('all of one’s own are deleted after a question', async () => {
  const asked = serveStudy({ shapes: [lineIn('9.1', '8.2', 5), lineIn('9.2', '8.9', 5)] })
  await open()
  await saved().getByRole('button', { name: 'Delete mine' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent(/Delete 2 measurements of yours in this scan\? Saved reports stay\./)
  await press('Delete')
  await expect.poll(() => sent(asked, `DELETE ${path}`).length).toBe(1)
  await expect.element(list()).not.toBeInTheDocument()
  await expect.element(saved()).not.toBeInTheDocument()
})

/** Keeps what it is sent, as the server does: `elsewhere` is what another window of the same person sends. */
const keeping = (...before: Line[]) => {
  let [shapes, version] = [before, 0]
  const saved_at = () => (shapes.length > 0 ? `2026-11-23T20:15:00.${version}Z` : null)
  const put = (next: Line[]) => {
    shapes = next
    version += 1
    return ok({ message: 'ok', saved_at: saved_at() })
  }
  const take = ({ body }: Sent) => {
    const base = body?.['saved_at']
    if (base !== undefined && base !== saved_at()) return refused(409, 'Changed elsewhere.', { code: 'stale' })
    return put((body?.['shapes'] as Line[] | undefined) ?? [])
  }
  return {
    elsewhere: (...next: Line[]) => void put(next),
    lengths: () => shapes.map(({ points: [from, to] }) => (to?.x ?? 0) - (from?.x ?? 0)).toSorted((a, b) => a - b),
    answers: {
      [`GET ${path}`]: () => ok({ shapes, saved_at: saved_at(), reports: [] }),
      [`POST ${path}`]: take,
      [`DELETE ${path}`]: take,
    },
  }
}
const line = (length: number) => lineIn('9.1', '8.2', length)
const items = () => list().getByRole('listitem')

test('lines drawn in two windows are all kept, and a window shows those of the other once it has saved', async () => {
  const { answers, elsewhere, lengths } = keeping()
  serveStudy({}, answers)
  await open()
  elsewhere(line(3), line(4), line(5))
  await drawByKeys()
  await expect.element(saved()).toMatchTextContent(/4 measurements of yours in this scan, saved\./)
  expect(lengths()).toEqual([3, 4, 5, 10])
  await expect.element(items()).toHaveLength(4)
  // Again: what it is based on now is what it saved.
  elsewhere(line(3), line(4), line(5), line(6), line(10))
  await button('Remove: Length 16.0 mm, slice 2').click()
  await expect.poll(lengths).toEqual([3, 5, 6, 10])
  await expect.element(items()).toHaveLength(4)
})

test('what another window removed stays removed when this one draws the next line', async () => {
  const { answers, elsewhere, lengths } = keeping(line(3), line(4), line(4))
  serveStudy({}, answers)
  await open()
  await expect.element(items()).toHaveLength(3)
  elsewhere(line(4))
  await drawByKeys()
  await expect.poll(lengths).toEqual([4, 10])
  await expect.element(items()).toHaveLength(2)
})

test('changes that follow each other at once keep what came from another window with the first of them', async () => {
  const { answers, elsewhere, lengths } = keeping()
  serveStudy({}, answers)
  await open()
  elsewhere(line(3))
  picture().element().focus()
  await userEvent.keyboard('l{Enter}{ArrowRight}{Enter}{Enter}{ArrowRight}{ArrowRight}{Enter}{Escape}')
  await expect.element(saved()).toMatchTextContent(/3 measurements of yours in this scan, saved\./)
  expect(lengths()).toEqual([1, 2, 3])
})

test('a save whose answer was lost is not doubled by the next one', async () => {
  const { answers, lengths } = keeping()
  let isLost = true
  const post = answers[`POST ${path}`]
  serveStudy(
    {},
    {
      ...answers,
      [`POST ${path}`]: (request) => {
        const answer = post?.(request) ?? refused(404)
        return isLost ? 'no network' : answer
      },
    },
  )
  await open()
  await drawByKeys()
  await expect.element(saved()).toMatchTextContent(/Your last change is not saved yet/)
  isLost = false
  await saved().getByRole('button', { name: 'Try again' }).click()
  await expect.element(saved()).toMatchTextContent(/1 measurement of yours in this scan, saved\./)
  expect(lengths()).toEqual([10])
})

test('“Delete mine” deletes what this window has shown, and shows what another one had added', async () => {
  const { answers, elsewhere, lengths } = keeping(line(3))
  serveStudy({}, answers)
  await open()
  await expect.element(items()).toHaveLength(1)
  elsewhere(line(3), line(4), line(5))
  await saved().getByRole('button', { name: 'Delete mine' }).click()
  await press('Delete')
  await expect.poll(lengths).toEqual([4, 5])
  await expect.element(items()).toHaveLength(2)
})

test('more than there may be, of two windows together, says that some have to go', async () => {
  const { answers, elsewhere, lengths } = keeping()
  const post = answers[`POST ${path}`]
  const isTooMuch = ({ body }: Sent) => Array.isArray(body?.['shapes']) && body['shapes'].length > maxMeasurements
  serveStudy(
    {},
    {
      ...answers,
      [`POST ${path}`]: (request) => (isTooMuch(request) ? refused(400) : (post?.(request) ?? refused(404))),
    },
  )
  await open()
  elsewhere(...Array.from({ length: maxMeasurements }, (_, n) => line(20 + n / 10)))
  await drawByKeys()
  await expect.element(saved()).toMatchTextContent(/201 measurements .* not saved, because 200 is the most\. Remove 1/)
  await button('Remove: Length 80.0 mm, slice 2').click()
  await expect.element(saved()).toMatchTextContent(/You have 200 measurements in this scan, which is the most/)
  expect(lengths()).toHaveLength(maxMeasurements)
})

test('a patient is not asked about them, and asks for none', async () => {
  signIn('Patient')
  const asked = serveStudy({ shapes: [lineIn('9.1', '8.2', 5)] })
  await open()
  expect(saved().query()).toBeNull()
  expect(asked.filter(({ call }) => call.includes('measurements'))).toEqual([])
})
