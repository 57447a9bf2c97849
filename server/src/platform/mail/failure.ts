import { BrokenFile, LockedFile } from '../files/locked-file.ts'

/** A document may be deleted because it is another patient's: a mail that waits must not take it along. */
export class AttachmentDeleted extends Error {
  override name = 'AttachmentDeleted'
}

/** Why a mail was not taken: in words for staff, and whether trying again could change it. */
export type Failure = { reason: string; permanent: boolean; unreachable: boolean; code: string }

type Thrown = { code?: unknown; responseCode?: unknown; response?: unknown; message?: unknown }
const fieldsOf = (error: unknown): Thrown => (typeof error === 'object' && error !== null ? error : {})

/** The server took the connection and refused this mail for good: trying again would change nothing. */
const forGood = new Set([521, 550, 551, 552, 553, 554, 555, 556])
export const isForGood = (responseCode: unknown) => forGood.has(Number(responseCode))

const said = (response: unknown) =>
  String(response ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 250)

/** What the mail server answered; it may name the address, so it goes to the row and not to the log. */
export const refusalOf = (responseCode: unknown, response: unknown) =>
  `${isForGood(responseCode) ? 'The mail server refused it' : 'The mail server put it off'}: ${said(response)}`

const isAboutTls = (text: string) => /certificate|altname|\btls\b|\bssl\b|starttls/i.test(text)

const noServer = {
  unsafe: 'The connection to the mail server is not safe',
  silent: 'The mail server does not answer',
  away: 'The mail server cannot be reached, or broke off',
  closed: 'The mail server does not let the portal sign in',
}
/** What is noted of mails that no server has accepted or refused. */
export const connectionFailures: string[] = Object.values(noServer)

const withoutReply = (code: string, message: string) => {
  if (code === 'ETLS' || isAboutTls(message)) return noServer.unsafe
  if (code === 'ETIMEDOUT') return noServer.silent
  return noServer.away
}

export const failureOf = (error: unknown): Failure => {
  const { code: thrown, responseCode, response, message } = fieldsOf(error)
  const code = typeof thrown === 'string' ? thrown : 'unknown'
  if (error instanceof BrokenFile)
    return { reason: 'An attachment can no longer be read', permanent: true, unreachable: false, code: 'lost' }
  if (error instanceof AttachmentDeleted)
    return { reason: 'An attached document was deleted', permanent: true, unreachable: false, code: 'deleted' }
  if (error instanceof LockedFile) {
    const reason = error.isForGood
      ? 'A virus was found in an attachment'
      : 'An attachment is still being checked for viruses'
    return { reason, permanent: error.isForGood, unreachable: false, code: error.code }
  }
  if (code === 'EAUTH') return { reason: noServer.closed, permanent: false, unreachable: true, code }
  // Without encryption nothing is sent, so a server that refuses STARTTLS has not looked at the mail.
  if (code === 'ETLS' || !responseCode)
    return { reason: withoutReply(code, String(message)), permanent: false, unreachable: true, code }
  return {
    reason: refusalOf(responseCode, response),
    permanent: isForGood(responseCode),
    unreachable: false,
    code: String(responseCode),
  }
}
