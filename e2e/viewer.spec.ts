import {
  approveScanRequest,
  listMyScans,
  openStudy,
  requestAccess,
  revokeScanAccess,
  uploadForm,
} from '@fornix/contract'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { shiftOf } from './layout-shift.ts'
import { onePage } from './pdf.ts'
import { anyLetters, signInOperator, signInPatient } from './people.ts'
import { phantomStudy } from './phantoms.ts'
import { spotsIn } from './pixels.ts'
import { adminToken, sendAs, viewerOfOwn } from './studies.ts'

const password = 'Demo-portal-1!'
const eli = 'eli.novak@lakeview.example'

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
const openAsPhysician = (page: Page) =>
  signInOperator(page, 'physician@northside.example', async (token) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.get('/api/dicomweb/studies/', { headers })
    const studies = (await answer.json()) as Record<string, { Value?: { Alphabetic?: string }[] & string[] }>[]
    const study = studies.find((tags) => tags['00100010']?.Value?.[0]?.Alphabetic === 'Rivera^Ana')?.['0020000D']
      ?.Value?.[0]
    const opened = await page.request.post(openStudy.path.replace(':study', String(study)), { headers, data: {} })
    const { viewer } = (await opened.json()) as { viewer: string }
    return viewer
  })
const place = (page: Page) => page.getByRole('main').getByRole('status')
const images = (page: Page) => page.getByRole('application')

test('a physician sees three planes and 3D, moves through them by keys and mouse, and changes the series', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  await openAsPhysician(page)
  await expect(place(page)).toHaveText(/Axial 19 of 36, coronal 68 of 135, sagittal 57 of 113\. Value \d+/)
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
  await expect(level).toHaveValue('950')
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
  await expect(place(page)).toHaveText(/Axial 19 of 36/)
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

test('a patient on a phone leafs with one finger, enlarges with two, and reads what is seen', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const ana = 'ana.rivera@northside.example'
  await signInPatient(page, ana, undefined, (token) => viewerOfOwn(page.request, ana, token))
  await expect(place(page)).toHaveText('AX T1, Slice 19 of 36, at H 2.5 mm')
  await expect(page.locator('kbd').first()).toBeHidden()
  await expect(page.getByText(/^Swipe up or down/)).toBeVisible()

  const { x = 0, y = 0 } = (await images(page).boundingBox()) ?? {}
  const hand = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [across: number, down: number][]) =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([across, down], id) => ({ x: x + across, y: y + down, id })),
    })
  await touch('touchStart', [200, 200])
  await touch('touchMove', [200, 164])
  await touch('touchEnd')
  await expect(place(page)).toHaveText(/Slice 22 of 36/)
  const widthOf = async () => (await images(page).getByRole('img').boundingBox())?.width ?? 0
  const before = await widthOf()
  await touch('touchStart', [150, 200], [250, 200])
  await touch('touchMove', [100, 200], [300, 200])
  await touch('touchEnd')
  await expect.poll(async () => (await widthOf()) / before).toBeCloseTo(2, 1)
  await expect(place(page)).toHaveText(/Slice 22 of 36/)
  await page.getByRole('button', { name: /^Reset/ }).tap()
  await expect(place(page)).toHaveText(/Slice 19 of 36/)

  await page.getByText('What am I seeing?').tap()
  await expect(page.getByText(/The right side of the body is on the left of the picture/)).toBeVisible()
  await page.getByRole('button', { name: 'More controls' }).tap()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save this picture/ }).tap()
  expect((await saving).suggestedFilename()).toBe('ax-t1-19.png')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('what a patient taps on a phone stays in place while the first picture comes', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const listed = Promise.withResolvers<void>()
  await page.route(/\/series\/[^/]+\/instances\//, async (route) => {
    await listed.promise
    await route.continue()
  })
  const ana = 'ana.rivera@northside.example'
  await signInPatient(page, ana, undefined, (token) => viewerOfOwn(page.request, ana, token))
  await expect(page.getByText('Loading the image…')).toBeVisible()
  const next = page.getByRole('button', { name: /^Next slice/ })
  await expect(next).toBeVisible()
  const [before, shifted] = [await next.boundingBox(), await shiftOf(page)]
  listed.resolve()
  await expect(place(page)).toHaveText('AX T1, Slice 19 of 36, at H 2.5 mm')
  expect(await next.boundingBox()).toEqual(before)
  expect((await shiftOf(page)) - shifted).toBeLessThan(0.05)
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
  await expect(place(page)).toHaveText(/^AX T1, Slice 19 of 36/)
  await expectAccessible(page)
  await images(page).focus()
  await page.keyboard.press('PageUp')
  await expect(place(page)).toHaveText(/^AX T1, Slice 24 of 36/)
  await page.getByRole('slider', { name: 'Slice' }).fill('3')
  await expect(place(page)).toHaveText(/^AX T1, Slice 3 of 36/)

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
  await expect(place(page)).toHaveText(/^AX T1, Slice 19 of 36/)
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

  const signed = await request.post(uploadForm.path.replace(':key', eli), {
    ...patient,
    multipart: {
      study_id: study,
      purposes: 'Personal Use',
      signature: 'Eli Novak',
      file: { name: 'AuthorizationForm', mimeType: 'application/pdf', buffer: onePage() },
    },
  })
  expect(signed.status()).toBe(201)
  expect((await request.post(requestAccess.path, { ...patient, data: { studyId: study } })).ok()).toBe(true)
  const decision = { email: eli, studyId: study }
  expect((await request.post(approveScanRequest.path, { ...admin, data: decision })).ok()).toBe(true)

  await page.reload()
  await page.getByRole('button', { name: 'Show single slices instead' }).first().click()
  await expect(place(page)).toHaveText(/^AX T1, Slice 19 of 36/)
  await expect(page.getByText('Eli Novák')).not.toHaveCount(0)
  const revoked = await request.post(revokeScanAccess.path, { ...admin, data: { ...decision, reason: 'A test' } })
  expect(revoked.ok()).toBe(true)
  await page.getByRole('button', { name: /^Next slice/ }).click()
  await expect(page.getByRole('alert')).toContainText('This scan was not found, or you do not have access to it.')
  await expect(page.getByText('Eli Novák')).toHaveCount(0)
  await expect(page.locator('img')).toHaveCount(0)
})

