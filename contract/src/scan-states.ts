import { z } from 'zod'
import { callsOf } from './call.ts'
import { ScanState } from './files.ts'
import { everyone } from './roles.ts'

const defineCall = callsOf('scan-states')

export const scanStatePollMs = 5000
/** How many fit into an address. */
export const maxScanStates = 100

/** Polled while a list shows a file that is being checked. The list itself is audited and keeps its session alive. */
export const listScanStates = defineCall({
  method: 'GET',
  path: '/common/api/scan_states/',
  summary: 'What the virus scanner says by now of files that a list showed',
  allow: everyone,
  care: 'any',
  limit: 'session',
  userInitiated: false,
  audit: { none: 'polled; tells one word of files whose list was audited' },
  query: z.object({
    file_ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.uuid()).max(maxScanStates)),
  }),
  /** Files that are gone or not the caller's are left out, as if they did not exist. */
  response: z.object({ files: z.array(z.object({ file_id: z.uuid(), scan_state: ScanState })) }),
})
