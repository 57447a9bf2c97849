import type { Aim } from './imaging-world.ts'

/** What an attacker has: an open study, a session, what a viewer's cookie holds, and a neighbour's that was cut to fit. */
export type Means = {
  own: Aim
  bearer: Record<string, string>
  viewer: string
  cookieOf: (study: string) => string
  /** What a viewer's cookie may hold, by what is wrong with it. */
  dead: Record<'idle' | 'ended' | 'grafted' | 'cut' | 'elsewhere' | 'made up' | 'a ticket', string>
  sessionCookie: string
  otherProject: string
  strangers: Record<
    'patient elsewhere' | 'nurse elsewhere' | 'admin elsewhere' | 'signed out' | 'deleted',
    Record<string, string>
  >
}
export type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string }
/** Without a status, only the answers' being equal counts. */
export type Attempt = [title: string, status: number | null, send: (aim: Aim, means: Means) => Sent]

const root = '/api/dicomweb'
const at = ({ study, series, instance }: Aim) => ({
  ofStudy: `${root}/studies/${study}`,
  ofSeries: `${root}/studies/${study}/series/${series}`,
  ofInstance: `${root}/studies/${study}/series/${series}/instances/${instance}`,
})

/** Every address that a viewer asks for. */
export const addresses: Record<string, (aim: Aim) => string> = {
  'the study in the list': ({ study }) => `${root}/studies?StudyInstanceUID=${study}`,
  'its series': (aim) => `${at(aim).ofStudy}/series`,
  'the instances of a study': (aim) => `${at(aim).ofStudy}/instances`,
  'the instances': (aim) => `${at(aim).ofSeries}/instances`,
  'the tags of a study': (aim) => `${at(aim).ofStudy}/metadata`,
  'the whole study': (aim) => at(aim).ofStudy,
  'pictures of a series': (aim) => `${at(aim).ofSeries}/rendered`,
  'a picture of a frame': (aim) => `${at(aim).ofInstance}/frames/1/rendered`,
  'a thumbnail of a study': (aim) => `${at(aim).ofStudy}/thumbnail`,
  'a thumbnail of a file': (aim) => `${at(aim).ofInstance}/thumbnail`,
  'a thumbnail of a frame': (aim) => `${at(aim).ofInstance}/frames/1/thumbnail`,
  'the tags of a series': (aim) => `${at(aim).ofSeries}/metadata`,
  'the files of a series': (aim) => at(aim).ofSeries,
  'a file': (aim) => at(aim).ofInstance,
  'the tags of a file': (aim) => `${at(aim).ofInstance}/metadata`,
  'a frame': (aim) => `${at(aim).ofInstance}/frames/1`,
  'a picture': (aim) => `${at(aim).ofInstance}/rendered`,
  'a thumbnail': (aim) => `${at(aim).ofSeries}/thumbnail`,
}

const by = (means: Means, path: string, more: Omit<Sent, 'path'> = {}): Sent => ({
  path,
  ...more,
  headers: { ...means.bearer, ...more.headers },
})
type Path = (aim: Aim, own: Aim) => string
/** Attempts of the session that differ in the path. */
const paths = (status: number, all: Record<string, Path>): Attempt[] =>
  Object.entries(all).map(([title, path]) => [title, status, (aim, means) => by(means, path(aim, means.own))])

/** Also for staff, whose own studies are all of the project. */
export const chains = paths(404, {
  'own study, foreign series, its instances': (aim, own) => `${at(own).ofStudy}/series/${aim.series}/instances`,
  'own study, foreign series, its tags': (aim, own) => `${at(own).ofStudy}/series/${aim.series}/metadata`,
  'own study, foreign series, its thumbnail': (aim, own) => `${at(own).ofStudy}/series/${aim.series}/thumbnail`,
  'own study, foreign series, its files': (aim, own) => `${at(own).ofStudy}/series/${aim.series}`,
  'own study, foreign series and instance': (aim, own) => at({ ...aim, study: own.study }).ofInstance,
  'own study, foreign series and instance, a frame': (aim, own) =>
    `${at({ ...aim, study: own.study }).ofInstance}/frames/1`,
  'own study, foreign series and instance, a picture': (aim, own) =>
    `${at({ ...aim, study: own.study }).ofInstance}/rendered`,
  'own study, foreign series and instance, its tags': (aim, own) =>
    `${at({ ...aim, study: own.study }).ofInstance}/metadata`,
  'own study, foreign series, its pictures': (aim, own) => `${at(own).ofStudy}/series/${aim.series}/rendered`,
  'own series, foreign instance, a long value': (aim, own) =>
    `${at({ ...own, instance: aim.instance }).ofInstance}/bulkdata/7FE00010`,
  'own series, foreign instance, a picture of a frame': (aim, own) =>
    `${at({ ...own, instance: aim.instance }).ofInstance}/frames/1/rendered`,
  'own series, foreign instance, its thumbnail': (aim, own) =>
    `${at({ ...own, instance: aim.instance }).ofInstance}/thumbnail`,
  'own series, foreign instance': (aim, own) => at({ ...own, instance: aim.instance }).ofInstance,
  'own series, foreign instance, a frame': (aim, own) =>
    `${at({ ...own, instance: aim.instance }).ofInstance}/frames/1`,
  'own series, foreign instance, a picture': (aim, own) =>
    `${at({ ...own, instance: aim.instance }).ofInstance}/rendered`,
  'own series, foreign instance, its tags': (aim, own) =>
    `${at({ ...own, instance: aim.instance }).ofInstance}/metadata`,
  'foreign study, own series': (aim, own) => at({ ...own, study: aim.study }).ofSeries,
  'foreign study, own series and instance': (aim, own) => at({ ...own, study: aim.study }).ofInstance,
  'foreign study and instance, own series': (aim, own) => at({ ...aim, series: own.series }).ofInstance,
})

