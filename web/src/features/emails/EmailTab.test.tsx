import { getPatientInfo } from '@fornix/contract'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshCall } from '../../platform/calls/api.ts'
import { axeHits, hitsInEveryLook } from '../../testing/axe.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { cameraPhoto } from '../../testing/photos.ts'
import { pressKey } from '../../testing/press-key.ts'
import { testEmail } from '../../testing/records.ts'
import { ok, serve } from '../../testing/serve.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { EmailTab } from './EmailTab.tsx'

const template = { template_id: 'confirmation', name: 'Confirmation', subject: '', message: '', version: 0 }
const date = { gap: 'appointment_date' }
const odd = '<img src=x> {{sender_name}} [time]'
/** As the server fills it in. */
const letter = {
  subject: ['Your scan on ', date],
  message: [`Dear ${odd},\n\nsee you on `, date, ' at ', { gap: 'appointment_time' }, '.\n\nAmara Abbott'],
}
const sent = { ...testEmail, bcc: 'archive@x.example', message: 'Line one\nLine two <b>plain</b>' }

const server = ({
  emails = [sent],
  failing = false,
  lost = () => false,
}: {
  emails?: object[]
  failing?: boolean
  lost?: () => boolean
} = {}) =>
  serve({
    'GET /operator/get_patient_info/P-7K3QX9/': () => [
      lost() ? 500 : 200,
      {
        patient: { ...testPatient, email: 'ana@x.example' },
        medicalInformation: testMedical,
      },
    ],
    'GET /operator/retrieve_email_info/P-7K3QX9/': ({ query }) => {
      if (failing) return [500, {}]
      const [at, size] = [Number(query.get('page')) - 1, Number(query.get('page_size'))]
      const { length: total } = emails
      return ok({ emails: emails.slice(at * size, (at + 1) * size), total, total_pages: Math.ceil(total / size) || 1 })
    },
    'GET /operator/email_templates/': () => ok({ templates: [template] }),
    'POST /operator/fill_email_template/P-7K3QX9/': () => ok(letter),
  })
const Tab = () => <EmailTab patientKey="P-7K3QX9" />
const open = async (width = 1280) => {
  await page.viewport(width, 900)
  return show(<Tab />, { role: 'Nurse', at: '/profile' })
}
const pdf = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
const mib = 1024 * 1024

test('each wrong field says its sentence beside it, the first has the focus, and what was typed stays', async () => {
  server()
  const { screen } = await open()
  const [to, cc, bcc] = ['To', 'CC', 'BCC'].map((name) => screen.getByRole('textbox', { name, exact: true }))
  await to!.fill('nobody')
  await cc!.fill('a@x.example, b')
  await bcc!.fill('a@x.example\u00a0c')
  await screen.getByRole('button', { name: 'Send', exact: true }).click()

  for (const sentence of [
    'Invalid email(s) in To field',
    'Invalid email(s) in CC field',
    'Invalid email(s) in BCC field',
    'Subject is required',
    'Message is required',
  ])
    await expect.element(screen.getByText(sentence, { exact: true }).first()).toBeVisible()
  await expect.element(to!).toHaveFocus()
  await expect.element(screen.getByText('Not an email address: nobody')).toBeVisible()
  await expect.element(screen.getByText('ana@x.example', { exact: true })).toBeVisible()
  await expect.poll(() => hitsInEveryLook()).toEqual([])
})

test('a photo over 2 MB is attached all the same, smaller and without its place', async () => {
  server()
  const { screen } = await open()
  const photo = await cameraPhoto()
  expect(photo.size).toBeGreaterThan(2 * mib)
  chooseFiles(photo)
  await expect.element(screen.getByText('The photo’s location was removed.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remove IMG_0002.jpg' })).toBeVisible()
  await expect.element(screen.getByText(/limit/)).not.toBeInTheDocument()
})

test('new files over 2 MB, and more than 20 MB together, are refused by name and leave the others attached', async () => {
  server()
  const { screen } = await open()
  await expect.element(screen.getByText('0.0 MB of 20 MB')).toBeVisible()
  chooseFiles(pdf('small.pdf', mib), pdf('large.pdf', 2 * mib + 1), pdf('program.exe', 10))
  await expect.element(screen.getByText('large.pdf: File size exceeds 2MB limit.')).toBeVisible()
  await expect.element(screen.getByText(/program.exe: Invalid file type/)).toBeVisible()
  await expect.element(screen.getByText('1.0 MB of 20 MB')).toBeVisible()

  chooseFiles(...Array.from({ length: 10 }, (_, n) => pdf(`${n}.pdf`, 2 * mib)))
  await expect.element(screen.getByText('9.pdf: Total file size exceeds 20MB limit.')).toBeVisible()
  await expect.element(screen.getByText('19.0 MB of 20 MB')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove small.pdf' }).click()
  await expect.element(screen.getByText('18.0 MB of 20 MB')).toBeVisible()
})

test('a template is shown as the server fills it in; a gap that nobody filled is not sent, and a name stays text', async () => {
  const asked = server()
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Use a template' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Your scan on [date]')).toBeVisible()
  expect(asked.find(({ call }) => call.includes('fill_email_template'))?.body).toEqual({ template_id: 'confirmation' })
  await dialog.getByLabelText('Date of the next appointment').fill('Monday')
  await expect.element(dialog.getByText('Your scan on Monday')).toBeVisible()
  await expect.poll(() => axeHits()).toEqual([])
  await pressKey(dialog.getByRole('button', { name: 'Use this template' }))

  await expect
    .element(screen.getByRole('textbox', { name: 'Message' }))
    .toHaveValue(`Dear ${odd},\n\nsee you on Monday at [time].\n\nAmara Abbott`)
  await screen.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(screen.getByText('Please fill in [time]', { exact: true })).toBeVisible()
  expect(document.querySelector('img[src="x"]')).toBeNull()
})

