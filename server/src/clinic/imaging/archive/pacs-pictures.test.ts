import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decode } from 'fast-png'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasDcmtk, transcoded } from '../../../../test/dicom-tools.ts'
import { testApp } from '../../../../test/harness.ts'
import { hasOrthanc, startOrthanc } from '../../../../test/orthanc.ts'
import { type Kind, phantom } from '../../../../test/phantoms.ts'
import { drawn, jobOf } from '../../../../test/picture-jobs.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import type { Rendering } from './archive.ts'
import { dicomwebArchive } from './dicomweb-archive.ts'
import { pacs } from './pacs.ts'
import { pacsPicture } from './pacs-pictures.ts'

const { platform, given } = await testApp()
const scope = staffScope(projectId(await given.project()))

const window = { WindowCenter: 1800, WindowWidth: 900 }
const longTable = {
  LUTDescriptor: [4096, 0, 16],
  LUTData: Uint16Array.from({ length: 4096 }, (_, n) => Math.round(60_000 * (n / 4096) ** 2)).buffer,
  ModalityLUTType: 'US',
  _vrMap: { LUTDescriptor: 'US', LUTData: 'OW' },
}
const kinds: Kind[] = [
  { name: 'in the window of the file', stored: 12, tags: window },
  { name: 'inverted', stored: 12, color: 'MONOCHROME1', tags: window },
  { name: 'inverted by its shape', stored: 12, tags: { PresentationLUTShape: 'INVERSE', ...window } },
  { name: 'through a sigmoid', stored: 12, tags: { VOILUTFunction: 'SIGMOID', ...window } },
  { name: 'in the high bits', stored: 12, highBit: 15, noise: 5 },
  { name: 'signed, without sign extension', stored: 12, isSigned: true, tags: { RescaleSlope: 0.5, ...window } },
  { name: 'through a long table', stored: 12, tags: { ModalityLUTSequence: [longTable] } },
  { name: 'of long pixels', tags: { PixelSpacing: [4, 2] } },
  { name: 'in planes of color', color: 'RGB', allocated: 8, isPlanar: true },
  {
    name: 'in the window of its frame',
    stored: 12,
    frames: 2,
    tags: { PerFrameFunctionalGroupsSequence: [{}, { FrameVOILUTSequence: [window] }] },
  },
]

describe.runIf(hasOrthanc)('the picture of a PACS', async () => {
  if (!hasOrthanc) return
  const orthanc = await startOrthanc()
  afterAll(() => orthanc.stop())
  const archive = dicomwebArchive(orthanc, platform.files)
  const shown = async ({ bytes, ...chain }: ReturnType<typeof phantom>, rendering: Rendering) => {
    await fetch(`${orthanc.rest}/instances`, { method: 'POST', headers: orthanc.headers, body: new Uint8Array(bytes) })
    const answer = await archive.rendered(scope, chain, rendering)
    const { data, width, height, channels } = decode(answer?.body as Buffer)
    return { data: Buffer.from(data), width, height, channels }
  }

  test.for(kinds)('$name is the same as of the portal', async (kind) => {
    const rendering = { frame: kind.frames ?? 1 }
    const file = phantom(kind)
    expect(await shown(file, rendering)).toEqual(await drawn(jobOf(kind, { ...rendering, head: file.bytes })))
  })

  test.runIf(hasDcmtk).for(['dcmcjpeg', 'dcmcrle', 'dcmcjpls'])('%s: the same as uncompressed', async (program) => {
    const kind: Kind = { name: `of ${program}`, stored: 12, frames: 2, tags: window }
    const file = phantom(kind)
    const compressed = { ...file, bytes: transcoded(file.bytes, program) }
    expect(await shown(compressed, { frame: 2 })).toEqual(await drawn(jobOf(kind, { frame: 2 })))
    const { bytes: _, ...chain } = file
    expect(await archive.rendered(scope, chain, { frame: 3 })).toBeNull()
  })
})

