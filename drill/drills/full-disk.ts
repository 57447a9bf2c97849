import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { dayMs } from '@fornix/contract'
import type { Figure } from '../../bench/report.ts'
import {
  type Call,
  downloadDocument,
  getPatientInfo,
  listDocuments,
  listSlots,
  uploadDocument,
} from '../../contract/src/index.ts'
import { reserveAuditSpace } from '../../server/src/platform/audit/audit-reserve.ts'
import { openDatabase } from '../../server/src/platform/database/db.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start.ts'
import { type Person, person } from '../calls.ts'
import { type SmallDisk, smallDisk } from '../full-disk.ts'
import { type Portal, startPortal } from '../portal.ts'
import { times } from '../scale.ts'
import { startWriters } from '../writers.ts'

const noMount = 'no file system can be mounted here (it takes root)'
const fullMs = times(20) * 1000
const ana = 'ana.rivera@northside.example'

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

/** Documents that the list names and nobody can read. */
const unreadable = async (staff: Person) => {
  let [broken, page, pages] = [0, 1, 1]
  for (; page <= pages; page++) {
    const query = { page: String(page), page_size: '50' }
    const { documents, total_pages } = (await staff.call(listDocuments, { params: { key: ana }, query })).json() as {
      documents: { file_id: string; kind: string }[]
      total_pages: number
    }
    pages = total_pages
    for (const { file_id } of documents.filter(({ kind }) => kind === 'document'))
      if ((await staff.call(downloadDocument, { params: { file_id } })).status !== 200) broken++
  }
  return broken
}

type Reading = { call: Call; args: object }

type Filling = { portal: Portal; disk: SmallDisk; staff: Person; reads: Reading[] }

/** Writers go on while the disk is full; `reads` are what must go on being answered. */
const fillDisk = async (name: string, { portal, disk, staff, reads }: Filling): Promise<Figure[]> => {
  const writers = startWriters(portal.address)
  await pause(4000)
  await disk.fill()
  const begun = performance.now()
  let [read, refusedReads] = [0, 0]
  while (performance.now() - begun < fullMs) {
    for (const { call, args } of reads) {
      const { status } = await staff.call(call, args)
      read++
      if (status !== 200) refusedReads++
    }
    await pause(200)
  }
  const refused = [507, 503].reduce((sum, status) => sum + (writers.statuses.get(status) ?? 0), 0)
  const others = [...writers.statuses].filter(([status]) => ![200, 503, 507, 429].includes(status))
  console.log([...writers.sentences].map((sentence) => `  ${sentence}`).join('\n'))
  await disk.empty()
  const seconds = await portal.ready()
  await pause(8000)
  const before = writers.count()
  await pause(3000)
  const after = writers.count()
  await writers.stop()
  return [
    { what: `${name}: writes refused (507 or 503)`, value: refused, unit: '', atLeast: 1 },
    {
      what: `${name}: writes answered otherwise`,
      value: others.reduce((sum, [, count]) => sum + count, 0),
      unit: '',
      atMost: 0,
    },
    { what: `${name}: reads meanwhile`, value: read, unit: '' },
    { what: `${name}: reads refused`, value: refusedReads, unit: '', atMost: 0 },
    { what: `${name}: ready after there is space`, value: seconds, unit: 's', atMost: 10 },
    { what: `${name}: writes in 3 s some seconds later`, value: after - before, unit: '', atLeast: 1 },
    { what: `${name}: acknowledged writes`, value: writers.count(), unit: '' },
    { what: `${name}: acknowledged and lost`, value: await writers.lost(), unit: '', atMost: 0 },
    { what: `${name}: documents without their bytes`, value: await unreadable(staff), unit: '', atMost: 0 },
  ]
}

export const drillFullFiles = async () => {
  const disk = await smallDisk(200)
  if (!disk) return noMount
  const portal = await startPortal({ FILES_URL: `file:${disk.folder}` })
  try {
    const staff = person(portal.address, 'tech@northside.example', 'operator')
    const aFile = (size: number) =>
      Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog>>endobj
% ${'x'.repeat(size)}
trailer<</Root 1 0 R>>
%%EOF
`)
    const { file_id } = (await staff.call(uploadDocument, { params: { key: ana }, file: aFile(10) })).json() as {
      file_id: string
    }
    const reads = [{ call: downloadDocument, args: { params: { file_id } } }]
    const figures = await fillDisk('full disk under files', { portal, disk, staff, reads })
    await disk.fill()
    const before = await filesIn(disk.folder)
    const { status } = await staff.call(uploadDocument, {
      params: { key: ana },
      file: aFile(200_000),
    })
    const left = (await filesIn(disk.folder)) - before
    await disk.empty()
    return [
      ...figures,
      { what: 'full disk under files: an upload answers', value: status, unit: '', atLeast: 507, atMost: 507 },
      { what: 'full disk under files: files that it leaves', value: left, unit: '', atMost: 0 },
    ]
  } finally {
    await portal.stop()
    await disk.remove()
  }
}

const dayAfter = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** What the portal's job and autovacuum do in its first hours. */
const auditSpaceIsReserved = async (url: string) => {
  const database = openDatabase({ appUrl: url, systemUrl: url })
  const vacuumed = "select from pg_stat_user_tables where relname = 'audit_events' and autovacuum_count >= $1"
  for (const time of [1, 2]) {
    await reserveAuditSpace(database)
    while ((await database.systemQuery(vacuumed, [time])).length === 0) await pause(500)
  }
  await database.close()
}

/** The data lie on the small disk, the write-ahead log beside it, as docs/DEPLOYMENT.md wants it. */
export const drillFullDatabase = async () => {
  const disk = await smallDisk(600)
  if (!disk) return noMount
  const logFolder = await mkdtemp(`${tmpdir()}/fornix-drill-wal-`)
  const settings = { autovacuum_naptime: '1s' }
  const open = () => startEmbeddedPostgres({ folder: disk.folder, password: 'owner', settings })
  let postgres = await open()
  await postgres.stop()
  const data = `${disk.folder}/data`
  await cp(`${data}/pg_wal`, `${logFolder}/pg_wal`, { recursive: true })
  await rm(`${data}/pg_wal`, { recursive: true })
  await symlink(`${logFolder}/pg_wal`, `${data}/pg_wal`)
  postgres = await open()
  const portal = await startPortal({ DATABASE_URL: postgres.url })
  try {
    const staff = person(portal.address, 'tech@northside.example', 'operator')
    const params = { key: ana }
    await staff.call(listDocuments, { params })
    await auditSpaceIsReserved(postgres.url)
    const reads = [
      { call: listSlots, args: { params, query: { from: dayAfter(1), to: dayAfter(14) } } },
      { call: getPatientInfo, args: { params } },
      { call: listDocuments, args: { params } },
    ]
    return await fillDisk('full disk under the database', { portal, disk, staff, reads })
  } finally {
    await disk.empty()
    await portal.stop()
    await postgres.stop()
    await disk.remove()
    await rm(logFolder, { recursive: true, force: true })
  }
}
