import { dicomwebRoot, downloadStudy, fillPath } from '@fornix/contract'
import { expect, test } from 'vitest'
import { imagingApp } from '../../../test/imaging-world.ts'
import type { ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import { unavailable } from '../../platform/base/errors.ts'

/** What fails once, after the first image was opened. */
let away = { checks: 0, opens: 0 }
let opened = 0
const failing = (what: keyof typeof away) => {
  if (opened === 0 || away[what] === 0) return
  away[what]--
  throw unavailable()
}
const open = <T>(read: () => Promise<T>) => {
  failing('opens')
  opened++
  return read()
}
const { app, imaging, given } = await imagingApp({
  platform: ({ archive, sessions }) => ({
    sessions: {
      ...sessions,
      isSessionValid: async (caller) => {
        failing('checks')
        return sessions.isSessionValid(caller)
      },
    },
    archive: {
      ...archive,
      files: async (...args: Parameters<ImagingArchive['files']>) => open(() => archive.files(...args)),
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
