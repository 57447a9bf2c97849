import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { dicomwebRoot, downloadStudy, fillPath } from '@fornix/contract'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { imagingApp } from '../../../test/imaging-world.ts'
import type { ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import type { ArchiveResponse } from '../../platform/calls/send-response.ts'
import { orUnavailable } from '../../platform/database/unreachable.ts'

/** What fails once, after the first image was opened. */
let away = { checks: 0, opens: 0 }
let opened = 0
/** During a failover, its name may not be found for a while. */
const unknownHost = Object.assign(new Error('getaddrinfo EAI_AGAIN db'), { code: 'EAI_AGAIN' })
const failing = async (what: keyof typeof away) => {
  if (opened === 0 || away[what] === 0) return
  away[what]--
  await orUnavailable(() => Promise.reject(unknownHost))
}
const open = async <T>(read: () => Promise<T>) => {
  await failing('opens')
  opened++
  return read()
}
/** Whether the next file ends in the middle. */
let breaks = false
const breakingOff = (answer: ArchiveResponse | null) => {
  if (!answer || !breaks || Buffer.isBuffer(answer.body)) return answer
  breaks = false
  const { body } = answer
  const half = async function* () {
    const whole = await buffer(body)
    yield whole.subarray(0, whole.length / 2)
    throw Object.assign(new Error('The connection was reset'), { code: 'ECONNRESET' })
  }
  return { ...answer, body: Readable.from(half(), { objectMode: false }) }
}
const { app, imaging, given } = await imagingApp({
  platform: ({ archive, sessions }) => ({
    sessions: {
      ...sessions,
      isSessionValid: async (caller) => {
        await failing('checks')
        return sessions.isSessionValid(caller)
      },
    },
    archive: {
      ...archive,
      files: async (...args: Parameters<ImagingArchive['files']>) =>
        open(async () => breakingOff(await archive.files(...args))),
      rendered: async (...args: Parameters<ImagingArchive['rendered']>) => open(() => archive.rendered(...args)),
    },
  }),
})

const ana = await given.patient()
const adam = await given.staff('Admin', ana.project)
const aim = await imaging.stored({ project: ana.project, patient: ana.id })
await imaging.opened(ana, adam, aim.study)

test.each([
  ['a ZIP', fillPath(downloadStudy.path, { study: aim.study }), '.dcm'],
  ['the files of a study', `${dicomwebRoot}/studies/${aim.study}`, 'Content-Type: application/dicom'],
  ['the pictures of a study', `${dicomwebRoot}/studies/${aim.study}/rendered`, 'Content-Type: image/png'],
])('%s is complete although the database was away between two images', async (what, url, mark) => {
  opened = 0
  // Files of DICOMweb are checked once a second, and may have been sent by then.
  away = { checks: what === 'the files of a study' ? 0 : 1, opens: 1 }
  const { statusCode, rawPayload } = await app.inject({
    url,
    headers: { authorization: `Bearer ${ana.token}`, accept: '*/*' },
  })
  expect(statusCode).toBe(200)
  expect(away).toEqual({ checks: 0, opens: 0 })
  expect(opened).toBe(4)
  expect(rawPayload.toString('latin1').split(mark).length - 1).toBe(what === 'a ZIP' ? 8 : 4)
})

test('a ZIP is complete although a file broke off in the middle', async () => {
  const load = async () => {
    const { rawPayload } = await app.inject({
      url: fillPath(downloadStudy.path, { study: aim.study }),
      headers: { authorization: `Bearer ${ana.token}`, accept: '*/*' },
    })
    const zip = await fromBufferPromise(rawPayload)
    const files = []
    for await (const entry of zip.eachEntry()) files.push(await buffer(await zip.openReadStreamPromise(entry)))
    return files
  }
  const whole = await load()
  breaks = true
  opened = 0
  expect(await load()).toEqual(whole)
  expect(breaks).toBe(false)
  expect(opened).toBe(5)
})
