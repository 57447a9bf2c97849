import {
  dicomwebRoot,
  type SearchFilter,
  type SearchQuery,
  searchAllInstances,
  searchAllSeries,
  searchInstances,
  searchSeries,
  searchStudies,
  searchStudyInstances,
  studyTags,
} from '@fornix/contract'
import type { Chain } from '../../../clinic/imaging/archive/archive.ts'
import { type DicomJson, textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { firstOpenings, type OpenableStudy } from '../../../clinic/records/study-access.ts'
import { type ListedStudy, searchOpenableStudies } from '../../../clinic/records/study-search.ts'
import { writeAudit } from '../../../platform/audit/audit.ts'
import { badRequest } from '../../../platform/base/errors.ts'
import { on, onRecord, type Route } from '../../../platform/calls/route.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { scopeOf } from '../../../platform/sessions/session.ts'
import type { Caller } from '../../../platform/sessions/session-row.ts'
import type { Platform } from '../../../platform.ts'
import { acceptJson } from '../accept.ts'
import { imagesResponse, locateStudy } from '../open-study.ts'
import { archiveOfStudy } from '../study-archive.ts'
import { tagsNamed } from './fields.ts'
import { matcher } from './matching.ts'
import { type Page, pageResponse } from './response.ts'
import { listedOfStudies, seriesTags, studyJson } from './tags.ts'

const defaultStudies = 100
const maxStudies = 500
/** For all studies: at most this many are searched, listed, or skipped. */
const maxListed = 500
const maxSkipped = 10_000
/** The data of each frame may be megabytes in each instance. */
const groupsOfFrames = ['52009229', '52009230']

/** A caller who lists no more than these has looked them up, whatever the search names. */
const fewPatients = 10

const isOfStudy = ({ tag }: SearchFilter) => studyTags.includes(tag)
const namesSomebody = ({ filters }: SearchQuery) =>
  filters.some(({ tag }) => ['0020000D', '00100010', '00100020', '00100030', '00080050', '00200010'].includes(tag))
const ofStudy = (study: string): SearchFilter => ({ tag: '0020000D', kind: 'uids', value: study })

type Parts = Pick<Platform, 'archive' | 'config' | 'database'>
type Level = 'series' | 'instances'

const rootOf = ({ config }: Parts) => config.publicUrl + dicomwebRoot

/** What the archive has of a study, each entry with its address; undefined if it has nothing. */
const listOf = async (
  parts: Parts,
  scope: Scope,
  level: Level,
  { openable, ...chain }: Omit<Chain, 'instance'> & { openable: OpenableStudy },
  tags: string[],
) => {
  const images = archiveOfStudy(parts, scope, openable)
  const more = [...new Set(tags.map((path) => path.slice(0, 8)))]
  const list =
    level === 'series' ? await images.seriesOf(scope, chain.study, more) : await images.instancesOf(scope, chain, more)
  const ofSeries = (entry: DicomJson) => `${rootOf(parts)}/studies/${chain.study}/series/${textOf(entry, '0020000E')}`
  return list.map((entry): DicomJson => {
    const at = ofSeries(entry) + (level === 'series' ? '' : `/instances/${textOf(entry, '00080018')}`)
    return { ...entry, '00081190': { vr: 'UR', Value: [at] } }
  })
}

const inStudy = async (
  parts: Parts,
  { db, user, query, located: openable }: { db: Db; user: Caller; query: SearchQuery; located: OpenableStudy },
  level: Level,
  chain: Omit<Chain, 'instance'>,
) => {
  const { filters, isFuzzy, limit, offset, fields } = query
  const ofStudies = filters.filter(isOfStudy)
  const { total: fits } = await searchOpenableStudies(db, user, {
    filters: [ofStudy(chain.study), ...ofStudies],
    isFuzzy,
    limit: 1,
    offset: 0,
  })
  const within = filters.filter((filter) => !isOfStudy(filter))
  const tags = [...(await tagsNamed(fields)), ...within.map(({ tag }) => tag)]
  return async () => {
    const all = await listOf(parts, scopeOf(user), level, { ...chain, openable }, tags)
    if (all.length === 0) return null
    const matching = fits > 0 ? all.filter(matcher(within, isFuzzy)) : []
    const list = matching.slice(offset, limit === undefined ? undefined : offset + limit)
    return pageResponse({ list, offset, total: matching.length })
  }
}

const inAll = async (
  parts: Parts,
  { db, user, query, request }: { db: Db; user: Caller; query: SearchQuery; request: { id: string } },
  level: Level,
) => {
  const { filters, isFuzzy, limit = defaultStudies, offset, fields } = query
  if (offset > maxSkipped) throw badRequest(`offset: at most ${maxSkipped} in a search of all studies`)
  const named = await tagsNamed(fields)
  const tooLarge = named.find((tag) => groupsOfFrames.includes(tag))
  if (tooLarge) throw badRequest(`includefield: Ask for ${tooLarge} within one study`)
  const { studies, total } = await searchOpenableStudies(db, user, {
    filters: filters.filter(isOfStudy),
    isFuzzy,
    limit: maxStudies,
    offset: 0,
  })
  if (namesSomebody(query)) await noteFound(db, user, request.id, studies)
  const within = filters.filter((filter) => !isOfStudy(filter))
  const fits = matcher(within, isFuzzy)
  const tags = [...named, ...within.map(({ tag }) => tag), ...(level === 'instances' ? seriesTags : [])]
  const most = Math.min(limit, maxListed)
  return async (signal: AbortSignal) => {
    const listed: { study: ListedStudy; entry: DicomJson }[] = []
    let count = 0
    for (const study of studies) {
      if (count > offset + most || signal.aborted) break
      const entries = await listOf(parts, scopeOf(user), level, { study: study.study_uid, openable: study }, tags)
      for (const entry of entries.filter(fits)) {
        if (count >= offset && listed.length < most) listed.push({ study, entry })
        count++
      }
    }
    const ofListed = new Set(listed.map(({ study }) => study))
    // Nothing is sent before it is noted.
    await parts.database.scoped(scopeOf(user), (db) => noteFound(db, user, request.id, [...ofListed]))
    const page: Page = {
      list: listed.map(({ study, entry }) => ({ ...studyJson(study, rootOf(parts)), ...entry })),
      offset,
      total: count > offset + most ? undefined : count,
      notes: total > studies.length ? [`Only the newest ${studies.length} studies were searched`] : [],
    }
    return pageResponse(page)
  }
}

export const searchRoutes = (parts: Parts): Route[] => [
  on(searchStudies, async ({ db, user, query, request }) => {
    acceptJson(request.accept)
    const { limit = defaultStudies, fields, ...rest } = query
    const { studies, total } = await searchOpenableStudies(db, user, { ...rest, limit: Math.min(limit, maxStudies) })
    const patients = new Set(studies.map(({ patient_id }) => patient_id))
    if (namesSomebody(query) || patients.size <= fewPatients) await noteFound(db, user, request.id, studies)
    const list = studies.map((study) => studyJson(study, rootOf(parts)))
    const missing = (await tagsNamed(fields)).filter((tag) => !listedOfStudies.includes(tag))
    const notes = missing.length > 0 ? [`Studies are listed without ${missing.join(' ')}`] : []
    return { images: Promise.resolve(pageResponse({ list, offset: rest.offset, total, notes })) }
  }),
  on(searchAllSeries, async ({ signal, ...context }) => {
    acceptJson(context.request.accept)
    const search = await inAll(parts, context, 'series')
    return imagesResponse(signal, search(signal))
  }),
  on(searchAllInstances, async ({ signal, ...context }) => {
    acceptJson(context.request.accept)
    const search = await inAll(parts, context, 'instances')
    return imagesResponse(signal, search(signal))
  }),
  onRecord(searchSeries, locateStudy, async ({ signal, params, ...context }) => {
    acceptJson(context.request.accept)
    const search = await inStudy(parts, context, 'series', params)
    return imagesResponse(signal, search())
  }),
  onRecord(searchStudyInstances, locateStudy, async ({ signal, params, ...context }) => {
    acceptJson(context.request.accept)
    const search = await inStudy(parts, context, 'instances', params)
    return imagesResponse(signal, search())
  }),
  onRecord(searchInstances, locateStudy, async ({ signal, params, ...context }) => {
    acceptJson(context.request.accept)
    const search = await inStudy(parts, context, 'instances', params)
    return imagesResponse(signal, search())
  }),
]

/** A search for a patient reads that patient's list of scans: a row for each patient, once a session. */
const noteFound = async (db: Db, user: Caller, request: string, studies: ListedStudy[]) => {
  if (user.patient) return
  const patients = new Map(studies.flatMap(({ patient_id: id }) => (id ? [[`search ${id}`, id]] : [])))
  const first = await firstOpenings(db, user, [...patients.keys()])
  for (const object of first)
    await writeAudit(db, {
      project: user.project,
      actor: user.person,
      role: user.role,
      action: 'scan.list',
      patient: patients.get(object) ?? null,
      request,
    })
}
