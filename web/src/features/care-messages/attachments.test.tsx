import { expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { testMessages, testThread, threadId } from '../../testing/care-messages.ts'
import { testDocument } from '../../testing/records.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { fieldsOf, serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show, showRoutes, signOut } from '../../testing/show.tsx'
import { leaveTexts } from '../../ui/dialog/unsaved.ts'
import { MessagesPage } from './MessagesPage.tsx'

const write = `POST /patient/messages/${threadId}/`
const upload = 'POST /patient/upload_document/P-7K3QX9/'
const { file_id } = testDocument(1)
const pdf = (name: string) =>
  new File([new Uint8Array(10)], name, { type: 'application/pdf', lastModified: Date.parse('2026-11-20T10:00:00Z') })
const draftCall = `/common/api/draft/message-${threadId}/`
const keptDraft = {
  values: { subject: '', text: 'Here it is.', hasFiles: true, sendSeed: '01930000-0000-7000-8000-000000000007' },
  saved_at: '2026-11-21T20:42:07Z',
}

const open = async (
  uploaded: () => Served | Promise<Served>,
  messages = testMessages,
  { draft = null, written = ok({ message: 'ok' }) }: { draft?: typeof keptDraft | null; written?: Served } = {},
) => {
  signOut()
  const sent = serve({
    'GET /patient/messages/': ok({ threads: [testThread], total: 1, total_pages: 1, answer_days: 2 }),
    [`GET /patient/messages/${threadId}/`]: ok({ thread: testThread, messages, answer_days: 2 }),
    [`POST /patient/messages/${threadId}/seen/`]: ok({ seen: 1 }),
    'GET /patient/retrieve_documents/P-7K3QX9/': ok({ documents: [], total: 0, total_pages: 0 }),
    [write]: written,
    [`GET ${draftCall}`]: ok({ draft }),
    [`POST ${draftCall}`]: ok({ saved_at: '2026-11-21T20:43:07Z' }),
    [`DELETE ${draftCall}`]: ok({ message: 'Draft deleted' }),
  })
  const uploads = serveUploads({ [upload]: uploaded })
  const { screen } = await showRoutes([{ path: '/messages/:thread', element: <MessagesPage /> }], {
    role: 'Patient',
    at: `/messages/${threadId}`,
  })
  const bodiesOf = (name: string) => sent.flatMap(({ call, body }) => (call === name ? [body] : []))
  return { screen, uploads, bodies: () => bodiesOf(write), drafts: () => bodiesOf(`POST ${draftCall}`) }
}

test('a file is uploaded to the record and goes along with the message', async () => {
  const { screen, uploads, bodies } = await open(() => ok({ message: 'ok', file_id }))
  await screen.getByRole('button', { name: 'Attach files' }).click()
  await expect.element(screen.getByText(/^PDF or picture, up to 5 MB each/)).toBeVisible()
  chooseFiles(pdf('referral.pdf'))
  await screen.getByLabelText('Your message').fill('Here is my referral.')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  expect(uploads).toHaveLength(1)
  expect(bodies()).toEqual([{ id: expect.any(String), text: 'Here is my referral.', files: [file_id] }])
  await expect.element(screen.getByRole('button', { name: 'Attach files' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('what is written after a message with a file is a draft without files', async () => {
  const { screen, drafts } = await open(() => ok({ message: 'ok', file_id }))
  await screen.getByRole('button', { name: 'Attach files' }).click()
  await expect.element(screen.getByText(/^PDF or picture, up to 5 MB each/)).toBeVisible()
  chooseFiles(pdf('referral.pdf'))
  await screen.getByLabelText('Your message').fill('Here is my referral.')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  await screen.getByLabelText('Your message').fill('Thank you')
  await expect
    .poll(() => drafts().at(-1), { timeout: 10_000 })
    .toMatchObject({ values: { text: 'Thank you', hasFiles: false } })
})

test('without its file no message leaves, nothing is lost, and the next try sends both', async () => {
  let answer: Served = refused(400, 'This file cannot be read.')
  const { screen, bodies } = await open(() => answer)
  await screen.getByRole('button', { name: 'Attach files' }).click()
  chooseFiles(pdf('referral.pdf'))
  await screen.getByLabelText('Your message').fill('Here it is.')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText(/^Your message was not sent, because a file did not arrive/)).toBeVisible()
  await expect.element(screen.getByText('This file cannot be read.')).toBeVisible()
  await expect.element(screen.getByLabelText('Your message')).toHaveValue('Here it is.')
  expect(bodies()).toEqual([])
  answer = ok({ message: 'ok', file_id })
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  expect(bodies()).toMatchObject([{ files: [file_id] }])
})

test('a file whose upload was canceled does not go along', async () => {
  const { screen, bodies } = await open(() => new Promise(() => {}))
  await screen.getByRole('button', { name: 'Attach files' }).click()
  chooseFiles(pdf('wrong.pdf'))
  await screen.getByLabelText('Your message').fill('Without it, then.')
  await screen.getByRole('button', { name: 'Send' }).click()
  await screen.getByRole('button', { name: 'Cancel the upload of wrong.pdf' }).click()
  await expect.element(screen.getByText(/^Your message was not sent, because a file did not arrive/)).toBeVisible()
  expect(bodies()).toEqual([])
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  expect(bodies()).toMatchObject([{ text: 'Without it, then.', files: [] }])
})

test('resumed after a lost response, with its file chosen again, it is the same message and the same upload', async () => {
  const sendResumed = async () => {
    const { screen, uploads, bodies } = await open(() => ok({ message: 'ok', file_id }), testMessages, {
      draft: keptDraft,
    })
    await screen.getByRole('button', { name: 'Continue editing' }).click()
    await expect.element(screen.getByText(/Files are not saved\. Please choose them again\.$/)).toBeVisible()
    await expect.element(screen.getByText(/^PDF or picture, up to 5 MB each/)).toBeVisible()
    chooseFiles(pdf('referral.pdf'))
    await expect.element(screen.getByText(/Files are not saved\. Please choose them again\.$/)).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
    await screen.unmount()
    return {
      upload: new Map(uploads.flatMap(({ body }) => fieldsOf(body) ?? []) as [string, string][]).get('upload_key'),
      bodies: bodies(),
    }
  }
  const first = await sendResumed()
  expect(first).toEqual({
    upload: expect.any(String),
    bodies: [{ id: expect.any(String), text: 'Here it is.', files: [file_id] }],
  })
  expect(await sendResumed()).toEqual(first)
})

test.each([
  ['uploaded anew, and it alone', false],
  ['removed and attached again', true],
])('a file that was deleted before the message left is %s', async (_, isRemoved) => {
  const second = testDocument(2).file_id
  const written = refused(400, 'Please correct one field', {
    fields: { files: 'A file is no longer there. Please remove it, and attach it again.' },
  })
  const ids = [file_id, second, testDocument(3).file_id]
  const { screen, uploads, bodies } = await open(
    () => ok({ message: 'ok', file_id: ids[uploads.length - 1] }),
    testMessages,
    {
      written: [400, { ...(written[1] as object), missing_files: [second] }],
    },
  )
  await screen.getByLabelText('Your message').fill('Here it is.')
  await screen.getByRole('button', { name: 'Attach files' }).click()
  await expect.element(screen.getByText(/^PDF or picture, up to 5 MB each/)).toBeVisible()
  const referral = pdf('referral.pdf')
  chooseFiles(pdf('letter.pdf'), referral)
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText(/^A file is no longer there/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remove referral.pdf' })).toBeVisible()
  if (isRemoved) {
    await screen.getByRole('button', { name: 'Remove referral.pdf' }).click()
    chooseFiles(referral)
  }
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => bodies().length).toBe(2)
  expect(bodies().at(-1)).toMatchObject({ files: [file_id, ids[2]] })
  const keys = () =>
    uploads
      .flatMap(({ body }) => (fieldsOf(body) ?? []).filter(([name]) => name === 'upload_key'))
      .map(([, key]) => key)
  expect(new Set(keys()).size).toBe(3)
})

test('the same text written again is another message', async () => {
  const { screen, bodies } = await open(() => refused(500))
  for (const count of [1, 2]) {
    await screen.getByLabelText('Your message').fill('Thank you')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => bodies().length).toBe(count)
    await expect.element(screen.getByLabelText('Your message')).toHaveValue('')
  }
  const ids = bodies().map((body) => (body as { id: string }).id)
  expect(new Set(ids).size).toBe(2)
})

test('files of a message are shown or downloaded, and of a deleted one its place is told', async () => {
  const [first, ...rest] = testMessages
  const files = [
    { file_id, file_name: 'images.zip', file_type: 'zip', is_deleted: false },
    { file_id: testDocument(2).file_id, file_name: '', file_type: null, is_deleted: true },
    { file_id: testDocument(3).file_id, file_name: 'rash.png', file_type: 'png', is_deleted: false },
  ]
  const { screen } = await open(() => refused(500), [{ ...first!, files }, ...rest])
  await expect.element(screen.getByText('File 2 of 3 was deleted.')).toBeVisible()
  await screen.getByRole('button', { name: 'Download images.zip' }).click()
  await expect.element(screen.getByText('The file could not be downloaded. Please try again.')).toBeVisible()
  await screen.getByRole('button', { name: 'View rash.png' }).click()
  const dialog = screen.getByRole('dialog', { name: 'rash.png' })
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  expect(await axeHits()).toEqual([])
  // Tests draw dialogs where they stand in the code, here below the window.
  const save = dialog.getByRole('button', { name: 'Download', exact: true }).element() as HTMLElement
  save.click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('files that were chosen, which no draft keeps, are not left without a question', async () => {
  const { screen } = await open(() => ok({ message: 'ok', file_id }))
  await screen.getByLabelText('Your message').fill('Here it is.')
  expect(leaveTexts()).toBeUndefined()
  await screen.getByRole('button', { name: 'Attach files' }).click()
  chooseFiles(pdf('referral.pdf'))
  await expect.poll(() => leaveTexts()?.title).toBe('Leave without your files?')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  expect(leaveTexts()).toBeUndefined()
})

test('Cancel of a new message discards its text and its files, and asks nothing', async () => {
  signOut()
  const draft = '/common/api/draft/message-new/'
  const sent = serve({
    'GET /patient/messages/': ok({ threads: [testThread], total: 1, total_pages: 1, answer_days: 2 }),
    [`GET ${draft}`]: ok({ draft: null }),
    [`POST ${draft}`]: ok({ saved_at: '2026-11-21T20:42:07Z' }),
    [`DELETE ${draft}`]: ok({ message: 'Draft deleted' }),
  })
  const at = '/messages?write=true'
  const { screen, address } = await show(<MessagesPage />, { role: 'Patient', at })
  await screen.getByLabelText('Subject').fill('My leg')
  await screen.getByRole('button', { name: 'Attach files' }).click()
  await expect.element(screen.getByText(/^PDF or picture, up to 5 MB each/)).toBeVisible()
  chooseFiles(pdf('referral.pdf'))
  await expect.poll(() => leaveTexts()?.title).toBe('Leave without your files?')
  await expect.poll(() => sent.some(({ call }) => call === `POST ${draft}`)).toBe(true)
  expect(address()).toBe(at)
  await screen.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.poll(address).toBe('/messages')
  await expect.poll(() => sent.at(-1)?.call).toBe(`DELETE ${draft}`)
})
