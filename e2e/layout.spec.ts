import { patientTabs } from '@fornix/contract'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { follow } from './follow.ts'
import { watchCalls } from './loaded.ts'
import { newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'
import { expectWhole } from './whole-text.ts'

const at = (page: Page, width: number) => page.setViewportSize({ width, height: 900 })

type Look = { shown: Locator[]; hidden: Locator[] }
/** One page, made narrower and wider: the look changes at the width, and a pixel below it is the narrow one. */
const expectSwitch = async (page: Page, width: number, { narrow, wide }: { narrow: Locator[]; wide: Locator[] }) => {
  const expectLook = async ({ shown, hidden }: Look) => {
    for (const one of shown) await expect(one).toBeVisible()
    for (const one of hidden) await expect(one).toBeHidden()
  }
  for (const [step, look] of [
    [width, { shown: wide, hidden: narrow }],
    [width - 1, { shown: narrow, hidden: wide }],
    [width, { shown: wide, hidden: narrow }],
  ] as const)
    await test.step(`${step} px`, async () => {
      await at(page, step)
      await expectLook(look)
    })
}

test('the links of the public site become a menu below 1240 px, and long texts lose their contents list below 1150 px', async ({
  page,
}) => {
  await page.goto('/terms-and-conditions')
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  await expectSwitch(page, 1240, { narrow: [page.getByRole('button', { name: 'Open menu' })], wide: [links] })
  for (const name of ['Physicians', 'Patients', 'Admin', 'About us'])
    await expect(links.getByRole('link', { name, exact: true })).toBeVisible()
  // Above the text it is a list like any other; beside the text it stays in sight.
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const besideText = async () => {
    const [list, text] = [await contents.boundingBox(), await page.getByRole('article').boundingBox()]
    return list && text ? list.x + list.width <= text.x || text.x + text.width <= list.x : undefined
  }
  await at(page, 1150)
  await expect.poll(besideText).toBe(true)
  await at(page, 1149)
  await expect.poll(besideText).toBe(false)
})

test('the tabs of the patient area become a menu below 767 px, and what stands beside a list of files goes below it at 768 px', async ({
  page,
}) => {
  await signInPatient(page, 'ana.rivera@northside.example', undefined, '/patient/uploadfile')
  const menu = page.getByRole('navigation', { name: 'Patient area' })
  await expectSwitch(page, 767, {
    narrow: [menu.getByRole('button', { name: 'Upload File' })],
    wide: [page.getByRole('tab', { name: 'Upload File' }), page.getByRole('link', { name: 'Logout' })],
  })

  await page.goto('/files')
  const bar = page.getByRole('navigation', { name: 'Patient' })
  await expectSwitch(page, 768, {
    narrow: [page.getByRole('main').getByRole('list').first()],
    wide: [page.getByRole('table'), bar.getByRole('link', { name: 'File', exact: true })],
  })
})

test('the steps of a scan stand beside each other where there is room, and below each other where there is not', async ({
  page,
}) => {
  await signInPatient(page, 'ana.rivera@northside.example', undefined, '/scan')
  const steps = page.getByRole('list', { name: 'Steps of this scan' }).first().getByRole('listitem')
  const beside = async () => {
    const [first, second] = [await steps.nth(0).boundingBox(), await steps.nth(1).boundingBox()]
    return first && second ? first.x + first.width <= second.x : undefined
  }
  for (const [width, wanted] of [
    [1280, true],
    [390, false],
  ] as const) {
    await at(page, width)
    await expect.poll(beside, `${width} px`).toBe(wanted)
  }
})

test('the list of patients becomes cards and its side menu a drawer below 768 px, the tabs of a record a choice below 1150 px', async ({
  page,
}) => {
  await signInOperator(page, 'physician@northside.example', '/operatorPatientlist?searchQuery=rivera')
  const cards = page.getByRole('main').getByRole('list').filter({ hasText: 'Rivera' })
  await expectSwitch(page, 768, {
    narrow: [cards, page.getByRole('button', { name: 'Open menu' })],
    wide: [page.getByRole('table'), page.getByRole('navigation', { name: 'Main' })],
  })

  await page.getByRole('link', { name: /Ana/ }).click()
  await expect(page.getByRole('heading', { name: 'Ana Rivera' })).toBeVisible()
  const choice = page.getByRole('combobox', { name: 'Patient record' })
  const tabs = [
    'Profile',
    'Scan',
    'File',
    'Appointment',
    'Messages',
    'Email',
    'Feedback',
    'Reimbursement',
    'MRI safety',
    'Caregivers',
  ]
  await expectSwitch(page, 1150, { narrow: [choice], wide: [page.getByRole('tablist', { name: 'Patient record' })] })
  for (const name of tabs) await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
  // The composer stands beside the list of what was sent, or is opened by a button.
  await page.getByRole('tab', { name: 'Email' }).click()
  await expectSwitch(page, 1150, {
    narrow: [page.getByRole('button', { name: 'New email' })],
    wide: [page.getByRole('textbox', { name: 'Subject' })],
  })
  await at(page, 1149)
  await expect(choice.getByRole('option')).toHaveText(tabs)
})

test('the tabs of the admin area stack below 600 px, the lists of providers and requests become cards below 768 px', async ({
  page,
}) => {
  await signInAdmin(page, 'admin@northside.example', '/adminPage?tab=operators')
  const [first, second] = [
    page.getByRole('tab', { name: 'Dashboard' }),
    page.getByRole('tab', { name: 'Operator List' }),
  ]
  const stacked = async () => {
    const [above, below] = [await first.boundingBox(), await second.boundingBox()]
    return above && below ? above.y + above.height <= below.y : undefined
  }
  for (const [width, wanted] of [
    [600, false],
    [599, true],
    [600, false],
  ] as const) {
    await at(page, width)
    await expect.poll(stacked, `${width} px`).toBe(wanted)
  }
  const cards = page.getByRole('main').getByRole('list').first()
  await expectSwitch(page, 768, { narrow: [cards], wide: [page.getByRole('table')] })
  await page.goto('/adminScanRequests')
  const requests = page.getByRole('region', { name: 'Admin Scan Request List' })
  await expectSwitch(page, 768, {
    narrow: [requests.getByRole('list').first()],
    wide: [requests.getByRole('table')],
  })
})

test('on a phone the bar with Save covers no field of the profile that is edited', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password, '/patient/profile')
  await page.getByRole('button', { name: /^Edit contact details/ }).click()
  const race = page.getByRole('combobox', { name: 'Race' })
  await race.evaluate((field) => field.scrollIntoView({ block: 'center' }))
  const isOnTop = await race.evaluate((field) => {
    const { left, top, width, height } = field.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === field
  })
  expect(isOnTop).toBe(true)
})

