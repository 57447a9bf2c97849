import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  addMyReimbursement,
  addReimbursement,
  type Call,
  calls,
  fileSentences,
  fillPath,
  sendEmail,
  uploadDocument,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { capturedLog } from '../../../test/captured-log.ts'
import { smallPdf } from '../../../test/given.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { log, lines } = capturedLog('error')
const { app, given, folder, owner } = await testApp({ platform: () => ({ log }) })

const ana = await given.patient()
const nora = await given.staff('Nurse', ana.project)
const forms: [string, Call, TestUser][] = [
  ['a document of a patient', uploadMyDocument, ana],
  ['a document by staff', uploadDocument, nora],
  ['a signed form', uploadForm, ana],
  ['a receipt of a patient', addMyReimbursement, ana],
  ['a receipt by staff', addReimbursement, nora],
  ['an attachment', sendEmail, nora],
]

const storedFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
const post = async (call: Call, user: TestUser, type: string, payload: string) => {
  const answer = await app.inject({
    method: call.method,
    url: fillPath(call.path, { key: ana.email }),
    headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const head = (field: string, more = '') =>
  `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.pdf"${more}\r\n\r\n`
const email = `--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n${ana.email}\r\n`
const whole = (field: string, more = '') => `${email}${head(field, more)}${smallPdf()}\r\n--x--\r\n`
const boundary = 'multipart/form-data; boundary=x'

const broken: [string, (field: string) => [type: string, payload: string]][] = [
  ['no boundary', (field) => ['multipart/form-data', whole(field)]],
  ['an empty boundary', (field) => ['multipart/form-data; boundary=', whole(field)]],
  ['a boundary of 5,000 characters', (field) => [`multipart/form-data; boundary=${'b'.repeat(5000)}`, whole(field)]],
  ['another boundary than it says', (field) => ['multipart/form-data; boundary=y', whole(field)]],
  ['no end', (field) => [boundary, whole(field).slice(0, -10)]],
  ['no end of its file', (field) => [boundary, `${email}${head(field)}%PDF-1.4`]],
  [
    'no end of the head of a part',
    (field) => [boundary, `${email}--x\r\ncontent-disposition: form-data; name="${field}`],
  ],
  ['a field of the name of a prototype', () => [boundary, whole('__proto__')]],
  [
    'a field that says it is JSON and is not',
    () => [
      boundary,
      '--x\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{\r\n--x--\r\n',
    ],
  ],
]

test('every call that takes files is among these', () => {
  const taking = Object.values(calls).filter((call: Call) => call.upload)
  expect(taking.filter((call) => !forms.some(([, known]) => known === call)).map(({ path }) => path)).toEqual([
    '/patient/answer_reimbursement/:id/',
    '/operator/update_reimbursements/:id/',
  ])
})

test.each(broken)('a request with %s is refused in words, and nothing of it is kept', async (_, make) => {
  for (const [what, call, user] of forms) {
    const [type, payload] = make(call.upload?.field ?? '')
    expect(await post(call, user, type, payload), what).toMatchObject({
      status: 400,
      body: { error: 'What was sent is damaged or incomplete. Please try again.', code: 'malformed' },
    })
  }
  expect(await storedFiles()).toBe(0)
  expect(lines).toEqual([])
})

const active: [string, string][] = [
  ['a script', '1 0 obj<</OpenAction<</S/JavaScript/JS(x)>>>>endobj'],
  ['an XFA form', '1 0 obj<</AcroForm<</XFA 2 0 R>>>>endobj'],
]

test.each(active)(
  'a PDF with %s is refused by every call that takes one, and nothing of it is kept',
  async (_, body) => {
    for (const [what, call, user] of forms) {
      const pdf = `%PDF-1.7\n${body}\ntrailer<<>>\n%%EOF\n`
      const payload = `${email}${head(call.upload?.field ?? '')}${pdf}\r\n--x--\r\n`
      const { status, body: answer } = await post(call, user, boundary, payload)
      expect(status, what).toBe(415)
      expect([fileSentences.activePdf, uploadForm.upload?.wrongType], what).toContain(answer.error)
    }
    expect(await storedFiles()).toBe(0)
  },
)

test.each<[string, (session: string) => Promise<unknown>]>([
  ['the session ends', (session) => owner('update sessions set revoked_at = now() where session_id = $1', [session])],
  [
    'an area is no longer shared',
    (session) =>
      owner(
        `update caregivers set areas = '{visits}' where caregiver_id = (select caregiver_id from sessions where session_id = $1)`,
        [session],
      ),
  ],
])('a file that was on its way when %s is not kept', async (_, end) => {
  const user = await given.caregiver(ana, ['visits', 'files'])
  const before = await storedFiles()
  const text = whole('file')
  const payload = Readable.from(
    (async function* () {
      yield Buffer.from(text.slice(0, -200))
      await end(user.session)
      yield Buffer.from(text.slice(-200))
    })(),
  )
  const answer = await app.inject({
    method: 'POST',
    url: fillPath(uploadMyDocument.path, { key: ana.code }),
    headers: { authorization: `Bearer ${user.token}`, 'content-type': boundary },
    payload,
  })
  expect(answer.statusCode).toBe(401)
  expect(await storedFiles()).toBe(before)
})
