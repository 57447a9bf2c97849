import { keepAlive, listMyDocuments, listScanStates, uploadMyDocument } from '@fornix/contract'
import { expect, test } from 'vitest'
import { smallPdf } from '../../../test/given.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp({ environment: { CLAMD_URL: 'tcp://127.0.0.1:9' } })
const project = await given.project()
const [ana, ben] = [await given.patient(project), await given.patient(project)]
const nora = await given.staff('Nurse', project)

const uploaded = async () => {
  const file = { name: 'a.pdf', bytes: smallPdf() }
  return (await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file })).file_id
}
const statesFor = async (user: TestUser, ...ids: string[]) =>
  (await as(user).call(listScanStates, { query: { file_ids: ids.join(',') } })).files

test('the patient and the staff read what the scanner says by now', async () => {
  const [one, two] = [await uploaded(), await uploaded()]
  const waiting = [one, two].map((file_id) => ({ file_id, scan_state: 'pending' }))
  for (const user of [ana, nora])
    expect((await statesFor(user, one, two)).toSorted((a, b) => (a.file_id < b.file_id ? -1 : 1))).toEqual(waiting)
  await owner("update files set scan_state = 'clean' where file_id = $1", [one])
  expect(await statesFor(ana, one)).toEqual([{ file_id: one, scan_state: 'clean' }])
})

test('a file of a stranger, one that was deleted and one of a deleted patient are as if there were none', async () => {
  const file = await uploaded()
  const other = await given.staff('Admin', await given.project())
  for (const stranger of [ben, other]) expect(await statesFor(stranger, file)).toEqual([])
  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
  expect(await statesFor(nora, file)).toEqual([])
  await owner('update patients set deleted_at = null where patient_id = $1', [ana.id])
  await owner('update files set deleted_at = now() where file_id = $1', [file])
  expect(await statesFor(ana, file)).toEqual([])
})

test('what names no files is refused', async () => {
  for (const file_ids of ['', 'x', `${ana.id},`, Array(101).fill(ana.id).join(',')])
    expect((await send(ana, listScanStates, { query: { file_ids } })).status).toBe(400)
})

test('asking for states keeps no session alive and writes no audit row; asking for the list does both', async () => {
  const file = await uploaded()
  await owner("update sessions set last_seen_at = now() - interval '10 minutes'")
  const fresh = async ({ session }: TestUser) =>
    (
      await owner<{ fresh: boolean }>(
        "select last_seen_at > now() - interval '1 minute' as fresh from sessions where session_id = $1",
        [session],
      )
    )[0]?.fresh
  const rows = () => owner('select from audit_events where patient_id = $1', [ana.id])
  const before = (await rows()).length
  await statesFor(ana, file)
  // If a later touch has arrived, an earlier one would have, too.
  await as(ben).call(keepAlive, {})
  await expect.poll(() => fresh(ben)).toBe(true)
  expect(await fresh(ana)).toBe(false)
  expect(await rows()).toHaveLength(before)
  await as(ana).call(listMyDocuments, { params: { key: ana.code }, query: {} })
  await expect.poll(() => fresh(ana)).toBe(true)
  expect(await rows()).toHaveLength(before + 1)
})