const separators = paths(404, {
  'dot segments after the own study': (aim, own) => `${at(own).ofStudy}/../${aim.study}/series`,
  'dot segments after the own series': (aim, own) => `${at(own).ofSeries}/../../../${aim.study}/series`,
  'encoded dot segments': (aim, own) => `${at(own).ofStudy}/%2e%2e/${aim.study}/series`,
  'an encoded separator': (aim, own) => `${at(own).ofStudy}%2F..%2F${aim.study}/series`,
  'a doubly encoded separator': (aim, own) => `${at(own).ofStudy}%252F..%252F${aim.study}/series`,
  'doubled separators': ({ study }) => `${root}//studies//${study}//series`,
  'a doubled separator at the start': ({ study }) => `/${root}/studies/${study}/series`,
  'a backslash': (aim, own) => `${at(own).ofStudy}\\..\\${aim.study}/series`,
  'an encoded backslash': (aim, own) => `${at(own).ofStudy}%5C${aim.study}/series`,
  'a path parameter': (aim, own) => `${at(own).ofStudy};${aim.study}/series`,
  'two studies with a comma': (aim, own) => `${at(own).ofStudy},${aim.study}/series`,
  'an encoded question mark': (aim, own) => `${at(own).ofStudy}%3F/../${aim.study}/series`,
  'an encoded number sign': (aim, own) => `${at(own).ofStudy}%23/../${aim.study}/series`,
  'encoded digits': ({ study }) => `${root}/studies/%${study.charCodeAt(0).toString(16)}${study.slice(1)}/series`,
  'the query of another study': (aim, own) => `${at(aim).ofStudy}/series?StudyInstanceUID=${own.study}`,
  'capital letters': ({ study }) => `/API/DICOMWEB/STUDIES/${study}/series`,
  'a whole address': ({ study }) => `http://localhost:3000${root}/studies/${study}/series`,
})

const oddUids = paths(404, {
  'a null byte': ({ study }) => `${root}/studies/${study}%00/series`,
  'a line break': ({ study }) => `${root}/studies/${study}%0A/series`,
  'a blank': ({ study }) => `${root}/studies/%20${study}/series`,
  'a star': ({ study }) => `${root}/studies/${study.slice(0, -1)}*/series`,
  'a point at the end': ({ study }) => `${root}/studies/${study}./series`,
  'two points': ({ study }) => `${root}/studies/${study.replace('.', '..')}/series`,
  'a point in front': ({ study }) => `${root}/studies/.${study}/series`,
  'a letter': ({ study }) => `${root}/studies/${study}a/series`,
  'digits of another script': ({ study }) => `${root}/studies/${encodeURIComponent(study.replace('2', '２'))}/series`,
  'a broken escape': ({ study }) => `${root}/studies/${study}%zz/series`,
  'no study': () => `${root}/studies//series`,
  '65 characters': ({ study }) => `${root}/studies/${study}.${'1'.repeat(64 - study.length)}/series`,
  '300 characters': ({ study }) => `${root}/studies/${study}.${'1'.repeat(299 - study.length)}/series`,
  '5,000 characters': ({ study }) => `${root}/studies/${study}.${'1'.repeat(5000)}/series`,
  'an instance of 65 characters': (aim, own) =>
    `${at(own).ofSeries}/instances/${aim.instance}.${'1'.repeat(64 - aim.instance.length)}`,
})

const frames = paths(
  404,
  Object.fromEntries(
    [
      '0',
      '2',
      '1,2',
      '999999',
      '1000000',
      '-1',
      '1-2',
      'all',
      '1,,1',
      '1e0',
      '0x1',
      `1${',1'.repeat(64)}`,
      '1%2C2',
    ].map((frame) => [
      `frame ${frame.slice(0, 12)}`,
      (aim: Aim, own: Aim) => `${at({ ...own, instance: aim.instance }).ofInstance}/frames/${frame}`,
    ]),
  ),
)

