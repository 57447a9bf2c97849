import { fillPath, getPatientInfo, openStudy } from '@fornix/contract'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { comparedStudies, moved } from './compared-phantoms.ts'
import { newPatient, signInOperator } from './people.ts'
import { spotsIn } from './pixels.ts'
import { adminToken, sendAs } from './studies.ts'

const side = (page: Page, which: 'First' | 'Second') => page.getByRole('region', { name: new RegExp(`^${which}:`) })
const picture = (page: Page, which: 'First' | 'Second') => side(page, which).getByRole('application')

/** What is as good as white. */
const whiteOf = async (page: Page, which: 'First' | 'Second') => {
  const [white] = await spotsIn(picture(page, which), [245, 255])
  return white!
}

/** A patient of whom two days have arrived, as a physician opens the first of them. */
const openFirst = async (page: Page, request: APIRequestContext) => {
  const token = await adminToken(request)
  const { email } = await newPatient(request)
  const answer = await request.get(fillPath(getPatientInfo.path, { key: email }), {
    headers: { authorization: `Bearer ${token}` },
  })
  const { patient } = (await answer.json()) as {
    patient: { patient_id: string; first_name: string; last_name: string }
  }
  const studies = comparedStudies({ id: patient.patient_id, name: `${patient.last_name}^${patient.first_name}` })
  for (const { files } of [studies.first, studies.second]) await sendAs(request, token, files)
  await signInOperator(page, 'physician@northside.example')
  const headers = { authorization: `Bearer ${await page.evaluate(() => sessionStorage.getItem('operator_token'))}` }
  const open = fillPath(openStudy.path, { study: studies.first.studyUid })
  await expect
    .poll(async () => {
      const opened = await page.request.post(open, { headers, data: {} })
      return opened.ok() && ((await opened.json()) as { record: unknown }).record !== null
    })
    .toBe(true)
  await page.goto(`/viewer?study=${studies.first.studyUid}`)
}

test('two series are linked by place, two days are aligned and laid over each other: read from the pixels', async ({
  page,
  request,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|violat/i.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  await openFirst(page, request)
  await page.getByRole('button', { name: 'Compare with another series or date' }).click()
  await page.getByLabel('Scan (second)').selectOption({ label: 'This scan, Mar 1, 2026, Brain MRI' })
  await expect(side(page, 'First')).toContainText(/First: Axial \d+ of 24/)
  await expect(side(page, 'Second')).toContainText(/Second: Axial \d+ of 38/)
  await expect(page.getByText('Linked in mm: both sides show the same place.')).toBeVisible()

  // The ball reaches from -2 to 30 mm. In both it is at the patient's left, which is at the right of the screen.
  await picture(page, 'First').focus()
  await page.keyboard.press('Home')
  await expect(side(page, 'First')).toContainText(/Axial 1 of 24/)
  await expect(side(page, 'Second')).toContainText(/Axial [12] of 38/)
  for (const which of ['First', 'Second'] as const) expect((await whiteOf(page, which)).count).toBe(0)
  for (let n = 0; n < 3; n++) await page.keyboard.press('PageUp')
  for (const which of ['First', 'Second'] as const) {
    await expect(side(page, which)).toContainText(/S 2[01]\.0 mm/)
    await expect.poll(async () => (await whiteOf(page, which)).count).toBeGreaterThan(50)
    expect((await whiteOf(page, which)).x).toBeGreaterThan(0.2)
  }
  // Beyond the last slice of the other one nothing is pretended.
  await picture(page, 'Second').focus()
  await page.keyboard.press('End')
  await expect(side(page, 'First')).toContainText('is outside these images')
  await page.keyboard.press('PageDown')
  await expect(side(page, 'First')).not.toContainText('is outside these images')

  const address = page.url()
  await page.reload()
  await expect(side(page, 'Second')).toContainText(/Second: Axial \d+ of 38/)
  expect(page.url()).toBe(address)

  await page.getByLabel('Scan (second)').selectOption({ label: 'Oct 20, 2026, Brain MRI' })
  await expect(side(page, 'Second')).toContainText(/Second: Axial \d+ of 30/)
  await expect(page.getByText('These are not in the same coordinates.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Overlay the second scan' })).toBeDisabled()
  await page.getByRole('button', { name: 'Align the second with the first' }).click()
  await expect(page.getByText('Aligned by the computer. Check it.')).toBeVisible()
  const said = (await page.getByRole('group', { name: 'Align' }).textContent()) ?? ''
  const [, mm = 0, degrees = 0] = (/moved by ([\d.]+) mm .* turned by ([\d.]+)°/.exec(said) ?? []).map(Number)
  expect(Math.abs(mm - Math.hypot(...moved.mm))).toBeLessThan(1)
  expect(Math.abs(degrees - moved.degrees)).toBeLessThan(1)
  await expect(side(page, 'Second')).toContainText(/Second: Axial \d+ of 24/)

  // At the ball of the first, which the second has there only since it was moved back.
  await picture(page, 'First').focus()
  await page.keyboard.press('Home')
  for (let n = 0; n < 3; n++) await page.keyboard.press('PageUp')
  await expect.poll(async () => (await whiteOf(page, 'First')).count).toBeGreaterThan(50)
  const own = await whiteOf(page, 'First')
  await page.getByRole('switch', { name: 'Overlay the second scan' }).click()
  await picture(page, 'First').focus()
  await page.keyboard.press('b')
  await page.keyboard.press('b')
  await expect(page.getByText('Shown: second only')).toBeVisible()
  const over = await whiteOf(page, 'First')
  await page.keyboard.press('b')
  await expect(page.getByText('Shown: first only')).toBeVisible()
  const under = await whiteOf(page, 'First')
  expect(own.count).toBeGreaterThan(50)
  expect(Math.abs(over.x - under.x)).toBeLessThan(0.03)
  expect(Math.abs(over.y - under.y)).toBeLessThan(0.03)
  expect(over.count / under.count).toBeGreaterThan(0.6)
  expect(over.count).not.toBe(under.count)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  expect(complaints).toEqual([])
})
