import type { IdentityConfig } from '@fornix/contract'
import type { ImagingArchive } from './archive/archive.ts'
import type { Config } from './config.ts'
import type { Database } from './db.ts'
import type { KeyRing } from './files/key-ring.ts'
import type { FileStore } from './files/store.ts'
import type { IdentityProvider } from './identity/identity-provider.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { MailSender } from './mail/sender.ts'
import type { Pace } from './pace.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Seals } from './seals.ts'
import type { Sessions } from './session.ts'

/** The parts that features are built from. */
export type Platform = {
  config: Config
  database: Database
  sessions: Sessions
  rateLimits: RateLimits
  pace: Pace
  /** `scanned`: what is uploaded stays locked until the virus scanner has judged it. */
  files: { store: FileStore; keys: KeyRing; scanned: boolean }
  /** Project keys that do not open: those projects' files cannot be read, nobody else's are concerned. */
  lostKeys: () => Promise<string[]>
  mail: MailSender
  live: Live
  /** `issuer` names it in the identities table; the demo's stays the same whatever address it runs at. */
  identity: IdentityProvider & { issuer: string; forBrowser: IdentityConfig }
  archive: ImagingArchive
  /** Seals signed forms. */
  seals: Seals
  log: Log
  version: string
  /** Marks people in the log without naming them. */
  logKey: Uint8Array
}
