import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { chunksOf } from '../../../platform/base/chunks.ts'
import { openStored } from '../../../platform/files/open-stored.ts'
import type { FileSpace } from '../../../platform/files/store-upload.ts'
import { birthDateOf, type DicomJson, textOf } from '../dicom/dicom-json.ts'
import { DicomRefused } from '../dicom/refused.ts'
import { explicitLittleEndian } from '../dicom/transfer-syntaxes.ts'
import type { Chain, ImagingArchive } from './archive.ts'
import { imageTags, syntaxTag, withoutEntries } from './image-tags.ts'
import { type Received, receiveInstance } from './incoming.ts'
import { sha256OfOnly } from './only-part.ts'
import { type Pacs, type PacsAddress, pacs } from './pacs.ts'
import { type PacsInstance, pacsPicture } from './pacs-pictures.ts'
import { areOthers } from './same-person.ts'
import { first } from './summary.ts'

const pathOf = ({ study, series, instance }: Chain) =>
  `/studies/${study}${series === undefined ? '' : `/series/${series}`}${instance === undefined ? '' : `/instances/${instance}`}`

const including = (tags: string[] = []) => (tags.length > 0 ? `?includefield=${tags.join(',')}` : '')

// A UID's parents never change; it can only be deleted, and its bytes with it.
const rememberedMs = 60_000
const remembered = 20_000

/** A UID missing from an entry counts as the requested one. */
const isWithin = (entry: DicomJson, { study, series, instance }: Chain) =>
  (textOf(entry, '0020000D') ?? study) === study &&
  (series === undefined || (textOf(entry, '0020000E') ?? series) === series) &&
  (instance === undefined || (textOf(entry, '00080018') ?? instance) === instance)

/** Some servers ignore a level of an address: the list would then hold images of series that were not requested. */
const within = (list: DicomJson[], chain: Chain) => list.filter((entry) => isWithin(entry, chain))

/** Some servers check only the last UID of an address, so the chain is checked link by link. */
const chainCheck = (server: Pacs) => {
  const cache = new LRUCache<string, true>({ max: remembered, ttl: rememberedMs })
  return async (chain: Chain) => {
    const path = pathOf(chain)
    if (cache.has(path)) return true
    const { study, series, instance } = chain
    const links = [
      ['0020000D', study, `/studies?StudyInstanceUID=${study}`],
      ['0020000E', series, `/studies/${study}/series?SeriesInstanceUID=${series}`],
      ['00080018', instance, `/studies/${study}/series/${series}/instances?SOPInstanceUID=${instance}`],
    ] as const
    const there = links.map(async ([tag, uid, path]) => {
      if (uid === undefined) return true
      const found = await server.json(path)
      return found.some((entry) => textOf(entry, tag) === uid && isWithin(entry, { study, series }))
    })
    const exists = (await Promise.all(there)).every(Boolean)
    if (exists) cache.set(path, true)
    return exists
  }
}

type Remote = { server: Pacs; chainExists: ReturnType<typeof chainCheck>; files: FileSpace }