/** A PACS with this file, whose parts only say that they are bytes, and that sends frames only in the requested form. */
const pacsOf = async (kind: Kind, formOf: (accept: string) => { type: string; bytes: Buffer } | undefined) => {
  const { bytes: _, ...chain } = phantom(kind)
  const { tags } = jobOf(kind)
  const uids = Object.entries({ '0020000D': chain.study, '0020000E': chain.series, '00080018': chain.instance })
  const entry = { ...tags, ...Object.fromEntries(uids.map(([tag, uid]) => [tag, { vr: 'UI', Value: [uid] }])) }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.includes('/frames/')) return response.end(JSON.stringify([entry]))
    const part = formOf(String(request.headers.accept))
    if (!part) return response.writeHead(406).end()
    response.setHeader('content-type', 'multipart/related; type="application/octet-stream"; boundary=b')
    const head = `--b\r\n${part.type && `Content-Type: ${part.type}\r\n`}\r\n`
    return response.end(Buffer.concat([Buffer.from(head), part.bytes, Buffer.from('\r\n--b--\r\n')]))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { archive: dicomwebArchive({ url }, platform.files), chain }
}

const kind: Kind = { name: 'of any PACS', allocated: 8 }
test.for([
  ['names no transfer syntax', () => ({ type: 'application/octet-stream', bytes: jobOf(kind).bytes })],
  [
    'has big-endian words of two pixels',
    (accept: string) =>
      accept.endsWith('*')
        ? {
            type: 'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.2',
            bytes: Buffer.from(jobOf(kind).bytes).swap16(),
          }
        : { type: 'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1', bytes: jobOf(kind).bytes },
  ],
  [
    'gives plain pixels only',
    (accept: string) =>
      accept.endsWith('*') ? undefined : { type: 'application/octet-stream', bytes: jobOf(kind).bytes },
  ],
] as const)('the picture of a PACS that %s is right', async ([, formOf]) => {
  const { archive, chain } = await pacsOf(kind, formOf)
  const answer = await archive.rendered(scope, chain, {})
  expect(decode(answer?.body as Buffer).data).toEqual(new Uint8Array((await drawn(jobOf(kind))).data))
  expect(await archive.rendered(scope, chain, { frame: 2 })).toBeNull()
})

test('a frame that says not how it is compressed, and one that is missing, are no picture', async () => {
  const unknown = await pacsOf(kind, () => ({ type: 'image/x-unknown', bytes: Buffer.of(1, 2) }))
  await expect(unknown.archive.rendered(scope, unknown.chain, {})).rejects.toMatchObject({ reason: 'form' })
  const missing = await pacsOf(kind, () => undefined)
  await expect(missing.archive.rendered(scope, missing.chain, {})).rejects.toMatchObject({ reason: 'form' })
})

test('a PACS that trickles keeps the places of other pictures for a while, not for ever', async () => {
  const { bytes, tags } = jobOf(kind)
  const head = '--b\r\nContent-Type: application/octet-stream\r\n\r\n'
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'multipart/related; type="application/octet-stream"; boundary=b')
    response.write(head)
    if (request.url === '/quick') return response.end(Buffer.concat([bytes, Buffer.from('\r\n--b--\r\n')]))
    const trickle = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(trickle))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const remote = pacs({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const pictureAt = (path: string, ms?: number) => {
    const frame = (_: number, __: string, signal: AbortSignal) => remote.bytes(path, '*/*', signal)
    return pacsPicture({ tags: async () => tags, frame, file: async () => null }, {}, undefined, ms)
  }
  const slow = Array.from({ length: 6 }, () => expect(pictureAt('/slow', 300)).rejects.toMatchObject({ status: 503 }))
  const quick = await pictureAt('/quick')
  expect(decode(quick?.body as Buffer).data).toEqual(new Uint8Array((await drawn(jobOf(kind))).data))
  await Promise.all(slow)
})
