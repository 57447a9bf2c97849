import { type ArrivedStudy, storeTags } from '@fornix/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { changeProject } from '../../platform/sign-in/switch-project.ts'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { withholding } from '../../testing/rights.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { type SentFiles, serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show, signIn, signOut, south, userOf } from '../../testing/show.tsx'
import type { Chosen } from './choice.ts'
import { choicesOf } from './choose.ts'
import { messages } from './messages.ts'
import { ScanUploadPage } from './ScanUploadPage.tsx'
import { startSending } from './sending.ts'

vi.mock('./choose.ts', { spy: true })
vi.mock('./sending.ts', { spy: true })

const store = 'POST /api/dicomweb/studies/'
const list = 'POST /operator/arrived_studies/'
const known = 'POST /operator/known_instances/'
const dicom = (name: string, kilobytes = 1) => {
  const bytes = new Uint8Array(kilobytes * 1024)
  bytes.set([0x44, 0x49, 0x43, 0x4d], 128)
  return new File([bytes], name)
}
type Refused = [part: number, reason: string, sentence: string]
const answered = (...failures: Refused[]) =>
  Response.json(
    {
      [storeTags.stored]: { Value: [{ [storeTags.retrieveUrl]: { Value: ['/studies/1.2.3/series/9/'] } }] },
      [storeTags.otherFailures]: {
        Value: failures.map(([part, reason, sentence]) => ({
          [storeTags.part]: { Value: [part] },
          [storeTags.reason]: { Value: [reason] },
          [storeTags.sentence]: { Value: [sentence] },
        })),
      },
    },
    { headers: { 'content-type': 'application/dicom+json' } },
  )
const study: ArrivedStudy = {
  study_UID: '1.2.3',
  study_date: '20260910',
  scan_type: 'Portable brain MRI',
  state: 'matched',
  patient_name: 'Amara Abbott',
  patient_id: 'P-7K3QX9',
}
beforeEach(signOut)

const render = async (
  answer: Served | ((sent: SentFiles) => Served | Promise<Served>),
  {
    studies = ok({ studies: [study] }),
    role = 'Nurse',
    here = [],
  }: { studies?: Served; role?: 'Nurse' | 'Admin'; here?: { sha256: string; study_UID: string }[] } = {},
) => {
  serve({ [list]: () => studies, [known]: () => ok({ instances: here }) })
  const sent = serveUploads({ [store]: answer })
  const shown = await show(<ScanUploadPage />, { role, at: '/scanUpload' })
  const press = (name: string) => shown.screen.getByRole('button', { name, exact: true }).click()
  return { ...shown, sent, press }
}

test('files are sent, counted, and named with the patient whose they are', async () => {
  const { screen, sent } = await render(() => answered())
  chooseFiles(dicom('IM1'), dicom('IM2'), dicom('DICOMDIR'))
  await expect.element(screen.getByText('2 files stored.')).toBeVisible()
  await expect.element(screen.getByText(/^1 file skipped because they contain no images/)).toBeVisible()
  const row = screen.getByRole('row', { name: /Portable brain MRI/ })
  await expect.element(row).toMatchTextContent(/Amara Abbott · P-7K3QX9/)
  await expectLink(row, 'Amara Abbott · P-7K3QX9', '/profile?patient=P-7K3QX9&tab=scan')
  expect(sent.map(({ headers }) => headers.get('content-type')?.split('; boundary')[0])).toEqual([
    'multipart/related; type="application/dicom"',
  ])
  expect(await hitsInEveryLook()).toEqual([])
})

test('files go as parts of one DICOM request, whole and each with its type', async () => {
  const { screen, sent } = await render(() => answered())
  chooseFiles(dicom('IM1'), dicom('IM2', 2))
  await expect.element(screen.getByText('2 files stored.')).toBeVisible()
  const [request] = sent
  const text = request?.body instanceof Blob ? await request.body.text() : ''
  const boundary = request?.headers.get('content-type')?.split('boundary=')[1]
  const parts = text.split(`--${boundary}`)
  expect(parts.at(-1)).toBe('--\r\n')
  expect(
    parts.slice(1, -1).map((part) => part.length - '\r\nContent-Type: application/dicom\r\n\r\n\r\n'.length),
  ).toEqual([1024, 2048])
})

