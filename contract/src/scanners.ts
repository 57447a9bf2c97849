import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { line, requiredLine } from './fields.ts'
import { maxScanners } from './limits.ts'

const defineCall = callsOf('appointments')

export const ScannerForm = z.object({
  name: requiredLine('Please enter a name', 60),
  /** Where patients should go. */
  room: line(100),
})
export type ScannerForm = z.output<typeof ScannerForm>

/** Out of service, it gets no new visits; existing ones stay. */
export const Scanner = z.object({ id: z.uuid(), name: z.string(), room: z.string(), in_service: z.boolean() })
export type Scanner = z.output<typeof Scanner>
const VisitDay = z.object({ date: z.string(), count: z.number().int() })
/** With the days that have upcoming visits. A scanner that ever had a visit is never removed. */
export const ManagedScanner = Scanner.extend({ visit_days: z.array(VisitDay), is_used: z.boolean() })
export type ManagedScanner = z.output<typeof ManagedScanner>

const byScanner = z.object({ scanner_id: z.uuid() })
const change = {
  method: 'POST',
  ...byAdmins,
  response: z.object({ scanners: z.array(ManagedScanner) }),
} as const

export const addScanner = defineCall({
  ...change,
  path: '/admin/scanners/',
  summary: 'Add a scanner that can be booked at once',
  idempotent: true,
  audit: 'scanner.add',
  body: ScannerForm,
})
export const saveScanner = defineCall({
  ...change,
  path: '/admin/scanners/:scanner_id/',
  summary: 'Change the name and the room of a scanner',
  idempotent: true,
  audit: 'scanner.change',
  params: byScanner,
  /** `from`: the form's values when it was opened. Later changes by others are not overwritten. */
  body: ScannerForm.extend({ from: ScannerForm.optional() }),
})
export const setScannerService = defineCall({
  ...change,
  path: '/admin/scanners/:scanner_id/service/',
  summary: 'Take a scanner out of service, as long as no visit is ahead on it, or open it for booking again',
  audit: 'scanner.service',
  params: byScanner,
  body: z.object({ in_service: z.boolean() }),
})
export const orderScanners = defineCall({
  ...change,
  path: '/admin/scanner_order/',
  summary: 'The order in which scanners are listed and given out',
  audit: 'scanner.order',
  body: z.object({ scanners: z.array(z.uuid()).max(maxScanners) }),
})
export const removeScanner = defineCall({
  ...change,
  path: '/admin/scanners/:scanner_id/remove/',
  summary: 'Remove a scanner that never had a visit',
  idempotent: true,
  audit: 'scanner.remove',
  params: byScanner,
})
