import { type Browser, expect, test } from '@playwright/test'
import { follow } from './follow.ts'
import { expectLoaded } from './loaded.ts'
import { mailTo, newPatient, signInAdmin, signInPatient } from './people.ts'

const newPage = async (browser: Browser) => (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
const fresh = 'Quiet-harbor-4!'

test('a patient changes the password in place: this page goes on, another browser is out, and a mail tells', async ({
  browser,
}) => {
  const [page, elsewhere] = [await newPage(browser), await newPage(browser)]
  const { email, password } = await newPatient(page.request)
  await signInPatient(elsewhere, email, password)
  await signInPatient(page, email, password, '/account')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const save = page.getByRole('button', { name: 'Save new password' })

  await field('Current password').fill('Not-the-one-1!')
  await field('New password').fill(fresh)
  await field('Confirm password').fill(fresh)
  await save.click()
  await expect(page.getByText(/^This is not your current password\./)).toBeVisible()
  await expect(field('Current password')).toBeFocused()
  await expect(field('New password')).toHaveValue(fresh)

  await field('Current password').fill(password)
  await save.click()
  await expect(page.getByText('Your password was changed. All other devices were signed out.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^End the session of/ })).toHaveCount(0)
  await page.reload()
  await expect(save).toBeVisible()
  expect((await mailTo(page, email, /Your password was changed/)).text).not.toContain('Nadia')

  await elsewhere.goto('/account')
  await expect(elsewhere).toHaveURL(/\/patients/)
  await elsewhere.getByLabel('Email', { exact: true }).fill(email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(fresh)
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(elsewhere).toHaveURL(/\/account$/)
})

test('a patient asks to close the account, is declined with a reason, asks again, and an admin deletes the record', async ({
  browser,
}) => {
  const [page, admin] = [await newPage(browser), await newPage(browser)]
  const { email, password, name } = await newPatient(page.request)
  await signInPatient(page, email, password, '/account')
  const ask = async (reason: string) => {
    await page.getByRole('button', { name: 'Ask to close my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask to close my account' })
    await expect(dialog).toContainText('Your clinic keeps your medical records for as long as the law requires.')
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText(/^You asked us to close your account on/)).toBeVisible()
  }

  await test.step('it can be taken back', async () => {
    await ask('I moved away.')
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByText('You withdrew your request. Your account stays open.')).toBeVisible()
    await ask('')
  })

  const line = admin.getByRole('region', { name: 'Accounts to close' }).getByRole('link', { name })
  await test.step('an admin finds it in Today, and declines', async () => {
    await signInAdmin(admin, 'admin@northside.example', '/workQueue?all=closure')
    await line.click()
    await expect(admin.getByText('This patient wants to close the account')).toBeVisible()
    await admin.getByRole('button', { name: 'Decline' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Decline the request to close the account' })
    await dialog.getByRole('textbox').fill('You have a scan on Friday.')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(admin.getByText('This patient wants to close the account')).toHaveCount(0)
  })

  await test.step('the patient reads the answer and asks again', async () => {
    expect((await mailTo(page, email, /About your request to close your account/)).text).not.toContain('Friday')
    await page.reload()
    await expect(page.getByText(/The answer: You have a scan on Friday\.$/)).toBeVisible()
    await ask('')
  })

  await test.step('deleting the record closes the account', async () => {
    await follow(admin, '/workQueue?all=closure')
    await line.click()
    await admin.getByRole('button', { name: `Actions for ${name}` }).click()
    await admin.getByRole('menuitem', { name: 'Delete patient…' }).click()
    await admin.getByRole('button', { name: 'Delete patient' }).click()
    await expect(admin.getByText('Success! The patient has been successfully deleted.')).toBeVisible()
    await page.goto('/account')
    await expect(page).toHaveURL(/\/patients/)
    await follow(admin, '/workQueue?all=closure')
    await expect(admin.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await expectLoaded(admin)
    await expect(line).toHaveCount(0)
  })
})

test('a page of a session that the browser kept is not shown when somebody goes back, one that anybody may read is', async ({
  page,
}) => {
  /** As a browser that keeps pages does; Playwright turns that off. */
  const leaveAndReturn = () =>
    page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      const isHidden = document.getElementById('root')?.hidden
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return isHidden
    })
  const about = await page.goto('/aboutus')
  // Browsers keep no page with `no-store`, as all have in which something is typed.
  expect(about?.headers()['cache-control']).toBe('no-cache')
  // Once the program is there, which brings the address.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ })).toBeVisible()
  expect(await leaveAndReturn()).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await signInPatient(page, 'ana.rivera@northside.example', undefined, '/files')
  await expectLoaded(page)
  const reloaded = page.waitForEvent('domcontentloaded')
  expect(await leaveAndReturn()).toBe(true)
  await reloaded
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('Back over a dialog with something typed in it asks first, and keeps or leaves as the patient chooses', async ({
  page,
}) => {
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Ask to close my account' }).click()
  const reason = page.getByRole('dialog', { name: 'Ask to close my account' }).getByRole('textbox')
  await reason.fill('I moved away.')
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })

  await page.goBack()
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(reason).toHaveValue('I moved away.')
  await expect(reason).toBeFocused()
  await expect(page).toHaveURL(/\/account$/)

  await page.goBack()
  await expect(question).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  // Not its address, which is already there while the question is asked.
  await expect(page.getByRole('region', { name: 'Next appointment' })).toBeVisible()
  await expect(question).toBeHidden()

  await page.goForward()
  await page.getByRole('button', { name: 'Ask to close my account' }).click()
  await expect(reason).toHaveValue('')
  await reason.fill('I moved away.')
  const closing = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const asked = await closing
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(reason).toHaveValue('I moved away.')
})