test('what is printed has the whole paper and dark text on white, and the screen is dark again afterwards', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInPatient(page, 'ana.rivera@northside.example', undefined, '/scan')
  await expect(page.getByRole('heading', { name: /Scans$/ })).toBeVisible()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await root.evaluate((root) =>
    addEventListener('beforeprint', () => {
      root.dataset['printed'] = root.dataset['mantineColorScheme']
    }),
  )
  await page.pdf()
  await expect(root).toHaveAttribute('data-printed', 'light')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ media: 'print' })
  const width = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().width)
  await expect.poll(width).toBeGreaterThan(1000)
})

/** The browser's own setting: every rem is twice as long, and no width in pixels is. */
const enlargeText = (page: Page) => page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'))

test('text twice as large is whole on a phone, on the public pages and on those of a patient', async ({ page }) => {
  watchCalls(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of [
    '/',
    '/patients',
    '/patient-register',
    '/aboutus',
    '/ContactUsLanding',
    '/verify',
    '/status',
  ]) {
    await page.goto(address)
    await enlargeText(page)
    await expectWhole(page, address)
  }
  await signInPatient(page, 'ana.rivera@northside.example')
  await enlargeText(page)
  const own = ['/scan', '/files', '/survey', '/mrSafety', '/messages', '/news', '/accessLog', '/account', '/contactUs']
  for (const address of ['/profile', ...own, ...patientTabs.map((tab) => `/patient/${tab}`)]) {
    if (address !== '/profile') await follow(page, address)
    await expectWhole(page, address)
  }
})

test('in forced colors the page that is shown, and what is chosen, are set apart from the others', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.goto('/patients')
  const choice = page.getByRole('radiogroup', { name: 'Sign in or register' }).locator('label')
  expect(await background(choice.nth(0))).not.toBe(await background(choice.nth(1)))
  await signInPatient(page, 'ana.rivera@northside.example', undefined, '/files')
  const bar = page.getByRole('navigation', { name: 'Patient' })
  expect(await background(bar.getByRole('link', { name: 'Files' }))).not.toBe(
    await background(bar.getByRole('link', { name: 'Scans' })),
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 844 })
  const menu = page.getByRole('navigation').getByRole('link', { name: 'File', exact: true })
  expect(await background(menu)).toBe(await background(page.getByRole('link', { name: 'Files', exact: true })))
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await follow(page, '/account')
  const language = page.getByRole('group', { name: 'Language' }).getByRole('button')
  expect(await background(language.nth(0))).not.toBe(await background(language.nth(1)))
})

test('on a touch screen, links that stand alone are 44 px high', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const heights = (links: Locator) => links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  const expectTall = async (links: Locator, count: number) => {
    await expect.poll(() => links.count()).toBeGreaterThanOrEqual(count)
    expect(Math.min(...(await heights(links)))).toBeGreaterThanOrEqual(44)
  }
  await page.goto('/patients')
  await expectTall(page.getByRole('contentinfo').locator('li a, a[href="/privacy-policy"], button'), 8)
  await expectTall(page.getByRole('link', { name: 'Forgot your password?' }), 1)
  await signInPatient(page, 'ana.rivera@northside.example', undefined, '/patient/appointment')
  await expectTall(page.getByRole('contentinfo').getByRole('link'), 4)
  await expectTall(page.getByRole('link', { name: /^(Get directions|Call )/ }), 2)
  await context.close()
})
