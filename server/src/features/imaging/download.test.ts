import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { downloadStudy } from '@fornix/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { imagingApp } from '../../../test/imaging-world.ts'
import { hasOrthanc, startOrthanc } from '../../../test/orthanc.ts'
import type { ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import { dicomwebArchive } from '../../clinic/imaging/archive/dicomweb-archive.ts'

const orthanc = hasOrthanc ? await startOrthanc() : undefined
afterAll(() => orthanc?.stop())

const entriesOf = async (bytes: Buffer) => {
  const zip = await fromBufferPromise(bytes)
  const entries = []
  for await (const entry of zip.eachEntry())
    entries.push({ name: entry.fileName, bytes: await buffer(await zip.openReadStreamPromise(entry)) })
  return entries
}
const worldOf = async (change: Parameters<typeof imagingApp>[0] = {}) => {
  const world = await imagingApp(change)
  const ana = await world.given.patient()
  const adam = await world.given.staff('Admin', ana.project)
  const aim = await world.imaging.stored({ project: ana.project, patient: ana.id })
  return { ...world, ana, adam, aim }
}

describe.each([
  { driver: 'embedded', isThere: true, change: {} },
  {
    driver: 'dicomweb',
    isThere: hasOrthanc,
    change: {
      platform: ({ files }: { files: Parameters<typeof dicomwebArchive>[1] }) => ({
        archive: dicomwebArchive(orthanc!, files),
      }),
    },
  },
])('$driver archive', ({ isThere, change }) => {
  describe.runIf(isThere)('with its files', async () => {
    if (!isThere) return
    const { send, imaging, ana, adam, aim, owner, given } = await worldOf(change)
    const load = (user: typeof ana) => send(user, downloadStudy, { params: { study: aim.study } })

    test('a study comes as whole files by number, for staff and for a patient to whom it is open', async () => {
      expect((await load(ana)).status).toBe(404)
      await imaging.opened(ana, adam, aim.study)
      for (const user of [ana, await given.staff('Nurse', ana.project)]) {
        const { headers, bytes } = await load(user)
        expect(headers).toMatchObject({
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="images.zip"',
          'cache-control': 'private, no-store',
        })
        const entries = await entriesOf(bytes)
        expect(entries.map(({ name }) => name).sort()).toEqual([
          '001/0001.dcm',
          '001/0002.dcm',
          '002/0001.dcm',
          '002/0002.dcm',
        ])
        for (const { bytes: file } of entries) expect(file.toString('latin1', 128, 132)).toBe('DICM')
        expect(entries.some(({ bytes: file }) => file.includes(aim.other.instance))).toBe(true)
      }
      await imaging.revoke(ana, adam, aim.study)
      expect((await load(ana)).status).toBe(404)
      const rows = await owner<{ count: number }>(
        "select count(*)::int as count from audit_events where action = 'images.download' and object_id = $1",
        [aim.study],
      )
      expect(rows[0]?.count).toBe(2)
    })
  })
})

test('it is read no faster than it is taken, and not at all once the requester has gone', async () => {
  const state = { read: 0, open: 0 }
  const piece = randomBytes(1 << 20)
  const endless = (): Readable => {
    state.open++
    const head = Buffer.from('--x\r\nContent-Type: application/dicom\r\n\r\n')
    const body = Readable.from(
      (async function* () {
        yield head
        for (;;) {
          state.read++
          yield piece
          await setImmediate()
        }
      })(),
      { objectMode: false },
    )
    return body.once('close', () => state.open--)
  }
  const files: ImagingArchive['files'] = async () => ({
    headers: { 'content-type': 'multipart/related; boundary=x' },
    body: endless(),
  })
  const { app, adam, aim } = await worldOf({ platform: ({ archive }) => ({ archive: { ...archive, files } }) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${adam.token}`, accept: 'application/json' }
  const asked = get({ port, host: '127.0.0.1', path: `/scans/${aim.study}/download`, headers, agent: false })
  asked.on('error', () => {})
  const [response] = await once(asked, 'response')
  expect(response.statusCode).toBe(200)
  // Nobody reads: buffers fill up, and then the archive waits.
  let before = -1
  await expect
    .poll(
      () => {
        const still = state.read === before
        before = state.read
        return still
      },
      { interval: 200, timeout: 20_000 },
    )
    .toBe(true)
  expect(state.read).toBeLessThan(200)
  asked.destroy()
  await expect.poll(() => state.open, { timeout: 10_000 }).toBe(0)
})

test.each([
  ['the access is revoked', 'revoke'],
  ['the session ends', 'end'],
  ['the scan is found to be of somebody else', 'move'],
] as const)('no further file is read once %s', async (_, how) => {
  let read = 0
  let afterFirst = async () => {}
  const { app, imaging, ana, adam, aim, owner } = await worldOf({
    platform: ({ archive }) => ({
      archive: {
        ...archive,
        files: async (...args) => {
          const answer = await archive.files(...args)
          if (++read === 1) await afterFirst()
          return answer
        },
      },
    }),
  })
  await imaging.opened(ana, adam, aim.study)
  const ways = {
    revoke: () => imaging.revoke(ana, adam, aim.study),
    end: () => owner('update sessions set revoked_at = now() where session_id = $1', [ana.session]),
    move: () => owner('update studies set patient_id = null where study_uid = $1', [aim.study]),
  }
  afterFirst = async () => void (await ways[how]())
  const headers = { authorization: `Bearer ${ana.token}`, accept: 'application/json' }
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const [response] = await once(
    get({ port, host: '127.0.0.1', path: `/scans/${aim.study}/download`, headers, agent: false }),
    'response',
  )
  expect(response.statusCode).toBe(200)
  await expect(buffer(response)).rejects.toThrow()
  expect(read).toBe(1)
})