test('while it is sent, the page says how far it is, and leaving asks first', async () => {
  const { screen, sent, router, address, press } = await render(() => new Promise<never>(() => undefined))
  chooseFiles(dicom('IM1', 1024), dicom('IM2', 1024))
  await expect.poll(() => sent.length).toBe(1)
  sent[0]?.progress(1024 * 1024, 2 * 1024 * 1024)
  await expect.element(screen.getByText('1 of 2 MB')).toBeVisible()
  await expect
    .element(screen.getByRole('progressbar', { name: 'Upload progress' }))
    .toHaveAttribute('aria-valuenow', '50')
  expect(await hitsInEveryLook()).toEqual([])
  void router.navigate('/elsewhere')
  await expect.element(screen.getByRole('alertdialog', { name: 'Files are still uploading' })).toBeVisible()
  await press('Keep uploading')
  expect(address()).toBe('/scanUpload')
  expect(sent[0]?.aborted()).toBe(false)
})

test('who leaves all the same breaks off what is on its way', async () => {
  const { screen, sent, router, press } = await render(() => new Promise<never>(() => undefined))
  chooseFiles(dicom('IM1'))
  await expect.poll(() => sent.length).toBe(1)
  void router.navigate('/elsewhere')
  await press('Leave')
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
  await expect.poll(() => sent[0]?.aborted()).toBe(true)
})

test('switching the project asks first, and nothing is sent to the other project', async () => {
  const { screen, sent, press } = await render(() => new Promise<never>(() => undefined), { role: 'Admin' })
  const switched = vi.fn(
    (): Served => ok({ access_token: 'second', role: 'Admin', project: south, user_object: userOf('Admin') }),
  )
  serve({ 'POST /common/api/switch_project/': switched, [known]: () => ok({ instances: [] }) })
  chooseFiles(...Array.from({ length: 120 }, (_, n) => dicom(`IM${n}`)))
  await expect.poll(() => sent.length).toBe(2)
  void changeProject(south)
  await expect.element(screen.getByRole('alertdialog', { name: 'Files are still uploading' })).toBeVisible()
  await press('Keep uploading')
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(sent[0]?.aborted()).toBe(false)
  void changeProject(south)
  await press('Leave')
  await expect.poll(() => currentSession()?.project).toBe(south)
  expect(switched).toHaveBeenCalledTimes(1)
  expect(sent.map((one) => one.aborted())).toEqual([true, true])
})

test('an upload ends at once with its session, whatever page is next', async () => {
  const { sent } = await render(() => new Promise<never>(() => undefined))
  chooseFiles(...Array.from({ length: 120 }, (_, n) => dicom(`IM${n}`)))
  await expect.poll(() => sent.length).toBe(2)
  signIn('Nurse')
  expect(sent.map((one) => one.aborted())).toEqual([true, true])
})

test('who leaves while a zip is still being opened sends nothing', async () => {
  const opened = Promise.withResolvers<Chosen>()
  vi.mocked(choicesOf).mockReturnValueOnce(opened.promise)
  vi.mocked(startSending).mockClear()
  const { screen, router } = await render(() => answered())
  chooseFiles(dicom('scans.zip'))
  await expect.element(screen.getByText(messages.looking)).toBeVisible()
  await router.navigate('/elsewhere')
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
  opened.resolve({ choices: [{ name: 'IM1', size: 1024, read: async () => dicom('IM1') }], leftOut: 0 })
  await opened.promise
  expect(startSending).not.toHaveBeenCalled()
})

test('a lost connection says that nothing is lost, and goes on by itself', async () => {
  let isOnline = false
  const { screen } = await render(() => (isOnline ? answered() : 'no network'))
  chooseFiles(dicom('IM1'))
  await expect.element(screen.getByRole('alert')).toHaveTextContent(messages.lineTrouble)
  isOnline = true
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText('1 file stored.')).toBeVisible()
})

test.each([
  ['of a proxy', () => Response.json({ message: 'hello' })],
  [
    'in half',
    () => Response.json({ [storeTags.stored]: 5 }, { headers: { 'content-type': 'application/dicom+json' } }),
  ],
])('an answer %s is trouble of the server, not a stored file', async (_, answer) => {
  const { screen } = await render(answer)
  chooseFiles(dicom('IM1'))
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^The server cannot accept files right now/)
  await expect.element(screen.getByText('0 of 1 file')).toBeVisible()
})

