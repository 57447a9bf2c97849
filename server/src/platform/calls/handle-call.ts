import type { Call, Upload } from '@fornix/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '../audit/audit.ts'
import { ApiError, mayHaveCommitted, sessionEndedError } from '../base/errors.ts'
import type { Database, Db } from '../database/db.ts'
import { type Sessions, scopeOf } from '../sessions/session.ts'
import { actorOf, type Caller } from '../sessions/session-row.ts'
import { auditOpen, closingAudit, noteResetter } from './audit-call.ts'
import { closedSignal } from './closed-signal.ts'
import { consumeProof, findProof, type Provable, type ProvenInput, proofHeader } from './fresh-proof.ts'
import { type Idempotency, idempotencyOf } from './idempotency.ts'
import { contentHeadersOf, parseInput, parseParams, requestFacts } from './read-request.ts'
import type { RightChecks } from './right-checks.ts'
import type { AuditedCall, AuditNote, CallContext, Located, Route, RunInTransaction } from './route.ts'
import { responseTools, sendImages, sendResponse } from './send-response.ts'
import type { ReceiveUpload } from './upload.ts'

export type HandleNeeds = RightChecks & {
  database: Database
  receive: ReceiveUpload
  origins: readonly string[]
  sessions: Pick<Sessions, 'isSessionValid'>
  /** Whether calls that decide something require fresh proof. */
  freshProof: boolean
}

/** What is known before the input is parsed. */
type Context = Omit<CallContext<Call>, 'query' | 'body'>
type SignedInContext = Context & { user: Caller; idempotency: Idempotency }

/** Handles an admitted request from its path to its response. */
export const handleCall = async (route: Route, request: FastifyRequest, reply: FastifyReply, needs: HandleNeeds) => {
  const { call } = route
  const { caller: user } = request
  const audit: AuditNote = {}
  request.note = audit
  const context: Context = {
    params: parseParams(call.params, request.params),
    request: requestFacts(request, needs.origins),
    audit,
    response: responseTools(reply, needs.origins),
    signal: closedSignal(reply.raw),
  }
  if (route.read && user)
    return sendImages(reply, { images: handleStream(call, route.read, request, { ...context, user }, needs) })
  const idempotency = idempotencyOf(call, request, user)
  const handle = () => {
    if (!user || route.open) return handleOpen(route, request, { ...context, user, idempotency }, needs)
    const signedIn = { ...context, user, idempotency }
    if (route.many) return handleMany(route, route.many, request, signedIn, needs)
    if (call.upload) return handleUpload(route, call.upload, request, signedIn, needs)
    return handleScoped(route, request, signedIn, needs)
  }
  return sendResponse(call, reply, await idempotency.orReplay(needs.database, handle()))
}

const provableOf = (call: Call, request: FastifyRequest, { user }: Pick<SignedInContext, 'user'>): Provable => ({
  call,
  name: request.call,
  user,
  secret: request.headers[proofHeader],
})

/** Refuses missing rights first; then consumes the proof that came along, in the transaction of what the call decides. */
const authorize = async (
  db: Db,
  provable: Provable,
  { audit }: Context,
  { freshProof, checkRight }: HandleNeeds,
  input: ProvenInput,
  arrivedAt?: string,
) => {
  await checkRight(db, provable.call, provable.user)
  if (freshProof) audit.proof = await consumeProof(db, provable, input, arrivedAt)
}

const inputOf = ({ call }: Route, request: FastifyRequest, body: unknown) => ({
  query: parseInput(call.query, request.query),
  body: parseInput(call.body, body),
})

/** No transaction: a transfer that takes minutes must not hold a database connection. */
const handleStream = async (
  call: Call,
  read: NonNullable<Route['read']>,
  request: FastifyRequest,
  { params, user, signal, request: received }: Context & { user: Caller },
  { database, checkRight }: HandleNeeds,
) => {
  if (call.right) await database.scoped(scopeOf(user), (db) => checkRight(db, call, user))
  return read({ params, user, signal, request: { ...received, ...contentHeadersOf(request) }, body: request.raw })
}

const closing = (db: Db, call: AuditedCall, context: SignedInContext, result: unknown) => [
  ...closingAudit(db, call, context),
  ...context.idempotency.keep(db, result),
]

/** Locates the record, parses the input, handles the call and writes its audit row, in one transaction of the caller's scope. */
const handleScoped = (route: Route, request: FastifyRequest, context: SignedInContext, needs: HandleNeeds) => {
  const resetNote = noteResetter(context.audit)
  return needs.database.scoped(
    scopeOf(context.user),
    async (db, commitWithNext) => {
      resetNote()
      const authorized = authorize(db, provableOf(route.call, request, context), context, needs, request)
      // Sent in the same message, but used only if the caller is authorized.
      const locating = locate(route, request, context, db)
      locating.catch(() => {})
      await authorized
      const located = await locating
      await needs.checkRightTo(db, route.call, context.user, context.audit)
      const input = inputOf(route, request, request.body)
      const ending = { commitWithNext: context.idempotency.isKeyed ? never : commitWithNext }
      return route.handle({ ...context, ...input, ...ending, db, located, before: undefined })
    },
    (db, result) => closing(db, route.call, context, result),
  )
}

