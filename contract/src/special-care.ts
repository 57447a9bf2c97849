import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { reason } from './fields.ts'
import { message } from './session.ts'

const defineCall = callsOf('special-care')

const ofRecord = {
  path: '/admin/special_care/:key/',
  ...byAdmins,
  params: z.object({ key: z.string() }),
} as const

/** `from`: the reason when the form was opened, `null` for none. Later changes by others are not overwritten. */
const from = reason.nullable().optional()

/** Why a record is watched; only admins read it. */
export const SpecialCareForm = z.object({ reason })

export const getSpecialCare = defineCall({
  ...ofRecord,
  method: 'GET',
  summary: 'Look up the special care of a record',
  audit: 'special_care.read',
  response: z.object({ mark: z.object({ reason: z.string(), by: z.string(), at: z.string() }).nullable() }),
})

export const markSpecialCare = defineCall({
  ...ofRecord,
  method: 'POST',
  summary: 'Put a record under special care',
  idempotent: true,
  audit: 'special_care.mark',
  body: SpecialCareForm.extend({ from }),
  response: message,
})

export const unmarkSpecialCare = defineCall({
  ...ofRecord,
  method: 'DELETE',
  summary: 'End the special care of a record',
  proof: 'fresh',
  idempotent: true,
  audit: 'special_care.unmark',
  body: z.object({ from }).default({}),
  response: message,
})
