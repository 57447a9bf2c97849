import { type Args, type Call, getMyRights, getUser, type ResponseOf } from '@fornix/contract'
import { navigateTo, openPage } from '../base/navigation.ts'
import { endNotice, offerNotice, showNotice } from '../base/notice.ts'
import { paths } from '../base/paths.ts'
import {
  ApiFailure,
  codeOf,
  isClosed,
  isForeignResponse,
  isNotShared,
  isOverloaded,
  isProofCanceled,
  isProofRequired,
  isWithheld,
  statusOf,
  unreadError,
  waitOf,
} from '../http/failure.ts'
import { type Credentials, exchange, type Parts } from '../http/http.ts'
import { statusOfProgram } from '../http/program.ts'
import { type Stream, sendByForm, sendByStream } from '../http/upload.ts'
import { translated } from '../language/t.ts'
import { refreshToken } from '../session/refresh.ts'
import { endSession } from '../session/session.tsx'
import { accessToken, amendSession, currentSession, sameSession } from '../session/session-store.ts'
import { checkConnection, confirmConnection } from './connection.ts'
import { clearKeys, onceOnly } from './idempotency.ts'
import { logCall } from './log.ts'
import { mayHaveSaved, usesSession } from './lost-response.ts'
import { refreshCall } from './refresh-call.ts'

/**
 * `project` replaces the session's, and `null` omits it; `keepalive` lets a small request outlive its page; `endless` removes
 * the time limit; `key` is the idempotency key of a draft.
 */
type SendOptions = {
  signal?: AbortSignal
  project?: string | null | undefined
  keepalive?: boolean
  endless?: boolean
  key?: string | undefined
}

/** When the portal last asked clients to back off. */
let lastBusy = 0
/** Shown on all screens: their own messages say what failed, not that waiting helps. A read waits on its own. */
const sayBusy = (call: Call, error: ApiFailure) => {
  const isSlowed = call.method === 'GET' && error.status === 429 && waitOf(error) !== undefined
  if (!isOverloaded(error) && !isSlowed) return
  lastBusy = performance.now()
  showNotice(isSlowed ? 'tooMany' : 'busy')
}
const endBusy = (began: number) => {
  // A response already on its way before the refusal does not show that it is over.
  if (began <= lastBusy) return
  endNotice('busy')
  endNotice('tooMany')
}

/**
 * Runs an attempt with the session's token: after a 401 it refreshes and retries once; if fresh proof is required, it asks for
 * it and retries once; any other 403 is left to its page or screen.
 */
const withSession = async <T>(
  call: Call,
  parts: Parts,
  project: string | null | undefined,
  sendAs: (as: Credentials) => Promise<T>,
  repeats?: { files?: readonly File[]; key?: string | undefined },
) => {
  const { attempt, key } = onceOnly(call, parts, sendAs, repeats)
  const credentials = (proof?: string): Credentials => ({
    token: accessToken(),
    project: project === undefined ? (currentSession()?.project ?? null) : project,
    proof,
    idempotencyKey: key,
  })
  const began = performance.now()
  const isSame = sameSession()
  const refreshed = async (proof?: string) => {
    const first = credentials(proof)
    return attempt(first).catch(async (error: unknown) => {
      const expired = statusOf(error) === 401 && first.token && usesSession(call)
      if (!expired || !isSame()) throw error
      if ((await refreshToken(first.token)) && isSame()) return attempt(credentials(proof))
      throw error
    })
  }
  try {
    const response = await refreshed().catch(async (error: unknown) => {
      if (!isProofRequired(error)) throw error
      const { askForProof } = await import('./proof.ts')
      const proof = await askForProof(call, parts, error)
      if (!isSame()) throw error
      return refreshed(proof)
    })
    endBusy(began)
    confirmConnection(began)
    clearKeys(call)
    return response
  } catch (error) {
    if (error instanceof ApiFailure) {
      if (error.status === 0) void checkConnection()
      sayBusy(call, error)
      if (!isSame()) throw error
      const { project: own } = currentSession() ?? {}
      if (own && isClosed(error)) openPage(`/moving?project=${own}`)
      if (isProofCanceled(error)) throw error
      logCall(call, error.status)
      if (error.status === 401 && usesSession(call)) endSession('expired')
      if (error.status === 403) {
        // A registration has one screen at every address, which asks to confirm the email address.
        if (codeOf(error) === 'email_unverified') amendSession({ emailVerified: false })
        // The policy changed, or a second step was set up elsewhere: the screen asks for what is missing.
        else if (codeOf(error) === 'second_factor') amendSession({ secondFactor: 'verify' })
        // Withdrawn while the page was open: the screen shows what the response says.
        else if (isWithheld(error)) void refreshCall(getMyRights)
        else if (isNotShared(error)) void rereadActing()
        else if (!isProofRequired(error)) navigateTo(paths.forbidden)
      }
    }
    throw mayHaveSaved(call) && isForeignResponse(error) ? unreadError() : error
  }
}

