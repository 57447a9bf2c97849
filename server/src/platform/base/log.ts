import { createHmac, createSecretKey } from 'node:crypto'
import { type DestinationStream, pino } from 'pino'

/** JSON lines. Fields are chosen one by one: no bodies, names, addresses, file names or query strings. */
export const openLog = (level: string, to?: DestinationStream) =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorFields } }, to)
export type Log = ReturnType<typeof openLog>

/** A database error quotes the row in its detail, so only its kind and the stack frames are kept. */
const errorFields = (error: Error & { code?: string }) => ({
  type: error.name,
  code: error.code,
  frames: error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12),
})

/** The same id always gives the same mark, and a mark does not reveal the id. */
export const hasher = (bytes: Uint8Array) => {
  const key = createSecretKey(bytes)
  return (id: string) => createHmac('sha256', key).update(id).digest('base64url').slice(0, 12)
}
