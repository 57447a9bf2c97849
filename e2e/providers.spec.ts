import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { anyLetters, mailTo, signInAdmin, signInByForm, signInOperator } from './people.ts'

const password = 'Lantern-fish-7!'

const call = async (request: APIRequestContext, token: string, path: string, data: object) => {
  const answer = await request.post(path, { data, headers: token ? { authorization: `Bearer ${token}` } : {} })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}
const adminToken = async (request: APIRequestContext) =>
  (await call(request, '', '/admin/login/', { username: 'admin', password: 'Demo-portal-1!' })).access_token as string

const registerLink = async (page: Page, email: string) =>
  (await mailTo(page, email, /work with/)).links.find((link) => link.includes('/register-operator/')) ?? ''

/** Somebody of this test's own, invited by an admin and signed up with a password. */
const newProvider = async (page: Page) => {
  const last_name = anyLetters()
  const email = `${last_name}@staff.example`
  const token = await adminToken(page.request)
  const invite = { firstName: 'Tilda', lastName: last_name, email, role: 'Nurse' }
  await call(page.request, token, '/admin/invite_and_create_operator/', invite)
  const secret = (await registerLink(page, email)).split('/').pop()
  await call(page.request, '', `/admin/create_operator/${secret}`, { first_name: 'Tilda', last_name, password })
  return { email, name: `Tilda ${last_name}` }
}

test('an admin invites a provider, who registers and signs in, gets another role, is deleted, and is out at once', async ({
  browser,
}) => {
  const newPage = async () => (await browser.newContext()).newPage()
  const [admin, nurse] = [await newPage(), await newPage()]
  const lastName = anyLetters()
  const [name, email] = [`Tilda ${lastName}`, `${lastName}@staff.example`]

  await test.step('the admin invites', async () => {
    await signInAdmin(admin, 'admin', '/operatorList')
    await admin.getByRole('button', { name: 'Add Provider' }).click()
    const form = admin.getByRole('form', { name: 'Add Provider' })
    await form.getByLabel('First Name').fill('Tilda')
    await form.getByLabel('Last Name').fill(lastName)
    await form.getByLabel('Email Address').fill(email)
    await form.getByRole('combobox', { name: 'Role' }).click()
    await admin.getByRole('option', { name: 'Nurse' }).click()
    await form.getByRole('button', { name: 'Send invitation' }).click()
    const great = admin.getByRole('dialog', { name: 'Great!' })
    await expect(great).toContainText('Invite sent successfully!')
    await great.getByRole('button', { name: 'Okay' }).click()
  })

  await test.step('and again: only the second link works', async () => {
    const first = await registerLink(nurse, email)
    await admin.getByPlaceholder('Search').fill(lastName)
    await admin.getByRole('button', { name: `Send the invitation to ${name} again` }).click()
    await admin.getByRole('dialog').getByText('Great! Invite sent successfully!').click()
    await expect(admin).toHaveURL(/\/operatorList/)
    await expect.poll(() => registerLink(nurse, email)).not.toBe(first)
  })

  await test.step('the provider registers and signs in', async () => {
    await nurse.goto(new URL(await registerLink(nurse, email)).pathname)
    const form = nurse.getByRole('form', { name: 'Register as a provider' })
    await form.getByLabel('First Name').fill('Tilda')
    await form.getByLabel('Last Name').fill(lastName)
    await form
      .getByLabel(/^Password/)
      .first()
      .fill(password)
    await form.getByLabel('Confirm Password').fill(password)
    await form.getByRole('button', { name: 'Register' }).click()
    const added = nurse.getByRole('dialog', { name: 'Operator added!' })
    await expect(added).toContainText('Please allow 15 minutes for the scans to become accessible.')
    await added.getByRole('button', { name: 'Okay' }).click()
    await expect(nurse).toHaveURL(/\/physicians$/)
    await signInByForm(nurse, 'operator', email, password)
  })

  await test.step('the admin finds them, and another role counts at the next page', async () => {
    await follow(admin, '/adminPage?tab=operators')
    await admin.getByPlaceholder('Search Providers...').fill(`${lastName} til`)
    await expect(admin.getByRole('row')).toHaveCount(2)
    await admin.getByRole('link', { name: 'Tilda' }).click()
    await expect(admin.getByRole('heading', { name })).toBeVisible()
    await admin.getByRole('combobox', { name: 'Role' }).click()
    await admin.getByRole('option', { name: 'MRI-Tech' }).click()
    await expect(admin.getByText('The role is now MRI-Tech.')).toBeVisible()
    await nurse.reload()
    await nurse.getByRole('button', { name: /Account menu/ }).click()
    await expect(nurse.getByRole('menu').getByText('MRI-Tech')).toBeVisible()
    await nurse.keyboard.press('Escape')
  })

  await test.step('deleted, they get nothing more, and their page leaves', async () => {
    const authorization = `Bearer ${await nurse.evaluate(() => sessionStorage.getItem('operator_token'))}`
    const ask = () => nurse.request.get('/common/api/get_user_role/', { headers: { authorization } })
    expect((await ask()).status()).toBe(200)
    await admin.getByRole('link', { name: 'Back to Provider List' }).click()
    await admin.getByPlaceholder('Search Providers...').fill(email)
    await admin.getByRole('button', { name: `Delete ${name}` }).click()
    await admin.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(admin.getByText('Great! The provider has been successfully deleted.')).toBeVisible()
    expect((await ask()).status()).toBe(401)
    await nurse.getByRole('button', { name: 'Next page' }).click()
    await expect(nurse).toHaveURL(/\/physicians/)
    await nurse.goto('/operatorPatientlist')
    await expect(nurse).toHaveURL(/\/physicians/)
  })
})

