import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ok, pageOfProxy, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { fieldsOf, type SentFiles, serveUploads } from '../../testing/serve-uploads.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { dayInWords } from '../../ui/display/days.ts'
import { AuthFormPage } from './AuthFormPage.tsx'

const paper = vi.hoisted(() => ({ isReady: Promise.resolve() }))
vi.mock('./make-pdf.ts', () => ({
  makePdf: async (pages: readonly HTMLElement[]) => {
    await paper.isReady
    return new Blob(pages.map((page) => page.textContent))
  },
}))

const upload = 'POST /patient/upload_form_with_encryption/P-7K3QX9/'
const request = 'POST /admin/update_pending_requests_admin/'
const draft = 'GET /common/api/draft/authForm/'
const signed: Served = [201, { file_id: '01930000-0000-7000-8000-000000000001' }]
const today = () => {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

beforeEach(() => {
  signOut()
  signIn('Patient')
  sessionStorage.setItem('studyId', '1.2.3')
  sessionStorage.setItem('studyDate', '20260214')
})
const render = async (
  answers: ServedCalls = {},
  answer: Served | ((sent: SentFiles) => Served | Promise<Served>) = signed,
) => {
  const asked = serve({ [request]: ok(), ...answers })
  const sent = serveUploads({ [upload]: answer })
  const shown = await show(<AuthFormPage />, { at: '/authForm' })
  const press = (name: string) => shown.screen.getByRole('button', { name, exact: true }).click()
  return {
    ...shown,
    asked,
    sent,
    press,
    requests: () => asked.filter(({ call }) => call === request).map(({ body }) => body),
  }
}
type Rendered = Awaited<ReturnType<typeof render>>
const textOf = async ({ sent }: Rendered) => {
  const body = sent[0]?.body
  const file = body instanceof FormData ? body.get('file') : null
  return file instanceof File ? file.text() : ''
}
const fill = async ({ screen }: Rendered) => {
  await screen.getByRole('checkbox', { name: 'Personal Use' }).click()
  await screen.getByRole('textbox', { name: 'Signature' }).fill(' Amara Abbott ')
}

test('where the answer to the upload was lost, it is not said to have failed', async () => {
  const rendered = await render({}, pageOfProxy)
  await fill(rendered)
  await rendered.press('Submit')
  await expect.element(rendered.screen.getByText(/^This may have been saved/)).toBeVisible()
})

test('of images that are open already the form is kept for others, and said so', async () => {
  const rendered = await render({ [request]: refused(409, 'You already have access to this scan.', { code: 'open' }) })
  await fill(rendered)
  await rendered.press('Submit')
  await expect.element(rendered.screen.getByText(/^Your form is signed and stored\./)).toBeVisible()
  await rendered.press('Okay')
  await expect.poll(rendered.address).toBe('/scan')
})

test('a signed form is sent with its fields, then access is asked for, and Okay leads to the scans', async () => {
  const rendered = await render()
  const { screen, sent, press, requests, address } = rendered
  await screen.getByRole('checkbox', { name: 'Other' }).click()
  await screen.getByRole('textbox', { name: 'Details of the other purpose' }).fill('my sister\nand I')
  await fill(rendered)
  await press('Submit')
  await expect
    .element(
      screen.getByText(
        'Your request was submitted successfully.PLease allow us 2-3 buisness days to approve your request.',
      ),
    )
    .toBeVisible()
  expect(fieldsOf(sent[0]?.body)).toEqual([
    ['study_id', '1.2.3'],
    ['purposes', 'Personal Use; Other: my sister and I'],
    ['expiration_date', expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)],
    ['signature', 'Amara Abbott'],
    ['date', today()],
    ['file', 'AuthorizationForm'],
  ])
  expect(requests()).toEqual([{ studyId: '1.2.3' }])
  await press('Okay')
  await expect.poll(address).toBe('/scan')
})

