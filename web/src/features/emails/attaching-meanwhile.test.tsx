import { beforeEach, expect, test, vi } from 'vitest'
import { held, photo } from '../../testing/held-pictures.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { ok, type Served, serve } from '../../testing/serve.ts'
import { fieldsOf, type SentFiles, serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show, signedOutAt } from '../../testing/show.tsx'
import { EmailTab } from './EmailTab.tsx'

vi.mock('../../ui/picture/prepare-picture.ts', () => import('../../testing/held-pictures.ts'))

beforeEach(() => {
  held.length = 0
  return signedOutAt(1280, 720)
})
const pdf = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'application/pdf' })
const filesOf = (sent: SentFiles | undefined) =>
  fieldsOf(sent?.body)?.flatMap(([name, value]) => (name === 'new_attachments' ? [value] : []))

const render = async (answer: () => Served | Promise<Served> = () => ok()) => {
  serve({
    'GET /operator/get_patient_info/P-7K3QX9/': ok({
      patient: { ...testPatient, email: 'ana@x.example' },
      medicalInformation: testMedical,
    }),
    'GET /operator/retrieve_email_info/P-7K3QX9/': ok({ emails: [], total: 0, total_pages: 1 }),
  })
  const sent = serveUploads({ 'POST /operator/send_email/P-7K3QX9/': answer })
  const { screen } = await show(<EmailTab patientKey="P-7K3QX9" />, { role: 'Nurse', at: '/profile' })
  const write = async () => {
    await screen.getByRole('textbox', { name: 'Subject' }).fill('Your scan')
    await screen.getByRole('textbox', { name: 'Message' }).fill('See you on Monday.')
  }
  await write()
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  const attach = async (...files: File[]) => {
    chooseFiles(...files)
    for (const { name } of files) await expect.element(button(`Remove ${name}`)).toBeVisible()
  }
  return { screen, sent, write, button, attach, press: (name: string) => button(name).click() }
}

test('a file that is removed while a photo gets ready stays removed, and is not sent', async () => {
  const { sent, button, attach, press } = await render()
  await attach(pdf('wrong.pdf'), pdf('right.pdf'))
  chooseFiles(photo('arm.jpg'))
  await press('Remove wrong.pdf')
  held[0]?.ready()
  await expect.element(button('Remove arm.jpg')).toBeVisible()
  await press('Send')
  await expect.poll(() => filesOf(sent[0])).toEqual(['right.pdf', 'arm.jpg'])
})

test('whether a photo still fits is asked of what is attached once it is ready', async () => {
  const { screen, button, attach, press } = await render()
  await attach(...Array.from({ length: 10 }, (_, n) => pdf(`${n}.pdf`, 2 * 1024 * 1024)))
  chooseFiles(photo('arm.jpg'))
  await press('Remove 4.pdf')
  held[0]?.ready()
  await expect.element(button('Remove arm.jpg')).toBeVisible()
  await expect.element(screen.getByText('18.0 MB of 20 MB')).toBeVisible()
})

test('a photo that gets ready after Clear does not come into the next email', async () => {
  const { sent, write, button, attach, press } = await render()
  await attach(pdf('old.pdf'))
  chooseFiles(photo('arm.jpg'))
  await press('Clear')
  await write()
  await expect.element(button('Attach files')).toBeEnabled()
  chooseFiles(photo('leg.jpg'))
  held[0]?.ready()
  await expect.element(button('Send')).toBeDisabled()
  held[1]?.ready()
  await expect.element(button('Remove leg.jpg')).toBeVisible()
  await press('Send')
  await expect.poll(() => filesOf(sent[0])).toEqual(['leg.jpg'])
})

test('while an email is sent its attachments stay as they are: none is added, and none is removed', async () => {
  const answer = Promise.withResolvers<Served>()
  const { screen, sent, button, attach, press } = await render(() => answer.promise)
  await attach(pdf('plan.pdf'))
  await press('Send')
  await expect.element(button('Sending... 0%')).toBeVisible()
  for (const name of ['Attach files', 'Attach from record', 'Remove plan.pdf'])
    await expect.element(button(name)).toBeDisabled()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(photo('late.jpg'))
  const place = screen.getByText(/You can also drop files here/).element()
  place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  expect(held).toEqual([])
  answer.resolve(ok())
  await expect.element(screen.getByText('The email is on its way.')).toBeVisible()
  expect(filesOf(sent[0])).toEqual(['plan.pdf'])
  await expect.element(button('Attach files')).toBeEnabled()
})

test('a file that was removed can be chosen again at once', async () => {
  const { attach, press } = await render()
  await attach(pdf('plan.pdf'))
  await press('Remove plan.pdf')
  // The browser reports a choice only if it differs from what the field holds.
  expect(document.querySelector<HTMLInputElement>('input[type="file"]')?.value).toBe('')
})