test('the composer says where replies go', async () => {
  server()
  const { screen } = await open()
  await expect.element(screen.getByText('Replies go to hello@lumen.example.')).toBeVisible()
})

test('a record that cannot be read again takes nothing away that was typed', async () => {
  let gone = false
  server({ lost: () => gone })
  const { screen } = await open()
  await screen.getByRole('textbox', { name: 'Message' }).fill('half a letter')
  gone = true
  await refreshCall(getPatientInfo)
  await userEvent.keyboard(' more')
  await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('half a letter more')
})

test('an address that is still being typed counts, and the tap on Send reaches it', async () => {
  server()
  const { screen } = await open(390)
  await screen.getByRole('button', { name: 'New email' }).click()
  await screen.getByRole('textbox', { name: 'To', exact: true }).click()
  await userEvent.keyboard('half@an-address-that-takes-a-line-of-its-own')
  await screen.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(screen.getByText('Invalid email(s) in To field', { exact: true }).first()).toBeVisible()
})

test('a recipient list without the patient says so', async () => {
  server()
  const { screen } = await open()
  await screen.getByRole('textbox', { name: 'To', exact: true }).click()
  await userEvent.keyboard('{Backspace}doctor@x.example,')
  await expect
    .element(screen.getByText(`${testPatient.first_name}’s own address is not among the recipients.`))
    .toBeVisible()
})

test('a sent email shows all of what left, as plain text, with its delivery', async () => {
  server({ emails: [{ ...sent, delivery: 'failed', delivery_note: 'No such mailbox here' }] })
  const { screen } = await open()
  await screen.getByRole('button', { name: /Hello.*Failed/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Hello' })
  for (const text of ['archive@x.example', 'Nora Lindt', 'No such mailbox here', 'Plan.pdf (1 KB)'])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect.element(dialog.getByText(/Line two <b>plain<\/b>/)).toBeVisible()
  await expect.poll(() => hitsInEveryLook()).toEqual([])
})

test('an email that some recipients refused is not shown as sent', async () => {
  server({ emails: [{ ...sent, delivery: 'sent', delivery_note: '1 recipient was refused' }] })
  const { screen } = await open()
  await expect.element(screen.getByRole('button', { name: /Hello.*Sent in part/ })).toBeVisible()
})

test('a list that fails can be asked for again, an empty one says so', async () => {
  server({ failing: true })
  const { screen } = await open()
  await expect.element(screen.getByText('The sent emails could not be loaded.')).toBeVisible()
  server({ emails: [] })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No emails sent yet')).toBeVisible()
})

test('on a narrow window the composer has the screen to itself, and closing it loses nothing', async () => {
  server()
  const { screen } = await open(390)
  await screen.getByRole('button', { name: 'New email' }).click()
  await screen.getByRole('textbox', { name: 'Subject' }).fill('Typed')
  chooseFiles(pdf('kept.pdf', mib))
  await expect.element(screen.getByText(/^kept.pdf/)).toBeVisible()
  await expect.poll(() => hitsInEveryLook()).toEqual([])
  await screen.getByRole('button', { name: 'Close' }).click()
  await screen.getByRole('button', { name: 'New email' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Typed')
  await expect.element(screen.getByText(/^kept.pdf/)).toBeVisible()
})

test('an open email stays open when a tablet is turned', async () => {
  server()
  const { screen } = await open(1280)
  await screen.getByRole('button', { name: /^Hello/ }).click()
  const letter = screen.getByRole('dialog', { name: 'Hello' })
  await expect.element(letter).toBeVisible()
  await page.viewport(820, 900)
  await expect.element(screen.getByRole('button', { name: 'New email', includeHidden: true })).toBeInTheDocument()
  await expect.element(letter).toBeVisible()
  await page.viewport(390, 900)
  await expect.element(letter).toBeVisible()
})

test('many sent emails have pages, and turning one asks nothing of who is writing', async () => {
  const emails = Array.from({ length: 12 }, (_, n) => ({
    ...sent,
    id: `01930000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
    subject: `Letter ${12 - n}`,
  }))
  server({ emails })
  const { screen } = await open()
  await expect.element(screen.getByText('12 emails')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Subject' }).fill('Half a thought')
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByRole('button', { name: /^Letter 2/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Letter 12/ }).elements()).toEqual([])
  await expect.element(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Half a thought')
  expect(screen.getByRole('dialog').elements()).toEqual([])
})
