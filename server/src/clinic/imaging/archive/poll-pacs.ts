import type { Log } from '../../../platform/base/log.ts'
import { jobRan } from '../../../platform/base/signals.ts'
import type { Database } from '../../../platform/database/db.ts'
import { isOpen } from '../../../platform/database/moving.ts'
import { projectId, type Scope, staffScope } from '../../../platform/database/scope.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { ImagingArchive } from './archive.ts'
import { pacsTrouble } from './pacs.ts'
import { type Changes, type Found, orthancIdOf, type PacsChanges, pacsChanges } from './pacs-changes.ts'
import { reconcile } from './reconcile.ts'
import { projectOfNew } from './study-project.ts'
import { summaryOf } from './summary.ts'

export type Needs = { archive: ImagingArchive; config: Config; database: Database; log: Log }
type Turn = { cursor: string; failures: number; full: boolean }

const leaseSeconds = 120
const maxPauseSeconds = 900
const fullPassHours = 24

/** The projects of a study: those that have it, else the one whose it is as a new one. Only staff see a study before it is matched. */
const projectsOf = async (needs: Needs, study: string) => {
  const having = await needs.database.systemQuery<{ project_id: string; is_open: boolean }>(
    `select project_id, ${isOpen('studies')} as is_open from studies where study_uid = $1`,
    [study],
  )
  if (having.length > 0) return having.flatMap(({ project_id, is_open }) => (is_open ? [project_id] : []))
  const issuerIn = async (scope: Scope) => (await summaryOf(needs.archive, scope, study))?.dicom_issuer.trim() ?? ''
  return [await projectOfNew(needs, issuerIn)].filter((project) => project !== null)
}

/** If the PACS is down, the run ends; a single unreadable study must not block the others. */
const isAway = (error: unknown) => error instanceof Error && 'status' in error && error.status === 503

type Poller = Needs & {
  changes: PacsChanges
  address: string
  /** The studies this node has seen, for a PACS that lists no changes. */
  marks: Map<string, string>
}

export const pacsPoller = (needs: Needs, changes: PacsChanges, address: string) => {
  const poller = { ...needs, changes, address, marks: new Map<string, string>() }
  return { poll: () => poll(poller) }
}

/** Reads what is new, if it is this node's turn. A failing PACS is asked less and less often. */
const poll = async (poller: Poller) => {
  const { config, database, log, address } = poller
  const turn = await takeTurn(poller)
  if (!turn) return
  try {
    await readChanges(poller, turn.cursor)
    if (turn.full) await readAll(poller)
    // The timers of other nodes fire in between. A tenth less, or this node's next run would come a moment too early.
    await keep(poller, 'failures = 0, next_at = now() + make_interval(secs => $2)', [0.9 * config.PACS_POLL_SECONDS])
    jobRan.publish({ job: 'pacs-poll', ok: true })
  } catch (error) {
    jobRan.publish({ job: 'pacs-poll', ok: false })
    const pause = Math.min(maxPauseSeconds, config.PACS_POLL_SECONDS * 2 ** (turn.failures + 1))
    await keep(poller, 'failures = failures + 1, next_at = now() + make_interval(secs => $2)', [pause])
    log.warn(
      { err: error, trouble: pacsTrouble(error), failures: turn.failures + 1, pause },
      'the PACS could not be read',
    )
  } finally {
    await database.systemQuery("update pacs_polls set leased_until = '-infinity' where address = $1", [address])
  }
}

/** One node at a time has the turn, and only when it is due. */
const takeTurn = async ({ database, address }: Poller) => {
  await database.systemQuery('insert into pacs_polls (address) values ($1) on conflict do nothing', [address])
  const [turn] = await database.systemQuery<Turn>(
    `update pacs_polls set leased_until = now() + make_interval(secs => ${leaseSeconds})
      where address = $1 and leased_until < now() and next_at <= now()
      returning cursor, failures, full_pass_at < now() - make_interval(hours => ${fullPassHours}) as full`,
    [address],
  )
  return turn
}

const keep = ({ database, address }: Poller, change: string, values: unknown[]) =>
  database.systemQuery(
    `update pacs_polls set ${change}, leased_until = now() + make_interval(secs => ${leaseSeconds}) where address = $1`,
    [address, ...values],
  )

const readChanges = async (poller: Poller, from: string) => {
  for (let read: Changes | undefined, cursor = from; !read?.done; cursor = read.cursor) {
    read = await poller.changes.since(cursor)
    await bringIn(poller, [...read.studies, ...(await missingOf(poller, read))])
    await keep(poller, 'cursor = $2', [read.cursor])
  }
}

/** What the portal lists and an Orthanc no longer has under this patient. */
const missingOf = async ({ database }: Poller, { present, cursor }: Changes): Promise<Found[]> => {
  if (!present) return []
  const listed = await database.systemQuery<{ study: string; patientId: string }>(
    `select study_uid as study, dicom_patient_id as "patientId" from studies
      where series_uid <> '' and dicom_patient_id is not null`,
    [],
  )
  return listed.flatMap((row) =>
    present.has(orthancIdOf(row)) ? [] : [{ study: row.study, mark: `missing at ${cursor}` }],
  )
}

/** All studies of the PACS, and those the portal has that are no longer there. */
const readAll = async (poller: Poller) => {
  const there = new Set<string>()
  poller.marks.clear()
  for await (const found of poller.changes.pages()) {
    await bringIn(poller, found)
    for (const { study } of found) there.add(study)
    await keep(poller, 'failures = 0', [])
  }
  const listed = await poller.database.systemQuery<{ study_uid: string }>(
    "select distinct study_uid from studies where series_uid <> ''",
    [],
  )
  const gone = listed.flatMap(({ study_uid }) => (there.has(study_uid) ? [] : [{ study: study_uid, mark: 'gone' }]))
  await bringIn(poller, gone)
  await keep(poller, 'full_pass_at = now()', [])
}

const bringIn = async (poller: Poller, found: Found[]) => {
  const { archive, database, log, marks } = poller
  for (const { study, mark } of found) {
    if (marks.get(study) === mark) continue
    try {
      for (const project of await projectsOf(poller, study))
        await reconcile(database, archive, staffScope(projectId(project)), study)
      marks.set(study, mark)
    } catch (error) {
      if (isAway(error)) throw error
      log.warn({ err: error }, 'a study of the PACS could not be read')
    }
  }
}

/** Polls for new studies until stopped; with the embedded archive there is nothing to poll. */
export const startPollingPacs = (needs: Needs) => {
  const { config, log } = needs
  const { DICOMWEB_URL: url, DICOMWEB_USER: user, DICOMWEB_PASSWORD: password, PACS_POLL_SECONDS: seconds } = config
  if (!url || seconds === 0) return async () => {}
  const { poll } = pacsPoller(needs, pacsChanges({ url, user, password }), url)
  let running: Promise<void> | undefined
  const look = () => {
    running ??= poll()
      .catch((err: Error) => log.warn({ err }, 'polling failed'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, seconds * 1000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