test('who edits a profile that an admin changed meanwhile loses nothing', async ({ page, request }) => {
  const { email } = await newProvider(page)
  await signInOperator(page, email, undefined, password)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('Mobile Number').fill('6175550177')
  await page.getByLabel('Address line 1').fill('4 Elm Street')
  await page.getByLabel('City').fill('Salem')
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: /^MA/ }).click()
  await page.getByLabel('Zip code').fill('0197')
  await expect(page.getByText('To save: Invalid Zip code')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByLabel('Zip code').fill('01970')
  // Not the page's own requests: they share its cookies, and a sign-in there ends the provider's session.
  await call(request, await adminToken(request), '/operator/update_operator_profile/', {
    provider_id: email,
    city: 'Lowell',
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('cell', { name: 'Lowell' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('4 Elm Street, Salem, MA 01970')).toBeVisible()
})

test('the name and logo that an admin saves are what a visitor sees', async ({ page, browser }) => {
  await signInAdmin(page, 'admin-lakeview', '/projectSettings')
  const project = await page.evaluate(() => sessionStorage.getItem('project') ?? '')
  // As on a host name of that project: the other tests are visitors of the first one.
  const visitor = await (await browser.newContext()).newPage()
  await visitor.route('**/common/api/config/', (route) =>
    route.continue({ headers: { ...route.request().headers(), project } }),
  )
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'Edit name and contact' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('form', { name: 'Name and contact' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  }
  await rename('Lakeview Brain Center West')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
  const choose = (name: string, mimeType: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
  await choose('mark.svg', 'image/svg+xml', svg.replace('<circle', '<script>1</script><circle'))
  await expect(page.getByText('Invalid file type. Please upload a PNG, JPEG, or SVG file.')).toBeVisible()
  await choose('mark.svg', 'image/svg+xml', svg)
  await expect(page.getByText('The logo is saved.')).toBeVisible()

  await visitor.goto('/')
  // What the project says of itself comes with the program.
  await visitor.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(visitor.getByRole('contentinfo').getByText(/© \d+ Lakeview Brain Center West\./)).toBeVisible()
  const shown = visitor.getByRole('banner').locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await rename('Lakeview Brain Center')
})

test('from the keyboard alone: search, palette, pages and help', async ({ page }) => {
  await signInOperator(page, 'nurse@northside.example')
  await expect(page.getByText('1–10 of').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /Jump to/ })).toBeFocused()
  await page.keyboard.type('rivera')
  await expect(page.getByRole('option', { name: /Ana Rivera/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ana Rivera' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/operatorPatientlist/)
  await expect(page.getByText('1–10 of').first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Search Patients...')).toBeFocused()
  for (const _ of ['type', 'views', 'columns', 'export', 'status']) await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /^All/ })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
