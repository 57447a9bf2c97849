import { createHash } from 'node:crypto'
import { dayMs } from '@fornix/contract'
import { z } from 'zod'
import { type DicomJson, textOf } from '../dicom/dicom-json.ts'
import { type PacsAddress, pacs } from './pacs.ts'

/** A study of a PACS, and a mark that changes with it, for a PACS without a list of changes. */
export type Found = { study: string; mark: string }
/** `cursor` is where the next reading begins; the reader stores it after processing the studies. */
export type Changes = {
  studies: Found[]
  /** All that an Orthanc has, by its own ids, if earlier studies may be missing: it does not report deletions. */
  present?: Set<string> | undefined
  cursor: string
  done: boolean
}

/** Orthanc's id of a study: from its patient and its UID. */
export const orthancIdOf = ({ patientId, study }: { patientId: string; study: string }) =>
  (createHash('sha1').update(`${patientId}|${study}`).digest('hex').match(/.{8}/g) ?? []).join('-')

const pageSize = 200
const batch = 500
const looksLikeUid = /^[0-9]+(\.[0-9]+)*$/

const ChangeList = z.object({
  Changes: z.array(z.object({ ChangeType: z.string(), ID: z.string(), ResourceType: z.string(), Seq: z.number() })),
  Done: z.boolean(),
  Last: z.number(),
})
const Statistics = z.object({ CountStudies: z.number() })
const Ids = z.array(z.string())
const OrthancStudy = z.object({ MainDicomTags: z.object({ StudyInstanceUID: z.string() }) })

const foundIn = (list: DicomJson[]): Found[] =>
  list.flatMap((tags) => {
    const study = textOf(tags, '0020000D') ?? ''
    const mark = ['00100020', '00201206', '00201208'].map((tag) => textOf(tags, tag) ?? '').join('|')
    return looksLikeUid.test(study) && study.length <= 64 ? [{ study, mark }] : []
  })

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')

/** How far the changes were read, and the number of studies then. */
type Place = { since: number; count: number | undefined }
const placeIn = (cursor: string): Place => {
  const [, since = '0', count] = /^orthanc (\d+)(?: (\d+))?$/.exec(cursor) ?? []
  return { since: Number(since), count: count === undefined ? undefined : Number(count) }
}

/** Reads what is new in a PACS: Orthanc's numbered changes, or for any other the studies of the last days. */
export const pacsChanges = (address: PacsAddress) => {
  const dicomweb = pacs(address)
  const orthanc = /\/dicom-web\/?$/.test(address.url)
    ? pacs({ ...address, url: address.url.replace(/\/dicom-web\/?$/, '') })
    : undefined

  const ofOrthanc = async <T>(path: string, schema: z.ZodType<T>): Promise<T | null> => {
    const response = await orthanc?.ask(path, { accept: 'application/json' })
    const text = (await response?.body.text()) ?? ''
    return /^[[{]/.test(text) ? (schema.safeParse(JSON.parse(text)).data ?? null) : null
  }
  const page = async (filter: string, offset: number) =>
    foundIn(await dicomweb.json(`/studies?${filter}includefield=00201206,00201208&limit=${pageSize}&offset=${offset}`))

  /** Every study, page by page; for a server that ignores the offset, it ends when nothing new comes. */
  async function* pages(filter = '') {
    const seen = new Set<string>()
    for (let offset = 0; ; offset += pageSize) {
      const fresh = (await page(filter, offset)).filter(({ study }) => !seen.has(study))
      if (fresh.length === 0) return
      for (const { study } of fresh) seen.add(study)
      yield fresh
    }
  }

  /** New studies are reported and deleted ones are not: some are missing if the number is not the earlier one plus what came. */
  const presentUnless = async (expected: number | undefined) => {
    const count = (await ofOrthanc('/statistics', Statistics))?.CountStudies
    if (count === undefined || count === expected) return { count, present: undefined }
    const ids = await ofOrthanc('/studies', Ids)
    return { count, present: ids ? new Set(ids) : undefined }
  }

  const orthancChanges = async ({ since, count }: Place): Promise<Changes | null> => {
    const list = await ofOrthanc(`/changes?since=${since}&limit=${batch}`, ChangeList)
    if (!list) return null
    // A reinstalled Orthanc counts from the beginning again.
    if (list.Changes.length === 0 && list.Last < since) return orthancChanges({ since: 0, count: undefined })
    const ofStudies = list.Changes.filter(({ ResourceType }) => ResourceType === 'Study')
    const ids = new Map(ofStudies.map(({ ID, Seq }) => [ID, Seq]))
    const studies: Found[] = []
    for (const [id, seq] of ids) {
      const study = (await ofOrthanc(`/studies/${id}`, OrthancStudy))?.MainDicomTags.StudyInstanceUID
      if (study && looksLikeUid.test(study)) studies.push({ study, mark: `change ${seq}` })
    }
    const fresh = ofStudies.filter(({ ChangeType }) => ChangeType === 'NewStudy').length
    const expected = count === undefined ? undefined : count + fresh
    const now = list.Done ? await presentUnless(expected) : { count: expected, present: undefined }
    const cursor = `orthanc ${list.Last}${now.count === undefined ? '' : ` ${now.count}`}`
    return { studies, present: now.present, cursor, done: list.Done }
  }

  return {
    pages,
    since: async (cursor: string, now = Date.now()): Promise<Changes> => {
      const changes = await orthancChanges(placeIn(cursor)).catch(() => null)
      if (changes) return changes
      const studies: Found[] = []
      for await (const some of pages(`StudyDate=${dayOf(now - 3 * dayMs)}-${dayOf(now + dayMs)}&`))
        studies.push(...some)
      return { studies, cursor: '', done: true }
    },
  }
}
export type PacsChanges = ReturnType<typeof pacsChanges>
