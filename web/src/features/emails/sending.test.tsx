import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { testEmail } from '../../testing/records.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { fieldsOf, type SentFiles, serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show, signedOutAt } from '../../testing/show.tsx'
import { EmailTab } from './EmailTab.tsx'

const patient = { ...testPatient, first_name: 'Ana', email: 'ana@x.example' }
const send = 'POST /operator/send_email/P-7K3QX9/'
const list = 'GET /operator/retrieve_email_info/P-7K3QX9/'
const draft = '/common/api/draft/email.P-7K3QX9/'

beforeEach(() => signedOutAt(1280, 720))
const render = async (answer: Served | ((sent: SentFiles) => Served | Promise<Served>), answers: ServedCalls = {}) => {
  const asked = serve({
    'GET /operator/get_patient_info/P-7K3QX9/': ok({ patient, medicalInformation: testMedical }),
    [list]: ok({ emails: [], total: 0, total_pages: 1 }),
    ...answers,
  })
  const sent = serveUploads({ [send]: answer })
  const { screen } = await show(<EmailTab patientKey="P-7K3QX9" />, { role: 'Nurse', at: '/profile' })
  const field = (name: string) => screen.getByRole('textbox', { name, exact: true })
  await field('Subject').fill('Your scan')
  await field('Message').fill('See you on Monday.')
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  return { screen, asked, sent, field, press, value: (at: number, name: string) => fieldOf(sent[at], name) }
}
const fieldOf = (sent: SentFiles | undefined, name: string) =>
  fieldsOf(sent?.body)?.find(([found]) => found === name)?.[1]
const pdf = (name: string) => new File([new Uint8Array(10)], name, { type: 'application/pdf' })

test('an email leaves with its files, says so, and leaves an empty form to the patient', async () => {
  const held = Promise.withResolvers<Served>()
  const { screen, sent, field, press } = await render(() => held.promise)
  chooseFiles(pdf('plan.pdf'), pdf('map.pdf'))
  await press('Send')
  await expect.element(screen.getByRole('button', { name: 'Sending... 0%' })).toBeDisabled()
  sent[0]?.progress(30, 40)
  await expect.element(screen.getByRole('button', { name: 'Sending... 75%' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Clear' })).toBeDisabled()
  held.resolve(ok())
  await expect.element(screen.getByText('The email is on its way.')).toBeVisible()
  await expect.element(field('Subject')).toHaveValue('')
  await expect.element(screen.getByText('ana@x.example', { exact: true })).toBeVisible()
  await expect.element(screen.getByText(/^plan\.pdf/)).not.toBeInTheDocument()
  expect(fieldsOf(sent[0]?.body)?.filter(([name]) => name !== 'send_key')).toEqual([
    ['to_email', 'ana@x.example'],
    ['cc', ''],
    ['bcc', ''],
    ['subject', 'Your scan'],
    ['message', 'See you on Monday.'],
    ['attachments', '[]'],
    ['new_attachments', 'plan.pdf'],
    ['new_attachments', 'map.pdf'],
  ])
})

test('that an email is on its way is no longer said once the next one is written', async () => {
  const { screen, field, press } = await render(ok())
  await press('Send')
  await expect.element(screen.getByText('The email is on its way.')).toBeVisible()
  await field('Subject').fill('Another')
  await expect.element(screen.getByText('The email is on its way.')).not.toBeInTheDocument()
})

test('after a lost response the same email is sent as the same one; a changed one is another', async () => {
  const { screen, value, field, press } = await render('no network')
  const failure = screen.getByText('The portal did not respond. Please try again. Nothing will be saved twice.')
  await press('Send')
  await expect.element(failure).toBeVisible()
  await expect.element(field('Message')).toHaveValue('See you on Monday.')
  await press('Send')
  await expect.poll(() => value(1, 'send_key')).toBe(value(0, 'send_key'))
  await expect.element(failure).toBeVisible()
  await field('Message').fill('See you on Tuesday.')
  await press('Send')
  await expect.poll(() => value(2, 'message')).toBe('See you on Tuesday.')
  expect(value(2, 'send_key')).not.toBe(value(0, 'send_key'))
})

test('a field that the server refuses is told beside it, and nothing above all', async () => {
  const fields = { to_email: 'Please use at most 50 recipients' }
  const { screen, press } = await render(refused(400, 'No', { fields }))
  await press('Send')
  await expect.element(screen.getByText('Please use at most 50 recipients', { exact: true }).first()).toBeVisible()
  expect(screen.getByText(/^The email could not be sent/).query()).toBeNull()
})

test('a file that the server refuses is told beside the files, which stay attached', async () => {
  const { screen, press } = await render(refused(415, 'plan.pdf is not a PDF inside.'))
  chooseFiles(pdf('plan.pdf'))
  await press('Send')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('plan.pdf is not a PDF inside.')
  await expect.element(screen.getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible()
})

test('a refusal in words is said above all', async () => {
  const { screen, press } = await render(refused(429, 'Please wait a minute before the next email.'))
  await press('Send')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please wait a minute before the next email.')
})

test('an email that was sent stands in the list at once, and its delivery is looked for a little later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let delivery = ''
  const email = { ...testEmail, subject: 'Your scan', message: 'See you on Monday.', attachments: [] }
  const { screen, press } = await render(
    () => {
      delivery = 'queued'
      return ok()
    },
    { [list]: () => ok({ emails: delivery ? [{ ...email, delivery }] : [], total: delivery ? 1 : 0, total_pages: 1 }) },
  )
  await press('Send')
  await expect.element(screen.getByRole('button', { name: /^Your scan\s*Queued/ })).toBeVisible()
  delivery = 'sent'
  await vi.advanceTimersByTimeAsync(2500)
  await expect.element(screen.getByRole('button', { name: /^Your scan\s*Sent/ })).toBeVisible()
})

test('Clear empties everything that was typed and chosen, and then goes away', async () => {
  const { screen, sent, field, press } = await render(ok())
  chooseFiles(pdf('plan.pdf'))
  await expect.element(screen.getByText(/^plan\.pdf/)).toBeVisible()
  await press('Clear')
  await expect.element(field('Message')).toHaveValue('')
  await expect.element(screen.getByText(/^plan\.pdf/)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

test('what was typed and not sent is offered, without its files, and can be thrown away', async () => {
  serve({
    'GET /operator/get_patient_info/P-7K3QX9/': ok({ patient, medicalInformation: testMedical }),
    [list]: ok({ emails: [], total: 0, total_pages: 1 }),
    [`GET ${draft}`]: ok({
      draft: { values: { subject: 'Half a letter', bogus: 1, message: 5 }, saved_at: '2026-03-01T15:00:00Z' },
    }),
    [`DELETE ${draft}`]: ok(),
  })
  const { screen } = await show(<EmailTab patientKey="P-7K3QX9" />, { role: 'Nurse' })
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Half a letter')
  await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect.element(screen.getByText(/Files are not saved\. Please choose them again\./)).toBeVisible()
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('')
})

test('an email that is sent without network leaves once when it is back', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const { screen, sent, press } = await render(ok())
  onlineManager.setOnline(false)
  await press('Send')
  await expect.element(screen.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  expect(sent).toHaveLength(0)
  onlineManager.setOnline(true)
  await expect.element(screen.getByText('The email is on its way.')).toBeVisible()
  expect(sent).toHaveLength(1)
})
