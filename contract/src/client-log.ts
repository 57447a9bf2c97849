import { z } from 'zod'
import { callsOf } from './call.ts'

const defineCall = callsOf('client-log')

// Every entry is accepted, so characters that no text may hold are dropped instead of refused.
const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((typed) => typed.toWellFormed().replace(/[^\P{Cc}\n\r\t]/gu, ' '))
const claim = (fallback: string) => text(200).catch(fallback).default(fallback)
/** What a browser says about itself: logged as a claim, never trusted. */
export const LogEntry = z.object({
  level: z.enum(['debug', 'info', 'warn', 'error']).catch('debug').default('debug'),
  message: text(2000).catch('').default(''),
  user_id: claim('anonymous'),
  role: claim('unknown'),
  project: claim('unknown'),
  session_id: claim('N/A'),
  endpoint: claim(''),
  method: claim(''),
  response_status: z.coerce.number().int().min(0).max(999).catch(0).default(0),
  timestamp: claim(''),
})
export type LogEntry = z.input<typeof LogEntry>

export const logEvent = defineCall({
  method: 'POST',
  path: '/operator/log/',
  summary: 'One entry of the client log',
  allow: 'anyone',
  limit: 'clientLog',
  userInitiated: false,
  audit: { none: 'claims of a browser belong to the log, not to the audit trail' },
  status: 202,
  body: LogEntry.catch(() => LogEntry.parse({})),
  response: z.object({ message: z.string() }),
})
