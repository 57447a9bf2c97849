import { createHash } from 'node:crypto'
import { loginOperator } from '@fornix/contract'
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { demoPassword, signInOperator } from './people.ts'

const pdf = (text: string) =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** An address of this run alone: the mailbox is shared. */
const fresh = (name: string) => `${name}.${process.pid}.${Date.now()}@clinic.example`

type Arrived = {
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  text: string
  attachments: { filename: string; sha256: string }[]
}
const arrived = async (request: APIRequestContext, address: string): Promise<Arrived[]> =>
  (await request.get(`/demo/mail/messages?to=${encodeURIComponent(address)}`)).json()

const newPage = async (browser: Browser, width = 1280) =>
  (await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })).newPage()

/** Drafts belong to a person and a patient: tests that run side by side take different pairs. */
const openEmails = async (page: Page, operator: string, patient = 'Ben Okafor') => {
  const [first = ''] = patient.split(' ')
  await signInOperator(page, operator, `/operatorPatientlist?searchQuery=${patient.replace(' ', '+')}`)
  await page.getByRole('link', { name: new RegExp(first) }).click()
  await expect(page.getByRole('heading', { name: patient })).toBeVisible()
  const tab = page.getByRole('tab', { name: 'Email', exact: true })
  const menu = page.getByRole('combobox', { name: 'Patient record' })
  await expect(tab.or(menu)).toBeVisible()
  if (await tab.isVisible()) await tab.click()
  else await menu.selectOption('Email')
  await expect(page.getByRole('heading', { name: 'Sent emails' })).toBeVisible()
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()
const sentEntry = (page: Page, subject: string) => page.getByRole('button', { name: new RegExp(subject) })

/** The server knows the next appointment. */
const booked = /Your scan is booked for \w+, \w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T\./

test('an email from a template, with a new file and a document of the record, arrives whole', async ({ browser }) => {
  const page = await newPage(browser)
  const [doctor, blind] = [fresh('doctor'), fresh('blind')]
  const added = pdf('directions '.repeat(90_000))
  await openEmails(page, 'nurse@northside.example')
  const subject = `Confirmed ${process.pid} ${Date.now()}`

  await test.step('the template is filled and shown before it is used', async () => {
    await page.getByRole('button', { name: 'Use a template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a template' })
    await dialog.getByRole('combobox', { name: 'Template' }).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(9)
    await page.getByRole('option', { name: 'Confirmation' }).click()
    await expect(dialog.getByText(booked)).toBeVisible()
    await dialog.getByRole('button', { name: 'Use this template' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
      /^Dear Ben,\n[\s\S]*arrive 10-15 minutes early[\s\S]*\$50 gift certificate[\s\S]*Noreen O’Hara\nLumen Neuro$/,
    )
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  })
  await test.step('recipients and attachments', async () => {
    await field(page, 'CC').fill(`${doctor},`)
    await field(page, 'BCC').fill(`${blind} `)
    await page
      .getByLabel('Choose files to attach')
      .setInputFiles({ name: 'Wegbeschreibung – Größe.pdf', mimeType: 'application/pdf', buffer: added })
    await page.getByRole('button', { name: 'Attach from record' }).click()
    await page.getByRole('checkbox', { name: 'Discharge summary 2021.pdf' }).check()
    await page.getByRole('button', { name: 'Attach 1 document' }).click()
    await expect(page.getByText('0.9 MB of 20 MB')).toBeVisible()
  })
  await test.step('sent, and so in the list', async () => {
    await send(page)
    await expect(page.getByText('The email is on its way.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    await expect(sentEntry(page, subject)).toContainText('2 attachments')
    await expect(sentEntry(page, subject)).toContainText('Sent')
  })
  await test.step('at the mail server: every recipient, the text as it was, both files byte for byte', async () => {
    await expect.poll(async () => (await arrived(page.request, blind)).length).toBe(1)
    const [mail] = await arrived(page.request, doctor)
    expect(mail).toMatchObject({
      to: ['ben.okafor@northside.example'],
      cc: [doctor],
      bcc: [blind],
      subject,
      text: expect.stringMatching(booked),
      attachments: [
        { filename: 'Discharge summary 2021.pdf' },
        { filename: 'Wegbeschreibung – Größe.pdf', sha256: hash(added) },
      ],
    })
    await sentEntry(page, subject).click()
    const dialog = page.getByRole('dialog', { name: subject })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download Discharge summary 2021.pdf' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    expect(hash(Buffer.concat(chunks))).toBe(mail?.attachments[0]?.sha256)
  })
})

test('a lost response loses nothing that was typed, and sending again sends one email', async ({ browser }) => {
  const page = await newPage(browser)
  const to = fresh('once')
  const subject = `Once ${process.pid} ${Date.now()}`
  await openEmails(page, 'tech@northside.example')
  await field(page, 'To').fill(`${to},`)
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Message' }).fill('Typed with care')
  await page
    .getByLabel('Choose files to attach')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf('a') })
  // The server takes it; the answer gets lost on the way back.
  await page.route(
    '**/operator/send_email/**',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

  await send(page)
  await expect(page.getByText(/^The portal did not respond\./)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Typed with care')
  await expect(page.getByText(/^a\.pdf/)).toBeVisible()
  await send(page)
  await expect(page.getByText('The email is on its way.')).toBeVisible()

  await expect.poll(async () => (await arrived(page.request, to)).length).toBe(1)
  await expect(sentEntry(page, subject)).toHaveCount(1)
})

test('what was typed is there after a reload, and again after the composer was left', async ({ browser }) => {
  const page = await newPage(browser, 390)
  await openEmails(page, 'tech@northside.example', 'Ana Rivera')
  await page.getByRole('button', { name: 'New email' }).click()
  const saved = page.waitForResponse(
    (answer) => answer.url().includes('/common/api/draft/email.') && answer.request().method() === 'POST',
  )
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence')
  await saved
  await page.reload()
  await page.getByRole('button', { name: 'New email' }).click()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a sentence')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
})

test('lines and addresses smuggled into a field are refused by the server itself', async ({ request }) => {
  const victim = fresh('victim')
  const login = await request.post(loginOperator.path, {
    data: { email: 'nurse@northside.example', password: demoPassword },
  })
  const { access_token } = loginOperator.response.parse(await login.json())
  const post = (fields: Record<string, string>) =>
    request.post('/operator/send_email/ben.okafor@northside.example/', {
      headers: { authorization: `Bearer ${access_token}` },
      multipart: { to_email: 'doctor@clinic.example', cc: '', bcc: '', subject: 'Hi', message: 'Text', ...fields },
    })
  const attempt = async (fields: Record<string, string>) => {
    const answer = await post(fields)
    return `${answer.status()} ${(await answer.json()).error}`
  }
  const answers = [
    await attempt({ to_email: `doctor@clinic.example\r\nBcc: ${victim}` }),
    await attempt({ cc: `"${victim} "@clinic.example` }),
    await attempt({ bcc: `a@clinic.example\n${victim}` }),
    await attempt({ subject: `Hi\r\nBcc: ${victim}` }),
    await attempt({ attachments: '[{"path":"/etc/passwd"}]' }),
  ]
  expect(answers).toEqual([
    '400 Invalid email(s) in To field',
    '400 Invalid email(s) in CC field',
    '400 Invalid email(s) in BCC field',
    '400 Please remove line breaks and control characters',
    '400 Please choose the attached documents again.',
  ])
  // Mail leaves in its order: what was sent later has come.
  const later = fresh('later')
  expect((await post({ to_email: later })).ok()).toBe(true)
  await expect.poll(async () => (await arrived(request, later)).length).toBe(1)
  expect(await arrived(request, victim)).toEqual([])
})