/**
 * Each record has its own transaction, which checks session, role and right again and writes an audit row; a refusal that concerns
 * somebody's data writes one, too.
 */
const handleMany = async (
  route: Route,
  many: NonNullable<Route['many']>,
  request: FastifyRequest,
  context: SignedInContext,
  needs: HandleNeeds,
) => {
  const { database, sessions, checkRight } = needs
  const { user } = context
  const scope = scopeOf(user)
  const refused = (error: ApiError, { patient }: AuditNote) =>
    database.scoped(scope, (db) =>
      writeAudit(db, {
        project: user.project,
        actor: actorOf(user),
        role: user.role,
        action: 'refused',
        patient: patient ?? null,
        object: request.call,
        request: context.request.id,
        result: `${error.status} ${error.code}`,
      }),
    )
  const inTransaction: RunInTransaction = async (work) => {
    const audit: AuditNote = { proof: context.audit.proof }
    const resetNote = noteResetter(audit)
    if (!(await sessions.isSessionValid(user))) throw sessionEndedError()
    try {
      return await database.scoped(
        scope,
        async (db) => {
          resetNote()
          await checkRight(db, route.call, user)
          return work(db, audit)
        },
        (db) => closingAudit(db, route.call, { ...context, audit }),
      )
    } catch (error) {
      // The audit row names the record that was found, even if the call then failed.
      if (error instanceof ApiError && ([403, 404].includes(error.status) || audit.patient)) await refused(error, audit)
      throw error
    }
  }
  // Invalid input does not use up the proof.
  const input = await database.scoped(scope, async (db) => {
    await authorize(db, provableOf(route.call, request, context), context, needs, request)
    return inputOf(route, request, request.body)
  })
  return many({ ...context, ...input, inTransaction })
}

/** The commit stays last where an error after it would look like one before it, or where the audit row depends on the result. */
const never = () => {}

/** As `handleScoped`; files are stored between two transactions, and discarded unless the second may have committed. */
const handleUpload = async (
  route: Route,
  rule: Upload,
  request: FastifyRequest,
  context: SignedInContext,
  needs: HandleNeeds,
) => {
  const { database, receive, sessions, freshProof, checkRight } = needs
  const { kind = 'document' } = route
  const scope = scopeOf(context.user)
  const provable = provableOf(route.call, request, context)
  const { located, arrivedAt } = await database.scoped(scope, async (db) => {
    await checkRight(db, route.call, context.user)
    // Form fields are part of the proof, so it is consumed once they have arrived.
    const arrivedAt = freshProof
      ? await context.idempotency.unlessReplayed(db, findProof(db, provable, request))
      : undefined
    return { arrivedAt, located: (await locate(route, request, context, db)) as Located }
  })
  const { files, fields, discard } = await receive(request, rule, { scope, patient: located.patient, kind })
  context.idempotency.include(fields)
  try {
    // The upload may have taken minutes.
    if (!(await sessions.isSessionValid(context.user))) throw sessionEndedError()
    const resetNote = noteResetter(context.audit)
    return await database.scoped(
      scope,
      async (db) => {
        resetNote()
        const { params, query } = request
        await authorize(db, provable, context, needs, { params, query, body: fields }, arrivedAt)
        const input = inputOf(route, request, fields)
        const stored = { file: files[0], files, discard }
        return route.handle({ ...context, ...input, db, commitWithNext: never, located, before: undefined, ...stored })
      },
      (db, result) => closing(db, route.call, context, result),
    )
  } catch (error) {
    if (!mayHaveCommitted(error)) await discard()
    throw error
  }
}

/** Called only after the caller's right and proof were checked, so that nothing about a record leaks. */
const locate = async ({ locate }: Route, request: FastifyRequest, context: SignedInContext, db: Db) =>
  locate?.({ ...context, query: request.query, body: undefined, db })

/** A public call runs as the system role; its audit row names a project only if the handler or a session does. */
const handleOpen = async (
  route: Route,
  request: FastifyRequest,
  context: Context & { user: Caller | null; idempotency: Idempotency },
  { database }: HandleNeeds,
) => {
  const { call } = route
  const input = { ...context, ...inputOf(route, request, request.body) }
  const before = await route.before?.(input)
  const resetNote = noteResetter(context.audit)
  return database.unscoped(
    call.summary,
    async (db) => {
      resetNote()
      const parts = { user: context.user as Caller, db, commitWithNext: never, located: undefined, before }
      const result = await route.handle({ ...input, ...parts })
      await auditOpen(db, call, context)
      return result
    },
    (db, result) => context.idempotency.keep(db, result),
  )
}
