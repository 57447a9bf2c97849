import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { keyRing } from './keys.ts'

const master = randomBytes(32)
let db: TestDatabase
let project: string
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  project = randomUUID()
  await db.owner('insert into projects (project_id, slug, name) values ($1, $2, $2)', [
    project,
    `p${project.slice(0, 8)}`,
  ])
})

test('rings that start at once agree on the first key of a project, and it lies wrapped', async () => {
  const rings = Array.from({ length: 6 }, () => keyRing(db.database, master))
  const first = await Promise.all(rings.map((ring) => ring.current(project)))
  expect(first.every(({ version, key }) => version === 1 && key.equals(first[0]!.key))).toBe(true)
  const rows = await db.owner<{ wrapped_key: Buffer }>('select wrapped_key from project_keys where project_id = $1', [
    project,
  ])
  expect(rows).toHaveLength(1)
  expect(rows[0]!.wrapped_key.includes(first[0]!.key)).toBe(false)
  expect((await keyRing(db.database, master).open(project, 1)).equals(first[0]!.key)).toBe(true)
})

test('a key opens only with its master key and in its project', async () => {
  await keyRing(db.database, master).current(project)
  await expect(keyRing(db.database, randomBytes(32)).current(project)).rejects.toThrow()
  const other = randomUUID()
  await db.owner('insert into projects (project_id, slug, name) values ($1, $2, $2)', [other, `p${other.slice(0, 8)}`])
  await db.owner(
    `insert into project_keys (project_id, version, wrapped_key)
     select $1, version, wrapped_key from project_keys where project_id = $2`,
    [other, project],
  )
  await expect(keyRing(db.database, master).current(other)).rejects.toThrow()
})

test('a failure is not remembered', async () => {
  const ring = keyRing(db.database, master)
  await expect(ring.open(project, 1)).rejects.toThrow('missing')
  const { key } = await ring.current(project)
  expect((await ring.open(project, 1)).equals(key)).toBe(true)
})