/** The patient shares less than before: the shell says so at every address that is no longer open. */
const rereadActing = async () => {
  const isSame = sameSession()
  const { acting, user_object: user } = await send(getUser, {})
  if (isSame()) amendSession({ acting, user })
}

/** The response's message about what was done, in the reader's language. */
const withOwnWords = (response: unknown) =>
  typeof response === 'object' && response !== null && 'message' in response && typeof response.message === 'string'
    ? { ...response, message: translated(response.message) }
    : response

let isLooking = false
/** A page left open during an upgrade may not understand the new server's responses. Reported only once. */
const sayIfOutdated = async () => {
  if (isLooking) return
  isLooking = true
  if ((await statusOfProgram()) === 404) offerNotice('newVersion')
  else isLooking = false
}

const read = <C extends Call>(call: C, value: unknown): ResponseOf<C> => {
  const { success, data } = call.response.safeParse(value)
  if (success) return withOwnWords(data) as ResponseOf<C>
  logCall(call, 502)
  // A change has been made already: reloading would only offer to send it again.
  if (call.method === 'GET') void sayIfOutdated()
  throw new ApiFailure(502)
}

/** The same parts, for code that sends any call. */
export const partsOf = <C extends Call>(args: Args<C> | Parts) => args as Parts

/** Undefined if the body is not ours. A response that breaks off does not count as received. */
const bodyOf = (response: Response, signal: AbortSignal | undefined): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined
    throw signal?.aborted ? error : new ApiFailure(0)
  })

/** Makes a call and returns its checked response; throws an ApiFailure, or the abort of `signal`. */
export const send = <C extends Call>(
  call: C,
  args: Args<C>,
  { signal, project, keepalive, endless, key }: SendOptions = {},
): Promise<ResponseOf<C>> =>
  withSession(
    call,
    partsOf(args),
    project,
    async (credentials) => {
      const response = await exchange(call, partsOf(args), credentials, {
        signal,
        keepalive,
        ...(endless && { endless }),
      })
      return read(call, await bodyOf(response, signal))
    },
    { key },
  )

/** Sends files after the fields of the call's body; `onProgress` gets whole percents, and `key` is the idempotency key of a draft. */
export const sendFiles = <C extends Call>(
  call: C,
  args: Args<C>,
  files: readonly File[],
  onProgress?: (percent: number) => void,
  signal?: AbortSignal,
  key?: string,
): Promise<ResponseOf<C>> =>
  withSession(
    call,
    partsOf(args),
    undefined,
    async (credentials) => read(call, await sendByForm(call, partsOf(args), files, credentials, onProgress, signal)),
    { files, key },
  )

/** Sends one large body; `onProgress` gets the number of bytes sent. */
export const sendStream = <C extends Call>(
  call: C,
  args: Args<C>,
  stream: Stream,
  onProgress?: (sent: number) => void,
  signal?: AbortSignal,
): Promise<unknown> =>
  withSession(call, partsOf(args), undefined, (credentials) =>
    sendByStream(call, partsOf(args), stream, credentials, onProgress, signal),
  )

type FileLimits = { signal?: AbortSignal; endless?: boolean }

/** The bytes of a file, fetched with the session's token. */
export const fetchFile = <C extends Call>(call: C, args: Args<C>, limits: FileLimits = {}): Promise<Blob> =>
  withSession(call, partsOf(args), undefined, async (credentials) =>
    (await exchange(call, partsOf(args), credentials, limits)).blob(),
  )

/** Fetches a file and hands it to the browser's downloads. */
export const download = async <C extends Call>(
  call: C,
  args: Args<C>,
  fileName: string,
  limits: FileLimits = {},
): Promise<void> => {
  const address = URL.createObjectURL(await fetchFile(call, args, limits))
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Opens a call whose response is long or does not end; `signal` ends it. */
export const openStream = <C extends Call>(call: C, signal: AbortSignal, args: Args<C> | Parts = {}) =>
  withSession(call, partsOf(args), undefined, (credentials) =>
    exchange(call, partsOf(args), credentials, { signal, endless: true }),
  )