test('what was cancelled is named as not sent, and is sent when asked for again', async () => {
  let isSlow = true
  const { screen, press } = await render(() => (isSlow ? new Promise<never>(() => undefined) : answered()))
  chooseFiles(dicom('IM1'), dicom('IM2'))
  await press('Pause')
  await expect.element(screen.getByRole('button', { name: 'Resume' })).toBeVisible()
  await press('Cancel')
  await expect.element(screen.getByText('0 files stored, 2 files refused.')).toBeVisible()
  await expect.element(screen.getByText('Not uploaded because you canceled. (2 files)')).toBeVisible()
  isSlow = false
  await press('Try 2 files again')
  await expect.element(screen.getByText('2 files stored.')).toBeVisible()
  await press('Upload more')
  await expect.element(screen.getByRole('button', { name: 'Choose a folder' })).toBeVisible()
})

test('refused files stand under their reason, folded when there are many', async () => {
  const failures = Array.from({ length: 6 }, (_, n): Refused => [n, 'TRUNCATED', 'The file is cut off.'])
  const { screen } = await render(() => answered(...failures))
  chooseFiles(...Array.from({ length: 6 }, (_, n) => dicom(`IM${n}`)), new File(['note'], 'note.txt'))
  const many = screen.getByText('The file is cut off. (6 files)')
  await expect.element(many).toBeVisible()
  await expect.element(screen.getByText('This is not a DICOM file. (1 file)')).toBeVisible()
  await expect.element(screen.getByText('note.txt')).toBeVisible()
  await expect.element(screen.getByText('IM3')).not.toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await many.click()
  await expect.element(screen.getByText('IM3')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Try/ }).query()).toBeNull()
})

test('a study of nobody is told as such, and only an admin finds the way to decide', async () => {
  const studies = ok({ studies: [{ ...study, state: 'nobody', patient_name: '', patient_id: '' }] })
  const nurse = await render(() => answered(), { studies })
  chooseFiles(dicom('IM1'))
  const sentence = 'No patient has the MRN in the file. An admin will decide who it belongs to.'
  await expect.element(nurse.screen.getByText(sentence)).toBeVisible()
  expect(nurse.screen.getByRole('link', { name: 'Review unmatched scans' }).query()).toBeNull()
  await nurse.screen.unmount()
  const admin = await render(() => answered(), { studies, role: 'Admin' })
  chooseFiles(dicom('IM1'))
  await expect.element(admin.screen.getByRole('link', { name: 'Review unmatched scans' })).toBeVisible()
})

test('studies that could not be listed do not make the files look lost', async () => {
  const { screen } = await render(() => answered(), { studies: refused(400) })
  chooseFiles(dicom('IM1'))
  await expect.element(screen.getByText('1 file stored.')).toBeVisible()
  await expect
    .element(screen.getByText('The files are stored, but their studies could not be listed. Please try again.'))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a folder without images says so, and sends nothing', async () => {
  const { screen, sent } = await render(() => answered())
  chooseFiles(dicom('DICOMDIR'), dicom('.DS_Store'))
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^No files to upload were found\. 2 files skipped/)
  await expect.element(page.getByRole('button', { name: 'Choose files or a zip file' })).toBeEnabled()
  expect(sent).toEqual([])
})

test('who may not upload scans reads that in the place of the form', async () => {
  serve(withholding('upload_scans'))
  const { screen } = await show(<ScanUploadPage />, { role: 'MRI-Tech', at: '/scanUpload' })
  await expect
    .element(screen.getByText('Your clinic does not let MRI technologists upload scans. Ask an admin.'))
    .toBeVisible()
  expect(document.querySelector('input[type="file"]')).toBeNull()
})

test('a file that is here already is not sent again', async () => {
  const file = dicom('IM1')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const { screen, sent } = await render(() => answered(), { here: [{ sha256, study_UID: '1.2.3' }] })
  chooseFiles(file, dicom('IM2', 2))
  await expect.element(screen.getByText('1 file stored, 1 file already here.')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Portable brain MRI/ })).toBeVisible()
  expect(sent.map(({ body }) => (body instanceof Blob ? body.size : 0) < 3 * 1024)).toEqual([true])
})