test('where the clinic has another viewer, the study opens there', async ({ page }) => {
  const other = 'https://viewer.clinic.example/viewer'
  await page.route('**/scans/*/open/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), viewer: `${other}?token=vt.1` } })
  })
  const body = '<h1>The viewer of the clinic</h1>'
  await page.route(`${other}*`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await openAsPhysician(page)
  await expect(page.getByText('The viewer of the clinic')).toBeVisible()
  expect(page.url()).toBe(`${other}?token=vt.1`)
})

const openPhantom = async (request: APIRequestContext, page: Page) => {
  const { studyUid, files } = phantomStudy({ id: anyLetters(), name: 'Phantom^Test' })
  await sendAs(request, await adminToken(request), files)
  await signInOperator(page, 'physician@northside.example', `/viewer?study=${studyUid}`)
}

const spotsOf = async (page: Page) => {
  const [white, gray] = await spotsIn(images(page), [250, 255], [115, 140])
  return { white: white!, gray: gray! }
}

test('nothing is mirrored, inverted or squashed: known sides, read from the pixels of the canvas', async ({
  page,
  request,
}) => {
  await openPhantom(request, page)
  await test.step('every time of a series and every plane of a localizer is reached, and said', async () => {
    await page.getByRole('button', { name: /^Times/ }).click()
    await expect(page.getByText('12 of 36 images: time 1 of 3')).toBeVisible()
    await expect(place(page)).toHaveText(/^time 1 of 3\..*Value 246/)
    await page.getByRole('slider', { name: 'Step' }).fill('3')
    await expect(place(page)).toHaveText(/^time 3 of 3\..*Value 326/)
    await page.getByRole('button', { name: /^Localizer/ }).click()
    await expect(place(page)).toHaveText('Localizer, axial, Slice 2 of 3, at H 10.0 mm')
    await page.getByRole('button', { name: /^coronal/ }).click()
    await expect(place(page)).toHaveText('Localizer, coronal, Slice 2 of 3, at P 10.0 mm')
    for (const edge of ['R', 'L', 'H', 'F']) await expect(images(page).getByText(edge, { exact: true })).toBeVisible()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Save this picture/ }).click()
    expect((await saving).suggestedFilename()).toBe('localizer-coronal-2.png')
  })

  const choose = (name: string) =>
    page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click()

  // The white ball is at the patient's left, which is at the right of the screen, and the gray block at the front, which is above.
  for (const name of ['Plain', 'White is low', 'Long pixels', 'Shared file']) {
    await choose(name)
    await choose('Axial')
    await expect(place(page)).toHaveText(
      /Axial 7 of 12, coronal 25 of 48, sagittal 33 of 64\. Value \d+\. At R 2\.0 mm/,
    )
    await expect.poll(async () => (await spotsOf(page)).white.count).toBeGreaterThan(500)
    const { white, gray } = await spotsOf(page)
    expect([name, white.x > 0.1, Math.abs(white.y) < 0.2, gray.y < -0.4]).toEqual([name, true, true, true])
  }
  await choose('One slice')
  await expect(place(page)).toHaveText('One slice, Slice 1 of 1, at F 30.0 mm')
  const single = await spotsOf(page)
  expect([single.white.x > 0.1, single.gray.y < -0.4]).toEqual([true, true])

  // An F has its stem at the left and its arms above.
  await choose('Capture')
  await expect(place(page)).toHaveText('Capture, Slice 1 of 1')
  await expect(page.getByText('These pictures are not slices through the body.')).toBeVisible()
  await expect.poll(async () => (await spotsOf(page)).white.count).toBeGreaterThan(500)
  const letter = await spotsOf(page)
  expect([letter.white.x < -0.05, letter.white.y < -0.1]).toEqual([true, true])
  await expect(images(page)).toHaveText('')

  await choose('Long pixels')
  await choose('Show single slices instead')
  await expect(place(page)).toHaveText(/^Long pixels, Slice 7 of 12/)
  const box = await images(page).getByRole('img').boundingBox()
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(1.5, 1)
})

