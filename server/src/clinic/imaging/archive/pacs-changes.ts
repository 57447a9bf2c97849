import { z } from 'zod'
import { type DicomJson, textOf } from '../dicom/dicom-json.ts'
import { type PacsAddress, pacs } from './pacs.ts'

/** A study of a PACS, and what tells that it has changed where no list of changes does. */
export type Found = { study: string; mark: string }
/** `cursor` is where the next reading begins; a reader stores it once it has worked off the studies. */
export type Changes = { studies: Found[]; cursor: string; done: boolean }

const pageSize = 200
const batch = 500
const looksLikeUid = /^[0-9]+(\.[0-9]+)*$/

const ChangeList = z.object({
  Changes: z.array(z.object({ ID: z.string(), ResourceType: z.string(), Seq: z.number() })),
  Done: z.boolean(),
  Last: z.number(),
})
const OrthancStudy = z.object({ MainDicomTags: z.object({ StudyInstanceUID: z.string() }) })

const foundIn = (list: DicomJson[]): Found[] =>
  list.flatMap((tags) => {
    const study = textOf(tags, '0020000D') ?? ''
    const mark = ['00100020', '00201206', '00201208'].map((tag) => textOf(tags, tag) ?? '').join('|')
    return looksLikeUid.test(study) && study.length <= 64 ? [{ study, mark }] : []
  })

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
const dayMs = 86_400_000

/** Reads what is new in a PACS: the changes that Orthanc counts, or the studies of the last days of any other. */
export const pacsChanges = (address: PacsAddress) => {
  const dicomweb = pacs(address)
  const orthanc = /\/dicom-web\/?$/.test(address.url)
    ? pacs({ ...address, url: address.url.replace(/\/dicom-web\/?$/, '') })
    : undefined

  const ofOrthanc = async <T>(path: string, schema: z.ZodType<T>): Promise<T | null> => {
    const answer = await orthanc?.ask(path, { accept: 'application/json' })
    const text = (await answer?.body.text()) ?? ''
    return text.startsWith('{') ? (schema.safeParse(JSON.parse(text)).data ?? null) : null
  }
  const page = async (filter: string, offset: number) =>
    foundIn(await dicomweb.json(`/studies?${filter}includefield=00201206,00201208&limit=${pageSize}&offset=${offset}`))

  /** Every study, page by page; a server that ignores the offset ends it by giving nothing new. */
  async function* pages(filter = '') {
    const seen = new Set<string>()
    for (let offset = 0; ; offset += pageSize) {
      const fresh = (await page(filter, offset)).filter(({ study }) => !seen.has(study))
      if (fresh.length === 0) return
      for (const { study } of fresh) seen.add(study)
      yield fresh
    }
  }

  const orthancChanges = async (since: number): Promise<Changes | null> => {
    const list = await ofOrthanc(`/changes?since=${since}&limit=${batch}`, ChangeList)
    if (!list) return null
    // An Orthanc that was set up anew counts from the beginning again.
    if (list.Changes.length === 0 && list.Last < since) return orthancChanges(0)
    const ids = new Map(
      list.Changes.flatMap(({ ID, ResourceType, Seq }) => (ResourceType === 'Study' ? [[ID, Seq] as const] : [])),
    )
    const studies: Found[] = []
    for (const [id, seq] of ids) {
      const study = (await ofOrthanc(`/studies/${id}`, OrthancStudy))?.MainDicomTags.StudyInstanceUID
      if (study && looksLikeUid.test(study)) studies.push({ study, mark: `change ${seq}` })
    }
    return { studies, cursor: `orthanc ${list.Last}`, done: list.Done }
  }

  return {
    pages,
    since: async (cursor: string, now = Date.now()): Promise<Changes> => {
      const counted = Number(/^orthanc (\d+)$/.exec(cursor)?.[1] ?? 0)
      const changes = await orthancChanges(counted).catch(() => null)
      if (changes) return changes
      const studies: Found[] = []
      for await (const some of pages(`StudyDate=${dayOf(now - 3 * dayMs)}-${dayOf(now + dayMs)}&`))
        studies.push(...some)
      return { studies, cursor: '', done: true }
    },
  }
}
export type PacsChanges = ReturnType<typeof pacsChanges>
