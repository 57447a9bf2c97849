import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = await mkdtemp(`${tmpdir()}/fornix-folder-`)
afterAll(() => rm(root, { recursive: true, force: true }))

test('a folder is made with those above it, for us alone, and may be there already', async () => {
  await Promise.all([makeFolder(`${root}/a/b/c`), makeFolder(`${root}/a/b/c`), makeFolder(`${root}/a/b`)])
  await makeFolder(`${root}/a/b/c`)
  expect((await stat(`${root}/a/b`)).mode & 0o777).toBe(0o700)
})

test('a file in the way is told', async () => {
  await writeFile(`${root}/file`, '')
  await expect(makeFolder(`${root}/file`)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(`${root}/file/b`)).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(process.platform === 'linux')('where no folder can be made, it fails and does not try forever', async () => {
  await expect(makeFolder('/proc/fornix/data')).rejects.toMatchObject({ code: 'ENOENT' })
})
