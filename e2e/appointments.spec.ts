import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { follow } from './follow.ts'
import { tabTo } from './keyboard.ts'
import { mailTo, newPatient, signInOperator, signInPatient } from './people.ts'

// The demo has one scanner: each test books in a month of its own.
const months = { keyboard: 2, race: 3, phone: 4, staff: 5, lost: 6 }

const arrive = async (page: Page, at = '/profile', firstName?: string) => {
  const { email, password } = await newPatient(page.request, firstName)
  await signInPatient(page, email, password, at)
  return email
}
const newPage = async (browser: Browser, width = 1280) =>
  (
    await browser.newContext({ viewport: { width, height: 850 }, reducedMotion: 'reduce', acceptDownloads: true })
  ).newPage()
const freeDays = (page: Page) => page.getByRole('button', { name: /, [1-9]\d* times? available$/ })
const openMonth = async (page: Page, after: number) => {
  for (let n = 0; n < after; n++) await page.getByRole('button', { name: 'Next month' }).click()
  await expect(freeDays(page).first()).toBeVisible()
}
const toBooking = async (page: Page, after: number) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Book your scan session' })).toBeVisible()
  await openMonth(page, after)
}
test('a patient books by the keyboard alone', async ({ page }) => {
  await arrive(page, '/patient/appointment')
  await expect(page.getByText('All times are Eastern Time (New York)')).toBeVisible()
  const next = page.getByRole('button', { name: 'Next month' })
  await tabTo(page, next)
  for (let n = 0; n < months.keyboard; n++) await page.keyboard.press('Enter')
  await expect(freeDays(page).first()).toBeVisible()
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAccessibleName(/ 10 times available$/)
  await page.keyboard.press('ArrowRight')
  const name = await focused.getAttribute('aria-label')
  await page.keyboard.press('Enter')

  // The count of the chosen day has the focus: it is read out, and the times come next.
  const day = name?.split(', ').slice(0, 2).join(', ')
  await expect(focused).toHaveText(`10 times available on ${day}`)
  await page.keyboard.press('Tab')
  await expect(focused).toHaveRole('radio')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName('10:30 AM')

  await tabTo(page, page.getByRole('button', { name: 'Choose a different day' }))
  await page.keyboard.press('Enter')
  await expect(focused).toHaveAccessibleName(name ?? '')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveText(`10 times available on ${day}`)

  await tabTo(page, page.getByRole('button', { name: 'Confirm booking' }))
  await page.keyboard.press('Enter')
  await expect(focused).toContainText('Your appointment is booked')
  await expect(page.getByText(new RegExp(`${day}, \\d{4} at 10:30 AM`))).toBeVisible()
})

test('two browsers want one time: one gets it, the other sees fresh times and loses nothing', async ({ browser }) => {
  const pages = await Promise.all([newPage(browser), newPage(browser)])
  await Promise.all(
    pages.map(async (page) => {
      await arrive(page, '/patient/appointment')
      await toBooking(page, months.race)
      await freeDays(page).first().click()
      await page.getByRole('radio', { name: '11:00 AM', exact: true }).click()
    }),
  )

  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Confirm booking' }).click()))
  const booked = (page: Page) => page.getByText('Your appointment is booked')
  const taken = (page: Page) => page.getByRole('alert').filter({ hasText: 'This time was just taken.' })
  for (const page of pages) await expect(booked(page).or(taken(page))).toBeVisible()

  const [first, second] = pages as [Page, Page]
  const loser = (await taken(first).isVisible()) ? first : second
  await expect(booked(loser === first ? second : first)).toBeVisible()
  await expect(loser.getByRole('radio', { name: '11:00 AM', exact: true })).toHaveCount(0)
  await expect(loser.getByRole('radio')).toHaveCount(9)
  await loser.getByRole('radio', { name: '11:30 AM', exact: true }).click()
  await loser.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(booked(loser)).toBeVisible()
})

test('booking, moving and cancelling on a phone, each with its mail', async ({ browser }) => {
  const page = await newPage(browser, 390)
  const email = await arrive(page)
  await expect(page.getByText('No appointment yet')).toBeVisible()
  await follow(page, '/patient/appointment')
  await toBooking(page, months.phone)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Confirm booking' }).click()
  const missing = page.getByRole('alert').filter({ hasText: 'Please choose a time' })
  await expect(missing).toBeVisible()
  await freeDays(page).first().click()
  await page.getByRole('radio', { name: '1:00 PM', exact: true }).click()
  await expect(missing).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(page.getByText('Your appointment is booked')).toBeVisible()
  await expectNoSidewaysScroll(page)

  await test.step('the mail has a calendar file, and so has the page', async () => {
    const mail = await mailTo(page, email, /^Your appointment on .*1:00 PM$/)
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['invite.ics'])
    expect(mail.text).toMatch(/Eastern (Standard|Daylight) Time/)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Add to calendar/ }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('appointment.ics')
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^BEGIN:VCALENDAR[\s\S]*BEGIN:VEVENT/)
  })

  await test.step('from the home card to another time', async () => {
    await follow(page, '/profile')
    await expect(page.getByRole('region', { name: 'Next appointment' })).toContainText('at 1:00 PM')
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Reschedule' }).click()
    await expect(page.getByText(/^Current time: .* at 1:00 PM/)).toBeVisible()
    await freeDays(page).first().click()
    await page.getByRole('radio', { name: '2:30 PM', exact: true }).click()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Confirm new time' }).click()
    await expect(page.getByText('The appointment has been rescheduled')).toBeVisible()
    await expect(page.getByText(/ at 2:30 PM/).first()).toBeVisible()
    await mailTo(page, email, /^Your appointment has been rescheduled to .*2:30 PM$/)
  })

  await test.step('and not at all', async () => {
    await page.getByRole('button', { name: /^Cancel appointment/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
    await expect(page.getByText('The appointment has been canceled')).toBeVisible()
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await mailTo(page, email, /has been canceled$/)
  })
})

