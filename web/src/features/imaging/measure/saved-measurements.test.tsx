import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { ok, refused } from '../../../testing/serve.ts'
import { signIn } from '../../../testing/show.tsx'
import { viewSlices } from '../../../testing/viewer.ts'
import { button, drawByKeys, lineIn, list, open, path, press, saved, sent, serveStudy } from './saved-fixtures.tsx'

viewSlices()

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

test('what was loaded is still kept, and can be reported, if it cannot be loaded again', async () => {
  let isDown = false
  const asked = serveStudy(
    {},
    {
      [`GET ${path}`]: () => (isDown ? refused(503) : ok({ shapes: [lineIn('9.1', '8.2', 5)], reports: [] })),
      [`POST ${path}report/`]: () => {
        isDown = true
        return ok({ report_id: '01930000-0000-7000-8000-000000000001', series: '2.25.1', instance: '2.25.2' })
      },
    },
  )
  await open()
  await saved().getByRole('button', { name: 'Save as report' }).click()
  await press('Save report')
  await expect.poll(() => sent(asked, `GET ${path}`).length).toBeGreaterThan(1)
  // The keys are the viewer's again once the dialog is gone.
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await drawByKeys()
  await expect.poll(() => sent(asked, `POST ${path}`).length).toBe(1)
  await expect.element(saved()).toMatchTextContent(/2 measurements of yours in this scan, saved\./)
  await expect.element(saved().getByRole('button', { name: 'Save as report' })).toBeVisible()
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

test('a patient is not asked about them, and asks for none', async () => {
  signIn('Patient')
  const asked = serveStudy({ shapes: [lineIn('9.1', '8.2', 5)] })
  await open()
  expect(saved().query()).toBeNull()
  expect(asked.filter(({ call }) => call.includes('measurements'))).toEqual([])
})
