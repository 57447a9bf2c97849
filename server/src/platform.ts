import type { ImagingArchive } from './clinic/imaging/archive/archive.ts'
import type { Seals } from './clinic/records/seals.ts'
import type { Log } from './platform/base/log.ts'
import type { Pace } from './platform/base/pace.ts'
import type { RateLimits } from './platform/calls/rate-limits.ts'
import type { Database } from './platform/database/db.ts'
import type { FileSpace } from './platform/files/store-upload.ts'
import type { SignInIdentity } from './platform/identity/identity-of-settings.ts'
import type { MailSender } from './platform/mail/sender.ts'
import type { Vapid } from './platform/push/vapid.ts'
import type { Live } from './platform/sessions/live.ts'
import type { Sessions } from './platform/sessions/session.ts'
import type { Config } from './platform/settings/config.ts'
import type { DocumentSigner } from './platform/signing/document-signer.ts'

/** The parts that features are built from. */
export type Platform = {
  config: Config
  database: Database
  sessions: Sessions
  rateLimits: RateLimits
  pace: Pace
  /** `scanned`: what is uploaded stays locked until the virus scanner has checked it. */
  files: FileSpace & { scanned: boolean }
  /** Project keys that do not open: those projects' files cannot be read, nobody else's are concerned. */
  lostKeys: () => Promise<string[]>
  mail: MailSender
  /** Signs push notifications; undefined where the portal sends none. */
  vapid: Vapid | undefined
  live: Live
  identity: SignInIdentity
  archive: ImagingArchive
  /** Seals signed forms. */
  seals: Seals
  /** Signs their PDFs by the project's certificate. */
  signer: DocumentSigner
  /** Aborted when the process is asked to end: balancers are told first, and only then the port closes. */
  stopping: AbortController
  log: Log
  version: string
  /** Marks people in the log without naming them. */
  logKey: Uint8Array
}