/** An external archive: Orthanc, dcm4chee, a cloud store. */
export const dicomwebArchive = (address: PacsAddress, files: FileSpace): ImagingArchive => {
  const server = pacs(address)
  const chainExists = chainCheck(server)
  const remote = { server, chainExists, files }
  return {
    store: (scope, source, options) =>
      receiveInstance(files, scope, source, options, (received) => storeIfNew(remote, received)),

    seriesOf: async (_scope, study, more) =>
      within(await server.json(`/studies/${study}/series${including(more)}`), { study }),
    instancesOf: async (_scope, chain, more = []) => {
      const list = await server.json(`${pathOf(chain)}/instances${including([...imageTags, syntaxTag, ...more])}`)
      return within(list, chain).map((tags) => withoutEntries(tags, more))
    },

    metadata: async (_scope, chain, base) =>
      (await chainExists(chain))
        ? within(await server.json(`${pathOf(chain)}/metadata`), chain).map((tags) => moved(tags, base))
        : null,
    files: (_scope, chain, signal) => bytesIfThere(remote, chain, '', accepted.dicom, signal),
    frames: (_scope, chain, numbers, requester, arePlain) =>
      bytesIfThere(
        remote,
        chain,
        `/frames/${numbers.join(',')}`,
        arePlain ? accepted.plain : accepted.frames,
        requester?.signal,
      ),
    bulkData: (_scope, chain, tag, signal) =>
      bytesIfThere(remote, chain, `/bulk/${tag.toLowerCase()}`, accepted.frames, signal),
    rendered: async (_scope, chain, rendering, requester) => {
      if (!(await chainExists(chain))) return null
      const path = pathOf(chain)
      const instance: PacsInstance = {
        tags: async (signal) => within(await server.json(`${path}/metadata`, signal), chain)[0],
        frame: (number, form, signal) =>
          server.bytes(`${path}/frames/${number}`, form === 'plain' ? accepted.plain : accepted.frames, signal),
        file: (signal) => server.bytes(path, accepted.dicom, signal),
      }
      return pacsPicture(instance, rendering, requester)
    },

    identityOf: async (study) => {
      const found = await server.json(`/studies?StudyInstanceUID=${study}&includefield=00100020,00100021`)
      const tags = found.find((entry) => textOf(entry, '0020000D') === study)
      if (!tags) return null
      return { patientId: first(tags, '00100020'), issuer: tags['00100021'] && first(tags, '00100021') }
    },

    ready: async () => {
      await server.json('/studies?limit=1')
    },
  }
}

const storeIfNew = async (remote: Remote, received: Received) => {
  const { server, chainExists } = remote
  const { head, stored } = received
  const chain = { study: head.studyUid, series: head.seriesUid, instance: head.sopUid }
  const [study] = await server.json(
    `/studies?StudyInstanceUID=${chain.study}&includefield=00100020&includefield=00100030`,
  )
  if (study && (textOf(study, '00100020') ?? '') !== head.patientId) throw new DicomRefused('other_patient')
  if (study && areOthers(birthDateOf(study), head.birthDate)) throw new DicomRefused('other_birth_date')
  const existing = study && (await chainExists(chain)) && (await server.bytes(pathOf(chain), accepted.dicom))
  if (existing && !stored.sha256.equals(await sha256OfOnly(existing))) throw new DicomRefused('other_bytes')
  if (!existing) await send(remote, received)
  return { isNew: !existing, keep: false }
}

const send = async ({ server, files }: Remote, { file }: Received) => {
  const boundary = randomUUID()
  const body = async function* () {
    yield Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`)
    yield* chunksOf(await openStored(file, files))
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const contentType = `multipart/related; type="application/dicom"; boundary=${boundary}`
  const accept = 'application/dicom+json'
  const response = await server.ask('/studies', { method: 'POST', accept, contentType, body: Readable.from(body()) })
  if (!response) throw new DicomRefused('not_dicom')
  await response.body.dump()
}

/**
 * Fetched together with the links of the chain, so that checking them costs no time; if a link does not exist, the bytes are dropped
 * unread.
 */
const bytesIfThere = async (
  { server, chainExists }: Remote,
  chain: Chain,
  path: string,
  accept: string,
  signal?: AbortSignal,
) => {
  const response = server.bytes(pathOf(chain) + path, accept, signal)
  response.catch(() => {})
  let isThere = false
  try {
    isThere = await chainExists(chain)
  } finally {
    if (!isThere)
      response.then(
        (response) => response?.body.on('error', () => {}).destroy(),
        () => {},
      )
  }
  return isThere ? response : null
}

// Whatever the compression: nothing is transcoded on the way.
const accepted = {
  dicom: 'multipart/related; type="application/dicom"; transfer-syntax=*',
  frames: 'multipart/related; type="application/octet-stream"; transfer-syntax=*',
  plain: `multipart/related; type="application/octet-stream"; transfer-syntax=${explicitLittleEndian}`,
}

/** Bulk data URIs begin at the server's root, and are rewritten to ours; Orthanc has its own form of them. */
const moved = (tags: DicomJson, base: string): DicomJson =>
  Object.fromEntries(
    Object.entries(tags).map(([tag, element]) => [
      tag,
      element.BulkDataURI
        ? { ...element, BulkDataURI: base + element.BulkDataURI.replace(/\/bulk\/([0-9a-fA-F]{8})$/, '/bulkdata/$1') }
        : element,
    ]),
  )