const otherAddresses = paths(404, {
  'a long value': (aim) => `${at(aim).ofInstance}/bulkdata/00420011`,
  'a picture of a study': (aim) => `${at(aim).ofStudy}/rendered`,
  'bulk data': (aim) => `${at(aim).ofInstance}/bulk/7fe00010`,
  'WADO by query': ({ study, series, instance }) =>
    `${root}/wado?requestType=WADO&studyUID=${study}&seriesUID=${series}&objectUID=${instance}`,
  'the server behind': ({ study }) => `/dicom-web/studies/${study}/series`,
  'its other door': ({ study }) => `${root}/../instances/${study}/file`,
})

const lists = paths(200, {
  'a list of the own and a foreign study': (aim, own) => `${root}/studies?StudyInstanceUID=${own.study},${aim.study}`,
  'a list with a backslash': (aim, own) => `${root}/studies?StudyInstanceUID=${own.study}%5C${aim.study}`,
  'the series of a foreign study': ({ study }) => `${root}/series?StudyInstanceUID=${study}`,
  'a foreign series': ({ series }) => `${root}/series?SeriesInstanceUID=${series}`,
  'the instances of a foreign study': ({ study }) => `${root}/instances?0020000D=${study}`,
  'a foreign instance': ({ instance }) => `${root}/instances?SOPInstanceUID=${instance}`,
  'the tag in place of the name': ({ study }) => `${root}/studies?0020000D=${study}`,
  'a wildcard': () => `${root}/studies?StudyInstanceUID=*`,
  SQL: () => `${root}/studies?AccessionNumber=${encodeURIComponent("' or '1'='1")}`,
  'everybody’s name': () => `${root}/studies?PatientName=*&fuzzymatching=true`,
  'every PatientID': () => `${root}/studies?PatientID=*`,
  'a foreign PatientID': () => `${root}/studies?PatientID=MRN-BEN`,
  'every field': () => `${root}/studies?includefield=all&limit=500`,
  'a page behind the end': () => `${root}/studies?offset=1`,
})
const badLists = paths(400, {
  'the beginning of a UID': ({ study }) => `${root}/studies?StudyInstanceUID=${study.slice(0, 9)}*`,
  'SQL for a UID': () => `${root}/studies?StudyInstanceUID=${encodeURIComponent("' or '1'='1")}`,
  'what is not searched': ({ series }) => `${root}/studies?SeriesInstanceUID=${series}`,
  'a UID twice': (aim, own) => `${root}/studies?StudyInstanceUID=${own.study}&StudyInstanceUID=${aim.study}`,
  'a UID with a null byte': ({ study }) => `${root}/studies?StudyInstanceUID=${study}%00`,
  'a PatientID with a null byte': () => `${root}/studies?PatientID=MRN-BEN%00`,
  'a limit below zero': ({ study }) => `${root}/studies?StudyInstanceUID=${study}&limit=-1`,
  'a limit without end': ({ study }) => `${root}/studies?StudyInstanceUID=${study}&limit=Infinity`,
})

const verbs: Attempt[] = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH'].map(
  (method) => [`the verb ${method}`, 404, (aim, means) => by(means, at(aim).ofSeries, { method })],
)

