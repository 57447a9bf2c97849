import type { Readable } from 'node:stream'
import type { Call } from '@fornix/contract'
import type { z } from 'zod'
import type { AuditAction } from '../audit/audit.ts'
import type { Db } from '../database/db.ts'
import type { FileKind } from '../files/encryption/file-identity.ts'
import type { Shown } from '../sessions/second-factor.ts'
import type { Caller } from '../sessions/session-row.ts'
import type { ContentHeaders, RequestFacts } from './read-request.ts'
import type { EventsResponse, FileResponse, Images, ImagesResponse, ResponseTools } from './send-response.ts'
import type { PatientOfUpload, StoredUpload } from './upload.ts'

/** What the audit row says beyond who, when and which call; a handler fills in what only it knows. */
export type AuditNote = {
  project?: string
  actor?: string
  role?: Caller['role']
  patient?: string
  object?: string
  /** Details of the result, for the audit log. */
  detail?: string
  /** The proof shown again for this request. */
  proof?: Shown | undefined
  /** The emergency access without which the response would not be allowed. */
  emergency?: string | undefined
  /**
   * True if this call writes no row: nothing happened, or an earlier row says it (the images of one series come in hundreds of responses).
   */
  skipRow?: boolean
}

/** What the caller sent, and what the response carries besides its body. */
export type CallContext<C extends Call> = {
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['body']>
  request: RequestFacts
  audit: AuditNote
  response: ResponseTools
  /** The response was sent, or the client is gone. */
  signal: AbortSignal
}
/** The record that the path names, located before the body is read. An upload is stored for its patient. */
export type Located = { patient: PatientOfUpload }
type ResultOf<C extends Call> = z.input<C['response']> | FileResponse | EventsResponse | ImagesResponse

type SignedIn<C extends Call> = CallContext<C> & { user: Caller; db: Db }
/** The query after this call is sent with the audit row and the commit, in one message; nothing is queried or refused after it. */
type Ending = { commitWithNext: () => void }
type Open<C extends Call> = CallContext<C> & { user: Caller | null; db: Db }

/** There is no transaction yet: a transfer that takes minutes must not hold a database connection. The route writes its own audit rows. */
export type Reading<C extends Call = Call> = Pick<CallContext<C>, 'params' | 'signal'> & {
  user: Caller
  request: RequestFacts & ContentHeaders
  body: Readable
}

/** Work on one of many records, in its own transaction and with its own audit row. */
export type RunInTransaction = <T>(work: (db: Db, audit: AuditNote) => Promise<T>) => Promise<T>
type Many<C extends Call> = CallContext<C> & { user: Caller; inTransaction: RunInTransaction }

/** An uploaded file; `discard` deletes it from the store if the handler has no use for it. */
export type Uploaded = { file: StoredUpload; discard: () => Promise<void> }
type Stored = { file?: StoredUpload; files?: StoredUpload[]; discard?: () => Promise<void> }

/** Only calls whose audit row has a declared action can be mounted; others do not compile. */
export type Audited = { audit: AuditAction | { none: string } }
export type AuditedCall = Call & Audited

export type Route = {
  call: AuditedCall
  open: boolean
  kind?: FileKind
  locate?: (context: SignedIn<Call>) => Promise<unknown>
  before?: (context: CallContext<Call> & { user: Caller | null }) => Promise<unknown>
  /** Instead of `handle`, for a call whose body is read as it arrives. */
  read?: (context: Reading<Call>) => Promise<Images>
  /** Instead of `handle`, for a call that works on many records. */
  many?: (context: Many<Call>) => Promise<unknown>
  handle: (context: SignedIn<Call> & Ending & { located: unknown; before: unknown } & Stored) => Promise<unknown>
}

const route = (call: AuditedCall, open: boolean, parts: object) => ({ call, open, ...parts }) as Route

/** Mounts a call for signed-in users; `db` sees the caller's scope and nothing else. */
export const on = <C extends AuditedCall>(call: C, handle: (context: SignedIn<C> & Ending) => Promise<ResultOf<C>>) =>
  route(call, false, { handle })

/** As `on`, for a path that names a record: `locate` finds it or throws notFound before the input is checked. */
export const onRecord = <C extends AuditedCall, L>(
  call: C,
  locate: (context: Omit<SignedIn<C>, 'body'>) => Promise<L>,
  handle: (context: SignedIn<C> & Ending & { located: L }) => Promise<ResultOf<C>>,
) => route(call, false, { locate, handle })

/** As `onRecord`, for a file: it is stored, encrypted, before the transaction opens, and deleted if that fails. */
export const onUpload = <C extends AuditedCall, L extends Located>(
  call: C,
  kind: FileKind,
  locate: (context: Omit<SignedIn<C>, 'body'>) => Promise<L>,
  handle: (context: SignedIn<C> & Uploaded & { located: L }) => Promise<ResultOf<C>>,
) => route(call, false, { kind, locate, handle })

/** As `onUpload`, for a call that takes several files, or none. */
export const onUploads = <C extends AuditedCall, L extends Located>(
  call: C,
  kind: FileKind,
  locate: (context: Omit<SignedIn<C>, 'body'>) => Promise<L>,
  handle: (
    context: SignedIn<C> & Pick<Uploaded, 'discard'> & { located: L; files: StoredUpload[] },
  ) => Promise<ResultOf<C>>,
) => route(call, false, { kind, locate, handle })

/** Mounts a call that works on many records: each has its own transaction, and there is no other. */
export const onMany = <C extends AuditedCall>(call: C, many: (context: Many<C>) => Promise<ResultOf<C>>) =>
  route(call, false, { many })

/** Mounts a call that takes in a stream; `signal` says that its sender is gone. */
export const onStream = <C extends AuditedCall>(call: C, read: (context: Reading<C>) => Promise<Images>) =>
  route(call, false, { read })

/**
 * Mounts a public call; `db` belongs to the system role, so these are few and live in sign-in, accounts and the client log. Slow work
 * (hashing, calls to the identity provider) goes into `before`, outside the transaction.
 */
export const onOpen = <C extends AuditedCall, B = undefined>(
  call: C,
  parts: {
    before?: (context: CallContext<C> & { user: Caller | null }) => Promise<B>
    handle: (context: Open<C> & { before: B }) => Promise<ResultOf<C>>
  },
) => route(call, true, parts)
