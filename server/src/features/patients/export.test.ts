import { buffer } from 'node:stream/consumers'
import { exportPatients, type Right, saveRights } from '@fornix/contract'
import { expect, test } from 'vitest'
import { addFindable } from '../../../test/findable.ts'
import { testApp } from '../../../test/harness.ts'
import { exportedPatients } from './export.ts'

const app = await testApp()
const { as, given, send, owner, mailsTo, platform } = app
const nora = await given.staff('Nurse')
await addFindable(app, nora.project, [
  { first_name: 'Ana', last_name: 'Rivera', mrn_number: 'MRN-1', indication: ['Stroke', 'Other'] },
  { first_name: '=1+1', last_name: 'Bell "B", Jr.', status: 'Scanned' },
  { first_name: 'Ana', last_name: 'Zoe', patient_type: 'Patient', status: 'Scanned' },
])
await given.patient(undefined, { first_name: 'Ana', last_name: 'Elsewhere' })

const reason = 'Yearly report'
const withhold = async (rights: Right[]) =>
  as(await given.staff('Admin', nora.project)).call(saveRights, {
    body: { withheld: { Nurse: rights }, two_person_amount: null },
  })
const file = async (query: object, user = nora) => {
  const answer = await send(user, exportPatients, { query: { reason, ...query } })
  expect(answer.status).toBe(200)
  const text = answer.bytes.toString()
  expect(text.startsWith('\ufeff')).toBe(true)
  return { ...answer, lines: text.slice(1).split('\r\n').slice(0, -1) }
}

test('the file has the chosen columns, in their order, and the patients of the project', async () => {
  const { lines, headers } = await file({ columns: 'last_name,mrn_number,indication' })

  expect(lines).toEqual([
    '"Last Name","MRN Number","Indication"',
    '"Bell ""B"", Jr.","",""',
    '"Rivera","MRN-1","Stroke, Other"',
    '"Zoe","",""',
  ])
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="patients-\d{4}-\d\d-\d\d\.csv"/)
})

test('it follows the search, the filters and the order of the list', async () => {
  const names = async (query: object) => (await file({ columns: 'last_name', ...query })).lines.slice(1)

  expect(await names({ searchQuery: 'ana' })).toEqual(['"Rivera"', '"Zoe"'])
  expect(await names({ searchQuery: 'ana', order: 'desc' })).toEqual(['"Zoe"', '"Rivera"'])
  expect(await names({ status: 'Scanned', patient_type: 'Patient' })).toEqual(['"Zoe"'])
  expect(await names({ searchQuery: '%' })).toEqual([])
})

test('a name that is a formula leaves as a text', async () => {
  const { lines } = await file({ columns: 'first_name', status: 'Scanned' })

  expect(lines).toEqual(['"First Name"', `"'=1+1"`, '"Ana"'])
})

test('the day on which somebody was added is the one at the site', async () => {
  const otto = await given.staff('Physician')
  const { id } = await given.patient(otto.project)
  await owner(`update patients set created_at = '2026-03-11T02:30:00Z' where patient_id = $1`, [id])
  expect((await file({ columns: 'created_at' }, otto)).lines).toEqual(['"Added"', '"2026-03-10"'])
})

test('it comes in batches without losing or doubling a row, whatever it is sorted by', async () => {
  const otto = await given.staff('Physician')
  await owner(
    `insert into patients (project_id, patient_id, code, email, email_key, first_name, last_name, last_key, first_key, mrn_number, status)
     select $1, gen_random_uuid(), 'P-' || n, n || '@x.example', n || '@x.example', 'Same', 'Same', 'same', 'same',
            case when n % 3 = 0 then '' else 'M' || n end, case when n % 2 = 0 then 'Scanned' else 'Other' end
       from generate_series(1, 2100) n`,
    [otto.project],
  )
  for (const sort of ['last_name', 'mrn_number', 'created_at', 'status'])
    for (const order of ['asc', 'desc']) {
      const { lines } = await file({ columns: 'patient_id,mrn_number', sort, order }, otto)
      expect(new Set(lines).size).toBe(2101)
      if (sort === 'mrn_number') expect(lines.slice(1).findIndex((line) => line.endsWith('""'))).toBe(1400)
    }
})

test('the audit trail says how many patients left, which columns, and why', async () => {
  await file({ columns: 'last_name,email', searchQuery: 'ana' })
  const rows = await owner(
    "select actor_id, object_id from audit_events where project_id = $1 and action = 'patient.export' order by at desc limit 1",
    [nora.project],
  )

  expect(rows).toEqual([
    { actor_id: nora.id, object_id: '2 patients (by a search): Last Name, Email Address. Reason: Yearly report' },
  ])
})

test('the admins of the project are mailed who exported how many, and why', async () => {
  const [admin, elsewhere] = [await given.staff('Admin', nora.project), await given.staff('Admin')]
  await file({ columns: 'last_name', status: 'Scanned', reason: 'For the ethics board' })

  const [mail] = await mailsTo(admin.email)
  expect(mail?.subject).toBe('Nora Lindt exported 2 patients')
  expect(mail?.body).toContain('Reason: For the ethics board')
  expect(await mailsTo(elsewhere.email)).toEqual([])
  expect(await mailsTo(nora.email)).toEqual([])
})

test.each([
  { reason },
  { reason, columns: '' },
  { reason, columns: 'notes' },
  { reason, columns: 'email,email' },
  { reason, columns: 'email', sort: 'patient_id' },
  { columns: 'email' },
  { columns: 'email', reason: ' why ' },
  { columns: 'email', reason: 'x'.repeat(501) },
  { columns: 'email', reason: 'two\nlines' },
])('the query %j is refused', async (query) => {
  expect((await send(nora, exportPatients, { query })).status).toBe(400)
})

test('patients export nobody, and operators not the deleted', async () => {
  const ana = await given.patient(nora.project)
  const query = { columns: 'last_name', reason }

  expect((await send(ana, exportPatients, { query })).status).toBe(403)
  expect((await send(nora, exportPatients, { query: { ...query, deleted: 'true' } })).status).toBe(403)
})

test.each([
  ['the right to export', 'export', 'last_name'],
  ['the right to see what a column shows', 'see_medical', 'last_name,indication'],
] as const)('a file that is on its way ends when the project withholds %s', async (_, right, columns) => {
  const otto = await given.staff('Nurse', nora.project)
  const user = (await platform.sessions.resolve({ bearer: otto.token, keepsAlive: false }))!
  const { reason: __, ...filters } = exportPatients.query.parse({ reason, columns })
  const read = () => buffer(exportedPatients(platform, user, filters).stream)
  expect((await read()).toString()).toContain('Rivera')
  const { stream } = exportedPatients(platform, user, filters)
  await withhold([right])
  await expect(buffer(stream)).rejects.toMatchObject({ status: 403, code: 'right_withheld' })
  await withhold([])
})