test('a ball of 40 by 80 mm is measured as that, has its true values, and can be removed by keys', async ({
  page,
  request,
}) => {
  await openPhantom(request, page)
  await page.getByRole('button', { name: /^Long pixels/ }).click()
  await page.getByRole('button', { name: 'Show single slices instead' }).first().click()
  await expect(place(page)).toHaveText(/^Long pixels, Slice 7 of 12/)

  /** Columns are 4 mm wide and rows 8 mm high; the picture may move while a hint comes below it. */
  const spot = async (column: number, row: number) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await images(page).getByRole('img').boundingBox()) ?? {}
    return [x + (column * width) / 64, y + (row * height) / 48] as const
  }
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...(await spot(...from)))
    await page.mouse.down()
    await page.mouse.move(...(await spot(...to)), { steps: 4 })
    await page.mouse.up()
  }
  const list = page.getByRole('region', { name: 'Measurements' })
  const measured = async (n: number) =>
    Number(/ ([\d.]+) mm/.exec((await list.getByRole('listitem').nth(n).textContent()) ?? '')?.[1])
  await page.getByRole('button', { name: /^Length/ }).click()
  await expect(list).toContainText('Length: press and drag')
  await drag([44, 25], [54, 25])
  await expect(list.getByRole('listitem')).toHaveCount(1)
  expect(Math.abs((await measured(0)) - 40)).toBeLessThan(1)
  await drag([49, 20], [49, 30])
  await expect(list.getByRole('listitem')).toHaveCount(2)
  expect(Math.abs((await measured(1)) - 80)).toBeLessThan(1)

  await page.keyboard.press('e')
  await drag([45, 21], [53, 29])
  await expect(list).toContainText(/Ellipse [\d.]+ mm², mean 1000, SD 0, min 1000, max 1000, \d+ pixels, slice 7/)
  await page.keyboard.press('v')
  await page.mouse.move(...(await spot(10.5, 10.5)))
  await expect(place(page)).toHaveText(/column 11, row 11: 200$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('PageUp')
  await expect(place(page)).toHaveText(/Slice 12 of 12/)
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await list.getByRole('button', { name: /^Remove: Ellipse/ }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('while the program that draws volumes does not arrive, the browser is not blamed, and Retry brings it', async ({
  page,
}) => {
  const parts = '**/assets/*.js'
  await page.route(parts, (route) => {
    const request = route.request()
    return request.method() === 'HEAD' || request.url().includes('/scene-') ? route.abort() : route.continue()
  })
  await openAsPhysician(page)
  await expect(page.getByText('The images cannot be reached.')).toBeVisible()
  await page.unroute(parts)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(place(page)).toHaveText(/Axial 19 of 36/)
})
