import { z } from 'zod'
import { callsOf } from './call.ts'
import { everyone } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('drafts')

/** A form's values by field name. */
export type DraftValues = Record<string, unknown>

const secretName = /password|passphrase|passcode|token|secret/i

/** The form values that may be kept: no passwords or tokens, and nothing that JSON cannot carry, such as chosen files. */
export const keepable = (values: DraftValues): DraftValues =>
  JSON.parse(
    JSON.stringify(values, (name, value: unknown) => {
      if (secretName.test(name)) return undefined
      // Files, dates and the like have their own prototype.
      const isPlain =
        !(value instanceof Object) || Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
      return isPlain ? value : undefined
    }),
  )

const own = {
  path: '/common/api/draft/:form/',
  allow: everyone,
  care: 'any',
  limit: 'session',
  userInitiated: false,
  params: z.object({ form: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/) }),
} as const

export const getDraft = defineCall({
  ...own,
  method: 'GET',
  summary: 'Look up a draft',
  audit: { none: 'nobody but its author reads it' },
  response: z.object({
    draft: z.object({ values: z.record(z.string(), z.unknown()), saved_at: z.string() }).nullable(),
  }),
})
export const saveDraft = defineCall({
  ...own,
  method: 'POST',
  summary: 'Save a draft for 24 hours',
  audit: { none: 'every pause in typing; sending the form is audited' },
  body: z.object({ values: z.record(z.string(), z.unknown()).transform(keepable) }),
  response: z.object({ saved_at: z.string() }),
})
export const deleteDraft = defineCall({
  ...own,
  method: 'DELETE',
  summary: 'Delete a draft',
  audit: { none: 'the author’s own, and gone within 24 hours anyway' },
  response: message,
})
