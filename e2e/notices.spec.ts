import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { follow } from './follow.ts'
import { anyLetters, mailTo, newPatient, signInOperator, signInPatient } from './people.ts'

const open = async (browser: Browser, width: number, serviceWorkers: 'allow' | 'block' = 'block') =>
  (await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce', serviceWorkers })).newPage()
const aboutMessages = 'Email: New messages from your care team'

const write = async (page: Page, subject: string) => {
  await follow(page, '/messages')
  await page.getByRole('link', { name: 'New message' }).click()
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message', { exact: true }).fill('May I eat before?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
}
const answer = async (nurse: Page, text: string) => {
  await nurse.getByLabel('Your message').fill(text)
  await nurse.getByRole('button', { name: 'Send' }).click()
  await expect(nurse.getByText(text)).toBeVisible()
}

/** Whoever leaves the page before it is saved has not saved it. */
const toggle = async (page: Page, choice: Locator) => {
  const saved = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && answer.url().includes('/patient/notices/'),
  )
  await choice.press('Space')
  expect((await saved).status()).toBe(200)
}

test('a patient turns one kind of email off: it does not come, and the bell still counts', async ({ browser }) => {
  const page = await open(browser, 390)
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password)
  const subject = `Breakfast ${anyLetters()}`
  await write(page, subject)

  await follow(page, '/account')
  const emails = page.getByRole('switch', { name: aboutMessages })
  await expect(emails).toBeChecked()
  await toggle(page, emails)
  await expect(emails).not.toBeChecked()
  await page.reload()
  await expect(emails).not.toBeChecked()
  await expectNoSidewaysScroll(page)

  const nurse = await open(browser, 1280)
  await signInOperator(nurse, 'nurse@northside.example', '/careMessages')
  await nurse.getByRole('link', { name: subject }).click()
  await answer(nurse, 'Yes, a light breakfast.')

  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Notifications: 1 new' })).toBeVisible()
  await page.getByRole('link', { name: 'Notifications: 1 new' }).click()
  await page.getByRole('link', { name: `Your care team wrote to you: ${subject}` }).click()
  await expect(page.getByText('Yes, a light breakfast.')).toBeVisible()
  await expect(nurse.getByText(/^Read by the patient/)).toBeVisible()
  await follow(page, '/account')
  await toggle(page, emails)
  await expect(emails).toBeChecked()
  await page.reload()
  await expect(emails).toBeChecked()
  await answer(nurse, 'And water, of course.')
  await mailTo(page, email, /new message/)
  const mails = (await (await page.request.get(`/demo/mail/messages?to=${encodeURIComponent(email)}`)).json()) as {
    subject: string
  }[]
  expect(mails.filter((mail) => /new message/.test(mail.subject))).toHaveLength(1)
})

type Shown = { title: string; options: object }
/** Stand-ins inside the worker for what a headless browser refuses: notifications, and windows without a person's press. */
type WorkerScope = {
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: { matchAll: () => Promise<unknown[]>; openWindow: (url: string) => Promise<null> }
  dispatchEvent: (event: Event) => boolean
  PushEvent: new (type: 'push', options: { data: string }) => Event
  ExtendableEvent: new (type: string) => Event
}

test('a push message shows the clinic’s name and that there is news; a tap opens what is new', async ({ browser }) => {
  const page = await open(browser, 390, 'allow')
  // Without it, some versions of the browser would ask.
  await page.context().grantPermissions([])
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password, '/account')
  await expect(page.getByText(/Your browser blocks notifications from this portal/)).toBeVisible()

  const [known] = page.context().serviceWorkers()
  const worker = known ?? (await page.context().waitForEvent('serviceworker'))
  const sent = { title: 'Northside', body: 'There is something new in your portal.' }
  const shown = await worker.evaluate(async (data) => {
    const scope = globalThis as unknown as WorkerScope
    const all: Shown[] = []
    scope.registration.showNotification = async (title, options) => void all.push({ title, options })
    scope.dispatchEvent(new scope.PushEvent('push', { data }))
    return all
  }, JSON.stringify(sent))
  expect(shown).toEqual([{ title: sent.title, options: { body: sent.body, tag: 'news' } }])

  const opened = await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const all: string[] = []
    const press = async (pages: unknown[]) => {
      const event = Object.assign(new scope.ExtendableEvent('notificationclick'), {
        notification: { close: () => all.push('closed') },
        waitUntil: (work: Promise<unknown>) => Object.assign(event, { work }),
        work: Promise.resolve() as Promise<unknown>,
      })
      scope.clients.matchAll = async () => pages
      scope.dispatchEvent(event)
      await event.work
    }
    scope.clients.openWindow = async (url) => {
      all.push(`opened ${url}`)
      return null
    }
    const open = { focus: async () => open, navigate: async (url: string) => all.push(`went to ${url}`) }
    await press([])
    await press([open])
    return all
  })
  expect(opened).toEqual(['closed', 'opened /news', 'closed', 'went to /news'])
})
