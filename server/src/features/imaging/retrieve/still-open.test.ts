import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { dicomwebRoot } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import type { TestUser } from '../../../../test/given.ts'
import { type Aim, imagingApp } from '../../../../test/imaging-world.ts'
import type { ImagingArchive } from '../../../clinic/imaging/archive/archive.ts'

/** As from a PACS that never comes to an end. */
const endless = () => ({
  headers: { 'content-type': 'multipart/related; type="application/dicom"; boundary=x' },
  body: Readable.from(
    (async function* () {
      yield Buffer.from('--x\r\nContent-Type: application/dicom\r\n\r\n')
      for (;;) {
        yield Buffer.alloc(1000)
        await setTimeout(5)
      }
    })(),
    { objectMode: false },
  ),
})

let afterFirst = async () => {}
let count = 0
let checks = 0
const counted = async <T>(answer: T) => {
  if (++count === 1) await afterFirst()
  return answer
}
const { app, imaging, given, owner } = await imagingApp({
  platform: ({ archive, sessions }) => ({
    sessions: {
      ...sessions,
      isSessionValid: (caller) => {
        checks++
        return sessions.isSessionValid(caller)
      },
    },
    archive: {
      ...archive,
      files: () => counted(endless()),
      frames: () => counted(endless()),
      rendered: async (...args: Parameters<ImagingArchive['rendered']>) => counted(await archive.rendered(...args)),
    },
  }),
})
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

const ofStudy = ({ study }: Aim) => `/studies/${study}`
const paths: Record<string, (aim: Aim) => string> = {
  'the files of a series': ({ study, series }) => `/studies/${study}/series/${series}`,
  'one file': ({ study, series, instance }) => `/studies/${study}/series/${series}/instances/${instance}`,
  'the frames of a file': ({ study, series, instance }) =>
    `/studies/${study}/series/${series}/instances/${instance}/frames/1`,
  'the pictures of a study': ({ study }) => `/studies/${study}/rendered`,
  'the pictures of a series': ({ study, series }) => `/studies/${study}/series/${series}/rendered`,
}
const ends: Record<string, (ana: TestUser, adam: TestUser, study: string) => Promise<unknown>> = {
  'the access is revoked': imaging.revoke,
  'the session ends': (ana) => owner('update sessions set revoked_at = now() where session_id = $1', [ana.session]),
  'the scan is found to be of somebody else': (_ana, _adam, study) => imaging.giveTo(study, null),
}

const opened = async () => {
  const ana = await given.patient()
  const adam = await given.staff('Admin', ana.project)
  const aim = await imaging.stored({ project: ana.project, patient: ana.id })
  await imaging.opened(ana, adam, aim.study)
  return { ana, adam, aim }
}
const responseTo = async ({ token }: TestUser, path: string): Promise<IncomingMessage> => {
  const headers = { authorization: `Bearer ${token}` }
  const sent = get({ port, host: '127.0.0.1', path: dicomwebRoot + path, headers, agent: false })
  onTestFinished(() => void sent.destroy())
  const [response] = await once(sent, 'response')
  return response
}

test.each([
  ...Object.keys(paths).map((what) => [what, 'the access is revoked'] as const),
  ...Object.keys(ends).map((end) => ['the files of a whole study', end] as const),
])(
  'sending %s ends once %s',
  async (what, end) => {
    const { ana, adam, aim } = await opened()
    count = 0
    afterFirst = async () => void (await ends[end]?.(ana, adam, aim.study))
    const response = await responseTo(ana, (paths[what] ?? ofStudy)(aim))
    expect(response.statusCode).toBe(200)
    await expect(finished(response.resume())).rejects.toThrow()
    expect(count).toBe(1)
  },
  30_000,
)

test('sending goes on while the study is open, however often that is checked', async () => {
  const { ana, aim } = await opened()
  afterFirst = async () => {}
  checks = 0
  const response = await responseTo(ana, ofStudy(aim))
  await expect.poll(() => checks, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(response.destroyed).toBe(false)
})
