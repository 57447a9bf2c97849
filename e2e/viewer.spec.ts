import {
  approveScanRequest,
  listMyScans,
  openStudy,
  requestAccess,
  revokeScanAccess,
  uploadForm,
} from '@fornix/contract'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { signInOperator, signInPatient } from './people.ts'

const password = 'Demo-portal-1!'
const eli = 'eli.novak@lakeview.example'
// Drawing in software on a busy machine.
const drawn = { timeout: 40_000 }

/** What the browser's console says of things that went wrong. */
const complaintsOf = (page: Page) => {
  const said: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|violat/i.test(message.text())) said.push(message.text())
  })
  page.on('pageerror', ({ message }) => said.push(message))
  return said
}

/** Opens a study of Ana's as the list does: by asking where its viewer is. */
const openAsPhysician = async (page: Page) => {
  await signInOperator(page, 'physician@northside.example')
  const token = await page.evaluate(() => sessionStorage.getItem('operator_token'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get('/api/dicomweb/studies/', { headers })
  const studies = (await answer.json()) as Record<string, { Value?: { Alphabetic?: string }[] & string[] }>[]
  const study = studies.find((tags) => tags['00100010']?.Value?.[0]?.Alphabetic === 'Ana Rivera')?.['0020000D']
    ?.Value?.[0]
  const opened = await page.request.post(openStudy.path.replace(':study', String(study)), { headers, data: {} })
  const { viewer } = (await opened.json()) as { viewer: string }
  await page.goto(viewer)
}
const place = (page: Page) => page.getByRole('main').getByRole('status')
const images = (page: Page) => page.getByRole('application')

test('a physician sees three planes and 3D, moves through them by keys and mouse, and changes the series', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  await openAsPhysician(page)
  await expect(place(page)).toHaveText(/Axial 19 of 36, coronal 68 of 135, sagittal 57 of 113\. Value \d+/, drawn)
  await expect(page.getByText('Ana Rivera')).toBeVisible()
  await expect(page.getByText('Not for diagnosis')).toBeVisible()
  await expect(page.locator('img')).toHaveCount(3)
  for (const thumbnail of await page.locator('img').all())
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)

  await expect(images(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  // To the right of the screen is to the left of the patient.
  await expect(place(page)).toHaveText(/Axial 20 of 36, coronal 69 of 135, sagittal 56 of 113/)
  await page.keyboard.press('3')
  await expect(page.getByRole('button', { name: /^Sagittal/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('End')
  await expect(place(page)).toHaveText(/sagittal 113 of 113/)
  await page.getByRole('button', { name: /^Axial/ }).click()
  // Radiological: what is on the left of the screen is on the right of the patient, where the voxels have the higher numbers.
  const { width: across = 0, height: down = 0 } = (await images(page).boundingBox()) ?? {}
  const sagittalAt = async (x: number) => {
    const before = await place(page).textContent()
    await images(page).click({ position: { x, y: down / 2 } })
    await expect(place(page)).not.toHaveText(before ?? '')
    return Number(/sagittal (\d+)/.exec((await place(page).textContent()) ?? '')?.[1])
  }
  expect(await sagittalAt(across * 0.4)).toBeGreaterThan(await sagittalAt(across * 0.6))

  const [level, width] = [page.getByLabel('Level'), page.getByLabel('Width')]
  await expect(level).toHaveValue('1000')
  await expect(width).toHaveValue('2000')
  await page.mouse.move(400, 400)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(340, 380, { steps: 5 })
  await page.mouse.up({ button: 'right' })
  await expect(width).not.toHaveValue('2000')
  await page.getByRole('button', { name: 'As recorded' }).click()
  await expect(width).toHaveValue('2000')
  await images(page).focus()
  await page.keyboard.press('r')
  await page.keyboard.press('n')
  await expect(page.getByRole('button', { name: /^AX T2/ })).toHaveAttribute('aria-current', 'true')
  await expect(level).toHaveValue('950', drawn)
  await expect(place(page)).toHaveText(/of 36/)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(complaints).toEqual([])
})

test('a finger sets the crosshair, draws it along, and works the buttons', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await openAsPhysician(page)
  await expect(place(page)).toHaveText(/Axial 19 of 36/, drawn)
  await page.getByRole('button', { name: /^Axial/ }).tap()
  await expect(page.getByRole('button', { name: /^Axial/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /^Next slice/ }).tap()
  await expect(place(page)).toHaveText(/Axial 20 of 36, coronal 68 of 135, sagittal 57 of 113/)

  await images(page).scrollIntoViewIfNeeded()
  const { x = 0, y = 0 } = (await images(page).boundingBox()) ?? {}
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: x + at, y: y + 150 }] : [] })
  await touch('touchStart', 120)
  await expect(place(page)).not.toHaveText(/coronal 68 of 135, sagittal 57 of 113/)
  const touched = (await place(page).textContent()) ?? ''
  for (const at of [150, 180, 210]) await touch('touchMove', at)
  await expect(place(page)).not.toHaveText(touched)
  await touch('touchEnd')
  await expect(place(page)).toHaveText(/Axial 20 of 36/)
})

test('without WebGL2 the server draws the slices, and an ended session comes back to them', async ({ page }) => {
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind === 'webgl2' ? null : getContext.call(this, kind as '2d', ...(rest as []))
    } as typeof getContext
  })
  const complaints = complaintsOf(page)
  await openAsPhysician(page)
  await expect(place(page)).toHaveText('AX T1, Slice 19 of 36')
  await expectAccessible(page)
  await images(page).focus()
  await page.keyboard.press('PageUp')
  await expect(place(page)).toHaveText('AX T1, Slice 24 of 36')
  await page.getByRole('slider', { name: 'Slice' }).fill('3')
  await expect(place(page)).toHaveText('AX T1, Slice 3 of 36')

  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.route('**/api/dicomweb/**', (route) => route.fulfill({ status: 401, json: {} }))
  await page.getByRole('button', { name: /^Next slice/ }).click()
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await expect(page.getByText('Ana Rivera')).toHaveCount(0)
  await page.unroute('**/api/dicomweb/**')
  await page.context().addCookies(cookies)
  await page.getByLabel('Email', { exact: true }).fill('physician@northside.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(place(page)).toHaveText('AX T1, Slice 19 of 36')
  // Its policy belongs to its document: that one must have begun here.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain('/viewer?')
  expect(complaints).toEqual([])
})

