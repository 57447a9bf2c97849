import { BrokenFile, LockedFile } from '../files/locked-file.ts'

/** A document may have been deleted because it is another patient's: a waiting mail must not send it. */
export class AttachmentDeleted extends Error {
  override name = 'AttachmentDeleted'
}

/** Why a mail was not accepted: in words for staff, and whether a retry could change that. */
export type Failure = { reason: string; permanent: boolean; unreachable: boolean; code: string }

type Thrown = { code?: unknown; responseCode?: unknown; response?: unknown; message?: unknown; command?: unknown }
const fieldsOf = (error: unknown): Thrown => (typeof error === 'object' && error !== null ? error : {})

/** The server accepted the connection but rejected this mail permanently: a retry would change nothing. */
const forGood = new Set([521, 550, 551, 552, 553, 554, 555, 556])
export const isForGood = (responseCode: unknown) => forGood.has(Number(responseCode))

const textOf = (response: unknown) =>
  String(response ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 250)

/** The mail server's response; it may contain the address, so it goes to the row and not to the log. */
export const refusalOf = (responseCode: unknown, response: unknown) =>
  `${isForGood(responseCode) ? 'The mail server refused it' : 'The mail server deferred it'}: ${textOf(response)}`

const isAboutTls = (text: string) => /certificate|altname|\btls\b|\bssl\b|starttls/i.test(text)

const noServer = {
  unsafe: 'The connection to the mail server is not safe',
  silent: 'The mail server does not answer',
  away: 'The mail server cannot be reached, or the connection was lost',
  closed: 'The mail server does not let the portal sign in',
  refuses: 'The mail server refuses the connection',
  sender: 'The mail server does not accept mail from the portal’s address',
}
/** Errors noted on mails that no server has accepted or rejected. */
export const connectionFailures: string[] = Object.values(noServer)

const withoutReply = (code: string, message: string) => {
  if (code === 'ETLS' || isAboutTls(message)) return noServer.unsafe
  if (code === 'ETIMEDOUT') return noServer.silent
  return noServer.away
}

/** Before the server saw a mail. A later 421 ends the connection, and also has the command `CONN`. */
const isGreeting = ({ command, code }: Thrown) =>
  command === 'CONN' ? code === 'EPROTOCOL' : ['LHLO', 'EHLO', 'HELO'].includes(String(command))
/** Not 552: that means the mail is too large, and may come at MAIL FROM, too. */
const senderRefused = new Set([530, 550, 553, 554])
/** An objection to the portal itself, such as its network or MAIL_FROM, would apply to every mail. */
const againstPortal = (thrown: Thrown) => {
  const { command, responseCode } = thrown
  if (isGreeting(thrown)) return noServer.refuses
  return command === 'MAIL FROM' && senderRefused.has(Number(responseCode)) ? noServer.sender : undefined
}

export const failureOf = (error: unknown): Failure => {
  const { code: thrown, responseCode, response, message, command } = fieldsOf(error)
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
  // Nothing is sent unencrypted, so a server that refuses STARTTLS has not seen the mail.
  if (code === 'ETLS' || !responseCode)
    return { reason: withoutReply(code, String(message)), permanent: false, unreachable: true, code }
  const refusal = againstPortal(fieldsOf(error))
  if (refusal) return { reason: refusal, permanent: false, unreachable: true, code: `${command} ${responseCode}` }
  return {
    reason: refusalOf(responseCode, response),
    permanent: isForGood(responseCode),
    unreachable: false,
    code: String(responseCode),
  }
}
