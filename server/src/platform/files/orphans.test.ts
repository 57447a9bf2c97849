import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deleteMyDocument, hourMs, uploadMyDocument } from '@fornix/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { aStudy, instancesOf } from '../../../test/dicom.ts'
import { smallPdf } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { tablesOfKeys } from '../../clinic/retention/tables-of-files.ts'
import { staffScope } from '../database/scope.ts'
import { deleteOrphans } from './orphans.ts'
import { newStorageKey } from './stores/store.ts'

const { platform, database, given, as, owner, folder } = await testApp()
const { store } = platform.files
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const needs = { database, store, tablesOfKeys, log: log as never, keepDays: 0 }

const stored = async () => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
const orphan = async (hoursOld: number) => {
  const key = newStorageKey()
  await store.put(key, Readable.from(['left over']))
  const at = new Date(Date.now() - hoursOld * hourMs)
  await utimes(join(folder, key.slice(0, 2), key.slice(2, 4), key), at, at)
  return key
}
const ageAll = async () => {
  const at = new Date(Date.now() - 48 * hourMs)
  for (const key of await stored()) await utimes(join(folder, key.slice(0, 2), key.slice(2, 4), key), at, at)
}
beforeEach(async () => {
  vi.clearAllMocks()
  for (const key of await stored()) await store.delete(key)
})

/** A document, a deleted one, and an archive instance. */
const withRows = async () => {
  const ana = await given.patient()
  const upload = () =>
    as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file: { name: 'a.pdf', bytes: smallPdf() } })
  await upload()
  await as(ana).call(deleteMyDocument, { params: { file_id: (await upload()).file_id } })
  const [instance] = await instancesOf(aStudy(ana.code), 1)
  await platform.archive.store(staffScope(ana.project as never), Readable.from([instance?.bytes]), {
    maxBytes: 2 ** 20,
  })
  await ageAll()
  return stored()
}

test('what no row names goes after a day, from two nodes at once; whatever a row names stays', async () => {
  const kept = await withRows()
  expect(kept).toHaveLength(3)
  const [old, young] = [await orphan(25), await orphan(23)]

  await Promise.all([deleteOrphans(needs), deleteOrphans(needs)])

  expect(await stored()).toEqual([...kept, young].sort())
  expect(await stored()).not.toContain(old)
  expect(await deleteOrphans(needs)).toBe(0)
})

test('what no row names stays as long as what a row has let go of', async () => {
  const [old, young] = [await orphan(15 * 24 + 1), await orphan(15 * 24 - 1)]

  expect(await deleteOrphans({ ...needs, keepDays: 15 })).toBe(1)

  expect(await stored()).toEqual([young])
  expect(await stored()).not.toContain(old)
})

test('a store that does not belong to this database is not touched', async () => {
  await withRows()
  for (let n = 0; n < 21; n++) await orphan(25)

  expect(await deleteOrphans(needs)).toBe(0)

  expect(await stored()).toHaveLength(24)
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ alert: 'orphans', orphans: 21, seen: 24 }),
    expect.any(String),
  )
})

test('a table that names stored files is known here, or its files would be deleted', async () => {
  const tables = await owner<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'storage_key'",
  )
  expect(tables.map(({ name }) => name).sort()).toEqual([...tablesOfKeys].sort())
})

test('a program that stops does not finish the list first', async () => {
  await orphan(25)
  await expect(deleteOrphans(needs, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await stored()).toHaveLength(1)
})