const headers: Attempt[] = (
  [
    ['another project', 403, (_aim, { otherProject }) => ({ project: otherProject })],
    ['a project that is none', 400, () => ({ project: "' or 1=1" })],
    ['the original address', 404, (aim) => ({ 'x-original-url': at(aim).ofSeries, 'x-rewrite-url': at(aim).ofSeries })],
    ['an override of the verb', 404, () => ({ 'x-http-method-override': 'POST' })],
    ['the address of the server itself', 404, () => ({ 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' })],
    ['another host', 404, () => ({ 'x-forwarded-host': 'internal', host: 'internal' })],
    ['DICOM by Accept', 404, () => ({ accept: 'multipart/related; type="application/dicom"; transfer-syntax=*' })],
    ['pixels by Accept', 404, () => ({ accept: 'multipart/related; type="application/octet-stream"' })],
    ['a picture by Accept', 404, () => ({ accept: 'image/jpeg' })],
    ['an archive by Accept', 404, () => ({ accept: 'application/zip' })],
    ['a page by Accept', null, () => ({ accept: 'text/html' })],
    ['a range', 404, () => ({ range: 'bytes=0-100' })],
    ['many ranges', 404, () => ({ range: 'bytes=0-1,2-3,-5', 'if-range': '*' })],
    ['a condition', 404, () => ({ 'if-none-match': '*', 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })],
    ['another site', 403, () => ({ origin: 'https://evil.example' })],
    ['another site’s frame', 403, () => ({ 'sec-fetch-site': 'cross-site' })],
    ['a page of another subdomain', 403, () => ({ 'sec-fetch-site': 'same-site' })],
  ] as [string, number | null, (aim: Aim, means: Means) => Record<string, string>][]
).map(([title, status, more]) => [
  `a header: ${title}`,
  status,
  (aim, means) => by(means, at(aim).ofSeries, { headers: more(aim, means) }),
])

const noSession: Attempt[] = [
  ['nobody', 401, (aim) => ({ path: at(aim).ofSeries })],
  ['a password', 401, (aim) => ({ path: at(aim).ofSeries, headers: { authorization: 'Basic YTpi' } })],
  [
    'the cookie of the session alone',
    401,
    (aim, { sessionCookie }) => ({ path: at(aim).ofSeries, headers: { cookie: sessionCookie } }),
  ],
  [
    'the token in the query',
    401,
    (aim, { bearer }) => ({ path: `${at(aim).ofSeries}?access_token=${bearer['authorization']?.slice(7)}` }),
  ],
  ['the viewer’s cookie in the query', 401, (aim, { viewer }) => ({ path: `${at(aim).ofSeries}?token=${viewer}` })],
  [
    'the cookie of the own study',
    401,
    (aim, { own, viewer, cookieOf }) => ({
      path: at(aim).ofSeries,
      headers: { cookie: `${cookieOf(own.study)}=${viewer}` },
    }),
  ],
]

const dead = ['idle', 'ended', 'grafted', 'cut', 'elsewhere', 'made up', 'a ticket'] as const
const withViewer: Attempt[] = [
  [
    'the viewer of the own study under the other’s name',
    404,
    (aim, { viewer, cookieOf }) => ({
      path: at(aim).ofSeries,
      headers: { cookie: `${cookieOf(aim.study)}=${viewer}` },
    }),
  ],
  [
    'the viewer of the own study under the other’s name, for the list',
    200,
    (aim, { viewer, cookieOf }) => ({
      path: `${root}/studies?StudyInstanceUID=${aim.study}`,
      headers: { cookie: `${cookieOf(aim.study)}=${viewer}` },
    }),
  ],
  [
    'the viewer of the own study, for all of a patient',
    200,
    (_aim, { own, viewer, cookieOf }) => ({
      path: `${root}/studies?PatientID=MRN-BEN`,
      headers: { cookie: `${cookieOf(own.study)}=${viewer}` },
    }),
  ],
  [
    'what the cookie holds, as a token',
    401,
    (aim, { viewer }) => ({ path: at(aim).ofSeries, headers: { authorization: `Bearer ${viewer}` } }),
  ],
  [
    'what the cookie holds, for another call',
    401,
    (aim, { viewer }) => ({
      path: `/scans/${aim.study}/open/`,
      method: 'POST',
      headers: { authorization: `Bearer ${viewer}` },
    }),
  ],
  ...dead.map(
    (which): Attempt => [
      `the cookie of a viewer that is ${which}`,
      401,
      (aim, { dead, cookieOf }) => ({
        path: at(aim).ofSeries,
        headers: { cookie: `${cookieOf(aim.study)}=${dead[which]}` },
      }),
    ],
  ),
]

export const byStrangers: Attempt[] = (
  [
    ['patient elsewhere', 404],
    ['nurse elsewhere', 404],
    ['admin elsewhere', 404],
    ['signed out', 401],
    ['deleted', 401],
  ] as const
).flatMap(([who, status]) => [
  [
    `${who}, a series`,
    status,
    (aim, { strangers }) => ({ path: at(aim).ofSeries, headers: strangers[who] }),
  ] as Attempt,
  [
    `${who}, a viewer`,
    status,
    (aim, { strangers }) => ({ path: `/scans/${aim.study}/open/`, method: 'POST', headers: strangers[who] }),
  ] as Attempt,
])

const opening: Attempt[] = [
  ['the files of it as a ZIP', 404, (aim, means) => by(means, `/scans/${aim.study}/download`)],
  [
    'a ZIP of it with the viewer’s cookie',
    401,
    (aim, { viewer, cookieOf }) => ({
      path: `/scans/${aim.study}/download`,
      headers: { cookie: `${cookieOf(aim.study)}=${viewer}` },
    }),
  ],
  ['a viewer of one’s own for it', 404, (aim, means) => by(means, `/scans/${aim.study}/open/`, { method: 'POST' })],
]

/** Everything that somebody with an open study and a session may try on a study that is closed to them. */
export const attempts: Attempt[] = [
  ...chains,
  ...separators,
  ...oddUids,
  ...frames,
  ...otherAddresses,
  ...lists,
  ...badLists,
  ...verbs,
  ...headers,
  ...noSession,
  ...withViewer,
  ...opening,
]
