import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { ok, refused, stale } from '../../../testing/serve.ts'
import { signIn } from '../../../testing/show.tsx'
import { picture, viewSlices } from '../../../testing/viewer.ts'
import { colleague, lineIn, list, open, opened, path, press, saved, sent, serveStudy } from './saved-fixtures.tsx'

viewSlices()

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
  const ask = saved().getByRole('button', { name: /^Share with the patient: Zoë Núñez, Nov 23, 2026/ })
  await ask.click()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent(
      /Amara Abbott will be able to read the report of Zoë Núñez of Nov 23, 2026.* once this scan is open to them/,
    )
  expect(await axeHits()).toEqual([])
  expect(sent(asked, `POST ${release}`)).toEqual([])
  await press('Share report')
  await expect.element(saved()).toMatchTextContent(/The patient can read this report once the scan is open to them\./)
  await saved()
    .getByRole('button', { name: /^Stop sharing/ })
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
        return stale({}, moved)
      },
    },
  )
  await open()
  await saved()
    .getByRole('button', { name: /^Share with the patient/ })
    .click()
  now = { ...opened, patient_name: 'Ben Bower', record: { ...opened.record, patient_id: 'P-2' } }
  await press('Share report')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(moved)
  await expect.element(dialog).toMatchTextContent(/Ben Bower will be able to read the report/)
  await press('Share report')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(asked, `POST ${release}`)).toMatchObject([{ body: { patient: 'P-1' } }, { body: { patient: 'P-2' } }])
})

test('what could not be released says so, and stays as it was', async () => {
  const release = `${path}report/${colleague.report_id}/release/`
  serveStudy({ reports: [colleague] }, { [`POST ${release}`]: refused(409, 'This scan has no patient yet.') })
  await open()
  await saved()
    .getByRole('button', { name: /^Share with the patient/ })
    .click()
  await press('Share report')
  await expect.element(page.getByRole('dialog').getByRole('alert')).toMatchTextContent('This scan has no patient yet.')
  await press('Cancel')
  await expect.element(saved().getByRole('button', { name: /^Share with the patient/ })).toBeVisible()
})

test('a release whose response was lost is shown as it is', async () => {
  let is_released = false
  serveStudy(
    {},
    {
      [`GET ${path}`]: () => ok({ shapes: [], reports: [{ ...colleague, is_released }] }),
      [`POST ${path}report/${colleague.report_id}/release/`]: () => {
        is_released = true
        return 'no network'
      },
    },
  )
  await open()
  await saved()
    .getByRole('button', { name: /^Share with the patient/ })
    .click()
  await press('Share report')
  await expect.element(saved()).toMatchTextContent(/The patient can read this report/)
})

test('a nurse reads whether it is released, and changes nothing', async () => {
  signIn('Nurse')
  serveStudy({ reports: [{ ...colleague, is_released: true }] })
  await open()
  await expect.element(saved()).toMatchTextContent(/The patient can read this report/)
  expect(
    saved()
      .getByRole('button', { name: /Share with the patient|Stop sharing/ })
      .query(),
  ).toBeNull()
})
