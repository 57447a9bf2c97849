import { existsSync } from 'node:fs'
import { dicomwebArchive } from './clinic/imaging/archive/dicomweb-archive.ts'
import { embeddedArchive } from './clinic/imaging/archive/embedded-archive.ts'
import { separateProjects } from './clinic/imaging/archive/separate-projects.ts'
import { timedArchive } from './clinic/imaging/archive/timed-archive.ts'
import { sessionQueries } from './clinic/people/session-queries.ts'
import { listUnsent } from './clinic/records/list-unsent.ts'
import { formSeals } from './clinic/records/seals.ts'
import { startDeletingExpired } from './clinic/retention/expired-rows.ts'
import { startRetention } from './clinic/retention/retention.ts'
import { tablesOfKeys } from './clinic/retention/tables-of-files.ts'
import { purges, tableRules } from './features.ts'
import { startReservingAuditSpace } from './platform/audit/audit-reserve.ts'
import { startAnchors } from './platform/audit/start-anchors.ts'
import { type Log, openLog } from './platform/base/log.ts'
import { makeFolder } from './platform/base/make-folder.ts'
import { openPace } from './platform/base/pace.ts'
import { openRateLimits } from './platform/calls/rate-limits.ts'
import { openDatabase } from './platform/database/db.ts'
import { readyDatabase } from './platform/database/ready-database.ts'
import { lockDataFolder } from './platform/embedded-postgres/data-lock.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts'
import { keyRing } from './platform/files/encryption/key-ring.ts'
import { derive } from './platform/files/encryption/keys.ts'
import { loadMasterKeys, type MasterKeys } from './platform/files/encryption/master-keys.ts'
import { lostProjectKeys } from './platform/files/encryption/project-keys.ts'
import { startWatchingKeys } from './platform/files/encryption/watch-keys.ts'
import { startDeletingOrphans } from './platform/files/orphans.ts'
import { openFileStore } from './platform/files/stores/open-file-store.ts'
import { timedStore } from './platform/files/stores/timed-store.ts'
import { identityOf } from './platform/identity/identity-of-settings.ts'
import { startMailSender } from './platform/mail/sender.ts'
import { openVapid } from './platform/push/vapid.ts'
import { openLive } from './platform/sessions/live.ts'
import { openSessions } from './platform/sessions/session.ts'
import { accessTokens, refreshTokens } from './platform/sessions/tokens.ts'
import type { Config } from './platform/settings/config.ts'
import { documentSigner } from './platform/signing/document-signer.ts'
import { timeAuthority } from './platform/signing/time-stamp.ts'
import type { Platform } from './platform.ts'

export const version = '0.1.0'

type Stop = () => Promise<void>

/**
 * Opens everything that features stand on; `onLocked` is asked as soon as no other program uses the folder. What was opened is closed in
 * reverse order, also when a later part fails.
 */
export const startPlatform = async (
  config: Config,
  { smtpUrl, onLocked = async () => {} }: { smtpUrl: string; onLocked?: () => Promise<void> },
): Promise<{ platform: Platform; stop: Stop }> => {
  const opened: Stop[] = []
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    const platform = await open(config, { smtpUrl, onLocked }, (close) => opened.push(close))
    return { platform, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Opening = { smtpUrl: string; onLocked: () => Promise<void> }
const open = async (
  config: Config,
  { smtpUrl, onLocked }: Opening,
  onStop: (close: Stop) => void,
): Promise<Platform> => {
  const log = openLog(config.LOG_LEVEL)
  await makeFolder(config.dataDir)
  onStop(await lockDataFolder(config.dataDir))
  await onLocked()
  // A new key opens nothing old: it is made only where there is nothing yet.
  const create = config.demo && !existsSync(`${config.dataDir}/postgres`)
  const masters = await loadMasterKeys(config, { create })
  const passwords = databasePasswords(masters.origin)
  const owner = async () =>
    config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? (await embedded(config, masters.origin, log, onStop))
  const database = openDatabase({
    ...(await readyDatabase({ settings: config, passwords, owner })),
    queryTimeoutMs: 10_000,
    appConnections: config.DATABASE_CONNECTIONS,
    systemConnections: Math.ceil(config.DATABASE_CONNECTIONS / 2),
  })
  onStop(() => database.close())

  const files = {
    store: await openFileStore(config, log),
    keys: keyRing(database, masters),
    scanned: !!config.CLAMD_URL,
  }
  onStop(async () => files.store.close())
  const mail = startMailSender({ database, smtpUrl, mailFrom: config.MAIL_FROM, files, log, listUnsent })
  onStop(() => mail.stop())
  onStop(await startAnchors(config, database, log))
  onStop(startReservingAuditSpace(database, log))
  onStop(startDeletingExpired(database, tableRules, log))
  onStop(startWatchingKeys({ database, masters, log }))
  const stored = { database, store: files.store, log, keepDays: config.KEEP_REMOVED_FILES_DAYS }
  onStop(startDeletingOrphans({ ...stored, tablesOfKeys }))
  onStop(startRetention({ ...stored, rules: tableRules, purges }))
  const vapid = await openVapid(config)
  const platform = assemble({ config, masters, database, mail, vapid, log, files })
  onStop(() => platform.live.stop())
  return platform
}

export const databasePasswords = (master: Uint8Array) => ({
  appPassword: derive(master, 'database role fornix_app').toString('hex'),
  systemPassword: derive(master, 'database role fornix_system').toString('hex'),
})

const embedded = async (config: Config, master: Uint8Array, log: Log, onStop: (close: Stop) => void) => {
  const server = await startEmbeddedPostgres({
    folder: `${config.dataDir}/postgres`,
    password: derive(master, 'database owner').toString('hex'),
    log,
  })
  onStop(() => server.stop())
  return server.url
}

type Parts = Pick<Platform, 'config' | 'database' | 'files' | 'mail' | 'vapid' | 'log'> & { masters: MasterKeys }

/** The platform from its opened parts; tests assemble theirs the same way. */
export const assemble = ({ config, masters, database, mail, vapid, log, files: space }: Parts): Platform => {
  const files = { ...space, store: timedStore(space.store) }
  const master = masters.origin
  const access = accessTokens(derive(master, 'access tokens'))
  const refresh = refreshTokens(derive(master, 'refresh tokens'))
  const sessions = openSessions({
    database,
    access,
    refresh,
    secure: config.publicUrl.startsWith('https:'),
    queries: sessionQueries({ staff: config.twoStep }),
  })
  return {
    config,
    database,
    mail,
    vapid,
    stopping: new AbortController(),
    log,
    version,
    logKey: derive(master, 'log marks'),
    seals: formSeals(master),
    signer: documentSigner({ database, keys: files.keys, tsa: timeAuthority(config), log }),
    rateLimits: openRateLimits(database),
    pace: openPace(),
    sessions,
    live: openLive({ database, sessions, log }),
    files,
    lostKeys: () => lostProjectKeys(database, masters),
    archive: timedArchive(archiveOf(config, database, files)),
    identity: identityOf(config),
  }
}

export const archiveOf = (config: Config, database: Platform['database'], files: Platform['files']) =>
  config.DICOMWEB_URL
    ? separateProjects(
        dicomwebArchive(
          { url: config.DICOMWEB_URL, user: config.DICOMWEB_USER, password: config.DICOMWEB_PASSWORD },
          files,
        ),
        { config, database },
      )
    : embeddedArchive(database, files)