test('a nurse books, moves and cancels for a patient, and the day sheet shows it', async ({ browser }) => {
  const [patient, nurse] = [await newPage(browser), await newPage(browser)]
  const email = await arrive(patient, undefined, 'Greta')
  await signInOperator(nurse, 'nurse@northside.example')
  await nurse.getByPlaceholder('Search Patients...').fill(email)
  await nurse.getByRole('link', { name: /Greta/ }).click()
  await nurse.getByRole('tab', { name: 'Appointment' }).click()
  await nurse.getByRole('button', { name: 'Book an appointment' }).click()
  await openMonth(nurse, months.staff)
  await freeDays(nurse).first().click()
  await nurse.getByRole('radio', { name: '10:00 AM', exact: true }).click()
  await expectNoSidewaysScroll(nurse)
  await nurse.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(nurse.getByText('The appointment is booked')).toBeVisible()
  await expectNoSidewaysScroll(nurse)

  await nurse.getByRole('button', { name: /^Reschedule/ }).click()
  await freeDays(nurse).first().click()
  await nurse.getByRole('radio', { name: '10:30 AM', exact: true }).click()
  await nurse.getByRole('button', { name: 'Confirm new time' }).click()
  await expect(nurse.getByText('The appointment has been rescheduled')).toBeVisible()
  await mailTo(patient, email, /rescheduled to .*10:30 AM$/)

  const answer = await patient.goto('/patient/appointment')
  expect(answer?.status()).toBe(200)
  const when = (await patient.getByText(/ at 10:30 AM$/).textContent()) ?? ''
  const day = new Date(`${when.replace(/ at .*/, '')} 12:00 UTC`).toISOString().slice(0, 10)
  await follow(nurse, `/daySheet?date=${day}`)
  for (const width of [1280, 390]) {
    await nurse.setViewportSize({ width, height: 850 })
    await expect(nurse.getByText('10:30 AM – 11:00 AM')).toBeVisible()
    await expect(nurse.getByText('No valid form')).toBeVisible()
    await expect(nurse.getByText(/^Missing: neck length/)).toBeVisible()
    await expectNoSidewaysScroll(nurse)
  }
  await nurse.emulateMedia({ media: 'print' })
  await expect(nurse.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(nurse.getByRole('navigation')).toHaveCount(0)
  await expect(nurse.getByRole('link', { name: /^Greta / })).toBeVisible()
  await nurse.emulateMedia({ media: 'screen' })

  await nurse.getByRole('link', { name: /^Greta / }).click()
  await nurse.getByRole('button', { name: /^Cancel appointment/ }).click()
  await nurse.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(nurse.getByText('The appointment has been canceled')).toBeVisible()
  await mailTo(patient, email, /has been canceled$/)
})

test('an appointment whose responses are lost is booked once, cancelled by one press, and booked anew', async ({
  page,
}) => {
  let lost = 0
  await page.route('**/patient/appointments/**', async (route) => {
    if (route.request().method() !== 'POST' || lost === 0) return route.continue()
    lost--
    await route.fetch()
    await route.abort('connectionreset')
  })
  await arrive(page, '/patient/appointment')
  const choose = async () => {
    await toBooking(page, months.lost)
    await freeDays(page).first().click()
    await page.getByRole('radio').first().click()
  }
  await choose()
  // The second time the page asks by itself.
  lost = 2
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointments' })).toBeVisible()
  const cancel = page.getByRole('button', { name: /^Cancel appointment/ })
  await expect(cancel).toHaveCount(1)

  lost = 1
  await cancel.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cancel).toHaveCount(0)

  // The same wish as at first, and not the first one once more.
  await page.getByRole('button', { name: 'Book an appointment' }).click()
  await choose()
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(page.getByText('Your appointment is booked')).toBeVisible()
  await follow(page, '/profile')
  await follow(page, '/patient/appointment')
  await expect(cancel).toHaveCount(1)
})