test('the paper that is sent says who signed for which scan, for what and until when', async () => {
  const rendered = await render()
  await fill(rendered)
  await rendered.screen.getByLabelText('Expiration Date').fill(today())
  await rendered.press('Submit')
  await expect.element(rendered.screen.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  const text = await textOf(rendered)
  for (const part of ['Lumen Neuro', 'Amara Abbott', '1.2.3', dayInWords(today()), '✓Personal Use', 'Page 2 of 2'])
    expect(text).toContain(part)
  expect(text).not.toContain('✓Second Opinion')
  expect(document.querySelectorAll('[inert] section')).toHaveLength(0)
})

test('while the paper is made nothing on it can be changed: it says what the record beside it says', async () => {
  const held = Promise.withResolvers<void>()
  paper.isReady = held.promise
  onTestFinished(() => {
    paper.isReady = Promise.resolve()
  })
  const rendered = await render()
  const { screen } = rendered
  await fill(rendered)
  await rendered.press('Submit')
  await expect.element(screen.getByRole('button', { name: 'Preparing your form' })).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Second Opinion' }).click()
  const signature = screen.getByRole('textbox', { name: 'Signature' })
  await signature.click()
  await userEvent.keyboard('{End}Stone')
  await expect.element(signature).toHaveFocus()
  held.resolve()
  await expect.element(screen.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  const text = await textOf(rendered)
  expect(text).toContain('✓Personal Use')
  expect(text).not.toContain('✓Second Opinion')
  expect(text).not.toContain('Stone')
  expect(fieldsOf(rendered.sent[0]?.body)).toContainEqual(['purposes', 'Personal Use'])
  expect(fieldsOf(rendered.sent[0]?.body)).toContainEqual(['signature', 'Amara Abbott'])
})

test('while it is prepared and sent the button says so, aloud as well, and cannot be pressed twice', async () => {
  const held = Promise.withResolvers<Served>()
  const rendered = await render({}, () => held.promise)
  await fill(rendered)
  await rendered.press('Submit')
  await expect.element(rendered.screen.getByRole('button', { name: 'Sending' })).toBeDisabled()
  await expect.element(rendered.screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect.element(rendered.screen.getByRole('status').filter({ hasText: /^Sending$/ })).toBeInTheDocument()
  held.resolve(signed)
  await expect.element(rendered.screen.getByRole('dialog', { name: 'Success!' })).toBeVisible()
})

test('a request that did not get through is sent again without a second signature', async () => {
  let isDown = true
  const rendered = await render({ [request]: () => (isDown ? 'no network' : ok()) })
  const { screen, press, sent } = rendered
  await fill(rendered)
  await press('Submit')
  await expect.element(screen.getByText('An unexpected error occurred.')).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  isDown = false
  await press('Submit')
  await expect.element(screen.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a form that was changed after a lost request is signed anew', async () => {
  let isDown = true
  const rendered = await render({ [request]: () => (isDown ? refused(409, 'You have asked already.') : ok()) })
  const { screen, press, sent } = rendered
  await fill(rendered)
  await press('Submit')
  await expect.element(screen.getByText('You have asked already.')).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  isDown = false
  await screen.getByRole('checkbox', { name: 'Second Opinion' }).click()
  await press('Submit')
  await expect.element(screen.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  expect(sent.map(({ body }) => fieldsOf(body)?.[1]?.[1])).toEqual(['Personal Use', 'Personal Use; Second Opinion'])
})

test.each([
  [{ signature: 'This is not your name' }, 'Signature'],
  [{ expiration_date: 'The clinic is closed then' }, 'Expiration Date'],
])('a field that the server refuses, %o, is told beside it and has the focus', async (fields, label) => {
  const [sentence = ''] = Object.values(fields)
  const rendered = await render({}, refused(400, 'No', { fields }))
  await fill(rendered)
  await rendered.press('Submit')
  await expect.element(rendered.screen.getByText(sentence, { exact: true }).first()).toBeVisible()
  await expect.element(rendered.screen.getByLabelText(label)).toHaveFocus()
  expect(rendered.requests()).toEqual([])
})

test('a file that the server refuses is told in its own words', async () => {
  const rendered = await render({}, refused(413, 'No', { fields: { file: 'File size exceeds 5MB limit.' } }))
  await fill(rendered)
  await rendered.press('Submit')
  await expect.element(rendered.screen.getByText('File size exceeds 5MB limit.')).toBeVisible()
})

const kept = (values: Record<string, unknown>) => ok({ draft: { values, saved_at: '2026-03-01T15:00:00Z' } })

test('what was typed for this scan comes back; a value of another kind does not', async () => {
  const values = { studyId: '1.2.3', studyDate: '20260214', secondOpinion: true, signature: 'Amara', other: 'yes' }
  const { screen } = await render({ [draft]: kept(values) })
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Signature' })).toHaveValue('Amara')
  await expect.element(screen.getByRole('checkbox', { name: 'Second Opinion' })).toBeChecked()
  await expect.element(screen.getByRole('checkbox', { name: 'Other' })).not.toBeChecked()
})

test('a signature that was typed for another scan does not come back', async () => {
  const { screen, asked } = await render({ [draft]: kept({ studyId: '9.9', signature: 'Amara' }) })
  await expect.poll(() => asked.map(({ call }) => call)).toContain(draft)
  await screen.getByRole('heading', { level: 1 }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Signature' })).toHaveValue('')
  expect(screen.getByText(/You have unsaved changes/).query()).toBeNull()
})

test('a tab that lost its session finds the scan in what was kept', async () => {
  sessionStorage.removeItem('studyId')
  const { screen } = await render({ [draft]: kept({ studyId: '4.5', studyDate: '20260307', signature: 'Amara' }) })
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'MRI Scan date' })).toHaveValue('2026-03-07')
  await expect.element(screen.getByRole('textbox', { name: 'Signature' })).toHaveValue('Amara')
})