test('a patient opens a study once it is approved, and a revoked access ends at the next image', async ({
  page,
  request,
}) => {
  await signInPatient(page, eli)
  const token = await page.evaluate(() => sessionStorage.getItem('patient_token'))
  const patient = { headers: { authorization: `Bearer ${token}` } }
  const signedIn = await request.post('/admin/login/', { data: { username: 'admin@lakeview.example', password } })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const admin = { headers: { authorization: `Bearer ${access_token}` } }
  const list = await request.get(listMyScans.path.replace(':key', eli), patient)
  const { scans } = (await list.json()) as { scans: { study_UID: string }[] }
  const study = scans[0]?.study_UID ?? ''

  await page.goto(`/viewer?study=${study}`)
  await expect(page.getByRole('alert')).toContainText('This scan was not found, or you do not have access to it.')

  const form = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  const signed = await request.post(uploadForm.path.replace(':key', eli), {
    ...patient,
    multipart: {
      study_id: study,
      purposes: 'Personal Use',
      signature: 'Eli Novak',
      file: { name: 'AuthorizationForm', mimeType: 'application/pdf', buffer: form },
    },
  })
  expect(signed.status()).toBe(201)
  expect((await request.post(requestAccess.path, { ...patient, data: { studyId: study } })).ok()).toBe(true)
  const decision = { email: eli, studyId: study }
  expect((await request.post(approveScanRequest.path, { ...admin, data: decision })).ok()).toBe(true)

  await page.reload()
  await page.getByRole('button', { name: 'Show single slices instead' }).first().click()
  await expect(place(page)).toHaveText('AX T1, Slice 19 of 36')
  const revoked = await request.post(revokeScanAccess.path, { ...admin, data: { ...decision, reason: 'A test' } })
  expect(revoked.ok()).toBe(true)
  await page.getByRole('button', { name: /^Next slice/ }).click()
  await expect(page.getByRole('alert')).toContainText('This scan was not found, or you do not have access to it.')
  await expect(page.getByText('Eli Novak')).toHaveCount(0)
  await expect(page.locator('img')).toHaveCount(0)
})

test('where the clinic has another viewer, the study opens there', async ({ page }) => {
  const other = 'https://viewer.clinic.example/viewer'
  await page.route('**/scans/*/open/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), viewer: `${other}?token=vt.1` } })
  })
  await page.route(`${other}*`, (route) => route.fulfill({ body: 'The viewer of the clinic' }))
  await openAsPhysician(page)
  await expect(page.getByText('The viewer of the clinic')).toBeVisible()
  expect(page.url()).toBe(`${other}?token=vt.1`)
})
