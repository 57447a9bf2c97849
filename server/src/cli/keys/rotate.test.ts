import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { uploadMyDocument } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseFolder } from '../../../test/database-folder.ts'
import { givenIn } from '../../../test/given.ts'
import { buildApp } from '../../app.ts'
import { keyRing } from '../../platform/files/encryption/key-ring.ts'
import { loadMasterKeys } from '../../platform/files/encryption/master-keys.ts'
import { openStored, type StoredRow } from '../../platform/files/open-stored.ts'
import { storeBytes } from '../../platform/files/store-upload.ts'
import { readConfig } from '../../platform/settings/config.ts'
import type { Platform } from '../../platform.ts'
import { startPlatform } from '../../start-platform.ts'

let folder: string
let running: Awaited<ReturnType<typeof startPlatform>>
const environment = () => ({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
const start = async () => {
  running = await startPlatform(readConfig('demo', environment()), { smtpUrl: 'smtp://127.0.0.1:9' })
}
beforeAll(async () => {
  folder = await databaseFolder()
  await start()
})
afterAll(async () => {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

// Another process, as it is beside a program that runs.
const program = fileURLToPath(new URL('../../cli.ts', import.meta.url))
const rotate = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, 'keys', 'rotate', ...args], {
    env: environment(),
  })
const masterKeys = async () => (await readFile(`${folder}/master.key`, 'utf8')).trim().split('\n')

const write = async (project: string, text: string, files: Platform['files'] = running.platform.files) => {
  const file = { project_id: project, patient_id: uuid(), file_id: uuid(), kind: 'document' as const }
  return { ...file, ...(await storeBytes({ ...files, source: Readable.from([text]), maxBytes: 100, file })) }
}
const read = async (row: StoredRow) => (await buffer(await openStored(row, running.platform.files))).toString()

test('keys are rotated beside a running program without one failed read or write, and nobody has to sign in again', async () => {
  const { platform } = running
  const given = givenIn(platform)
  const ana = await given.patient()
  const seal = platform.seals.seal(Buffer.from('a form'))
  // Projects whose keys the running program has not opened yet.
  const other = keyRing(platform.database, await loadMasterKeys(platform.config, { create: false }))
  const unopened = []
  for (let n = 0; n < 4; n++) {
    const project = await given.project()
    unopened.push(await write(project, `unopened ${n}`, { ...platform.files, keys: other }))
  }

  let [over, done] = [false, 0]
  const written = [await write(ana.project, 'text 0')]
  const use = async () => {
    for (let n = 1; !over; n++) {
      written.push(await write(ana.project, `text ${n}`))
      expect(await read(written.at(-2)!)).toMatch(/^text/)
      done++
    }
  }
  const using = Promise.all([use(), use()])
  try {
    for (let round = 0; round < 2; round++) {
      const before = done
      await rotate()
      expect(await read(unopened[round]!)).toBe(`unopened ${round}`)
      while (done < before + 5) await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    over = true
    await using
  }
  const keys = await masterKeys()
  expect(new Set(keys).size).toBe(3)

  await running.stop()
  await start()
  const app = await buildApp(running.platform)
  for (const row of [...written, ...unopened]) expect(await read(row)).toMatch(/text|unopened/)
  expect((await write(ana.project, 'new')).key_version).toBe(3)
  expect(running.platform.seals.isSealed(Buffer.from('a form'), seal)).toBe(true)
  const form = new FormData()
  form.append(uploadMyDocument.upload?.field ?? '', new Blob(['%PDF-1.7\n%%EOF']), 'a.pdf')
  const encoded = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: uploadMyDocument.path.replace(':key', ana.code),
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  expect(answer.statusCode).toBe(200)
  await app.close()
  const told = await running.platform.database.systemQuery(
    "select from audit_events where action = 'project.rotate_keys' and project_id = $1",
    [ana.project],
  )
  expect(told).toHaveLength(2)
})

test('a rotation of the project keys leaves the master key as it is', async () => {
  const before = await masterKeys()
  const { stdout } = await rotate('--projects')
  expect(stdout).toMatch(/^0 project keys are wrapped/)
  expect(await masterKeys()).toEqual(before)
})
