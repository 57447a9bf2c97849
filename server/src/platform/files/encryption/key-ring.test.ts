import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { keyRing } from './key-ring.ts'
import { fixedKeys } from './master-keys.ts'
import { lostProjectKeys, ProjectKeyLost } from './project-keys.ts'
import { rotateKeys } from './rotate-keys.ts'

const master = fixedKeys(randomBytes(32))
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
  await expect(keyRing(db.database, fixedKeys(randomBytes(32))).current(project)).rejects.toThrow(ProjectKeyLost)
  const other = randomUUID()
  await db.owner('insert into projects (project_id, slug, name) values ($1, $2, $2)', [other, `p${other.slice(0, 8)}`])
  await db.owner(
    `insert into project_keys (project_id, version, wrapped_key)
     select $1, version, wrapped_key from project_keys where project_id = $2`,
    [other, project],
  )
  await expect(keyRing(db.database, master).current(other)).rejects.toThrow(ProjectKeyLost)
})

test('a failure is not remembered', async () => {
  const ring = keyRing(db.database, master)
  await expect(ring.open(project, 1)).rejects.toThrow('missing')
  const { key } = await ring.current(project)
  expect((await ring.open(project, 1)).equals(key)).toBe(true)
})

/** Master keys that a test changes the way another process would change the file. */
const changingKeys = (...keys: Buffer[]) => {
  let known = [...keys]
  const reload = async () => {
    known = [...keys]
  }
  return { all: () => known, origin: keys.at(-1)!, reload, keys }
}
const wrappedNow = async () =>
  (
    await db.owner<{ wrapped_key: Buffer }>(
      'select wrapped_key from project_keys where project_id = $1 order by version',
      [project],
    )
  ).map(({ wrapped_key }) => wrapped_key)

test('a ring that runs opens what was wrapped by a master key it has not seen yet', async () => {
  const masters = changingKeys(randomBytes(32))
  const { key } = await keyRing(db.database, masters).current(project)
  const before = await wrappedNow()
  const running = keyRing(db.database, masters)
  const rotating = changingKeys(...masters.keys)
  await rotateKeys(db.database, rotating, {
    addMaster: async () => {
      for (const known of [masters, rotating]) known.keys.unshift(randomBytes(32))
      rotating.keys[0] = masters.keys[0]!
    },
  })
  expect(await wrappedNow()).not.toEqual(before)
  expect((await running.open(project, 1)).equals(key)).toBe(true)
  // The new master key alone is enough now, the old one is not.
  expect((await keyRing(db.database, fixedKeys(masters.keys[0]!)).open(project, 1)).equals(key)).toBe(true)
  await expect(keyRing(db.database, fixedKeys(masters.keys[1]!)).open(project, 1)).rejects.toThrow(ProjectKeyLost)
})

test('a master key that stands first and has wrapped nothing is the new one; a second run changes nothing', async () => {
  const [old, prepared] = [randomBytes(32), randomBytes(32)]
  await db.owner('delete from project_keys', [])
  await keyRing(db.database, fixedKeys(old)).current(project)
  const addMaster = () => Promise.reject(new Error('there is one already'))
  const rotate = (more = {}) => rotateKeys(db.database, fixedKeys(prepared, old), more)
  expect(await rotate({ addMaster })).toEqual({ rewrapped: 1, made: 0, lost: [] })
  const once = await wrappedNow()
  expect(await rotate()).toEqual({ rewrapped: 0, made: 0, lost: [] })
  expect(await wrappedNow()).toEqual(once)
})

test('a new key of a project is used for new files by rings that run, and the old one opens old files', async () => {
  let now = 0
  const ring = keyRing(db.database, master, { clock: () => now })
  const old = await ring.current(project)
  await rotateKeys(db.database, master, { newKeysFor: { project_id: project } })
  expect(await ring.current(project)).toEqual(old)
  now = 60_000
  await ring.current(project)
  await expect.poll(async () => (await ring.current(project)).version).toBe(2)
  expect((await ring.current(project)).key.equals(old.key)).toBe(false)
  expect((await ring.open(project, 1)).equals(old.key)).toBe(true)
})

test('a lost key is named and left alone, and a rotation gives its project a new one', async () => {
  await db.owner('delete from project_keys', [])
  await keyRing(db.database, master).current(project)
  await db.owner('update project_keys set wrapped_key = $2 where project_id = $1', [project, randomBytes(60)])
  const name = `p${project.slice(0, 8)} (version 1)`
  expect(await lostProjectKeys(db.database, master)).toEqual([name])
  expect(await rotateKeys(db.database, master, { newKeysFor: { project_id: project } })).toMatchObject({ lost: [name] })
  expect((await keyRing(db.database, master).current(project)).version).toBe(2)
})
