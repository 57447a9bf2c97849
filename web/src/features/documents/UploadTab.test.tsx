import type { Document } from '@fornix/contract'
import { expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { testDocument as document } from '../../testing/records.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { fieldsOf, serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show, signOut } from '../../testing/show.tsx'
import { UploadTab } from './UploadTab.tsx'

const list = 'GET /patient/retrieve_documents/P-7K3QX9/'
const upload = 'POST /patient/upload_document/P-7K3QX9/'
const arrived = ok({ message: 'ok', file_id: document(1).file_id })
const listed = (...documents: Document[]) => ok({ documents, total: documents.length, total_pages: 1 })
const pdf = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })

const render = async (answers: ServedCalls = {}) => {
  signOut()
  serve({ [list]: listed(), ...answers })
  const { screen, router } = await show(<UploadTab />, { role: 'Patient', at: '/patient/uploadfile' })
  const press = () => screen.getByRole('button', { name: 'Upload', exact: true }).click()
  const question = screen.getByRole('alertdialog', { name: 'Leave without your files?' })
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click()
  return { screen, router, press, question, answer }
}

test('a file is sent with its progress, said to have arrived, and stands among the recent ones', async () => {
  let documents: Document[] = []
  const held = Promise.withResolvers<Served>()
  const sent = serveUploads({ [upload]: () => held.promise })
  const { screen, press } = await render({ [list]: () => listed(...documents) })
  chooseFiles(pdf('letter.pdf'))
  await expect.element(screen.getByText('letter.pdf')).toBeVisible()
  await press()
  const progress = screen.getByRole('progressbar', { name: 'Upload progress of letter.pdf' })
  await expect.element(screen.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  sent[0]?.progress(3, 10)
  await expect.element(progress).toHaveAttribute('aria-valuenow', '30')
  documents = [document(1)]
  held.resolve(arrived)
  await expect.element(screen.getByText('File uploaded successfully!')).toBeVisible()
  await expect.element(screen.getByText('report-1.pdf')).toBeVisible()
  await expect.element(progress).not.toBeInTheDocument()
  await expect.element(screen.getByText('letter.pdf')).not.toBeInTheDocument()
  expect(fieldsOf(sent[0]?.body)).toEqual([
    ['upload_key', expect.any(String)],
    ['file', 'letter.pdf'],
  ])
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer first')
  expect(await axeHits()).toEqual([])
})

test('without a file nothing is sent, and one is asked for', async () => {
  const sent = serveUploads({})
  const { screen, press } = await render()
  await press()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please select a file')
  expect(sent).toEqual([])
})

test.each([
  ['a program', pdf('setup.exe'), 'Invalid file type. Please upload a PDF, PNG, JPEG, or SVG file.'],
  ['a file over 5 MB', pdf('scan.pdf', 5 * 1024 * 1024 + 1), 'File size exceeds 5MB limit.'],
])('%s is refused as soon as it is chosen, and the right one after it is not', async (_, wrong, sentence) => {
  const sent = serveUploads({ [upload]: arrived })
  const { screen, press } = await render()
  chooseFiles(wrong)
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(screen.getByText(wrong.name)).not.toBeInTheDocument()
  chooseFiles(pdf('right.pdf'))
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await press()
  await expect.element(screen.getByText('File uploaded successfully!')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test.each<[string, Served, string]>([
  ['a refused file', refused(415, 'This is not a PDF inside.'), 'This is not a PDF inside.'],
  ['a broken server', refused(500, 'secret details'), 'Error uploading file'],
])('%s is told, and the file stays chosen to be sent again', async (_, failure, sentence) => {
  let answer: Served = failure
  serveUploads({ [upload]: () => answer })
  const { screen, press } = await render()
  chooseFiles(pdf('letter.pdf'))
  await press()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(screen.getByText('letter.pdf')).toBeVisible()
  answer = arrived
  await press()
  await expect.element(screen.getByText('File uploaded successfully!')).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('where one of two files is refused, the list still says that the other has arrived', async () => {
  const answers: Served[] = [arrived, refused(415, 'This is not a PDF inside.'), arrived]
  const sent = serveUploads({ [upload]: () => answers.shift() ?? refused(500) })
  const { screen, press } = await render()
  chooseFiles(pdf('letter.pdf'), pdf('form.pdf'))
  await expect.element(screen.getByText('form.pdf')).toBeVisible()
  await press()
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('form.pdf').getByRole('alert')).toHaveTextContent('This is not a PDF inside.')
  await expect.element(row('letter.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  chooseFiles(pdf('more.pdf'))
  await expect.element(screen.getByText('more.pdf')).toBeVisible()
  await expect.element(row('letter.pdf')).not.toBeInTheDocument()
  await expect.element(row('form.pdf')).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('chosen files are not left without a question, and stay if it is answered so', async () => {
  serveUploads({})
  const { screen, router, question, answer } = await render()
  chooseFiles(pdf('letter.pdf'))
  await expect.element(screen.getByText('letter.pdf')).toBeVisible()
  await router.navigate('/files')
  await answer('Stay')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByText('letter.pdf')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove letter.pdf' }).click()
  await router.navigate('/files')
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
})

test('an upload is not aborted by a link: who stays sees it arrive, and only who leaves ends it', async () => {
  const held = [Promise.withResolvers<Served>(), Promise.withResolvers<Served>()]
  const sent = serveUploads({ [upload]: () => held[sent.length - 1]!.promise })
  const { screen, router, press, question, answer } = await render()
  chooseFiles(pdf('letter.pdf'))
  await press()
  await router.navigate('/files')
  await expect.element(question).toBeVisible()
  held[0]?.resolve(arrived)
  await expect.element(screen.getByText('File uploaded successfully!')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  chooseFiles(pdf('form.pdf'))
  await press()
  await router.navigate('/files')
  await answer('Leave')
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
  await expect.poll(() => sent.map(({ aborted }) => aborted())).toEqual([false, true])
})

test('the five newest files stand below, with their day and the way to all', async () => {
  const { screen } = await render({ [list]: listed(...[6, 5, 4, 3, 2, 1].map((at) => document(at))) })
  await expect.element(screen.getByText('report-6.pdf')).toBeVisible()
  expect(screen.getByRole('listitem').elements()).toHaveLength(5)
  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent(/2026-03-06/)
  await expectLink(screen, 'See all files', '/files')
})

test('without files the card says so; files that could not be read are asked for again', async () => {
  let broken = true
  const { screen } = await render({ [list]: () => (broken ? refused(400) : listed()) })
  await expect.element(screen.getByText('Error fetching documents')).toBeVisible()
  expect(screen.getByText('No file data available ..').query()).toBeNull()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No file data available ..')).toBeVisible()
})
