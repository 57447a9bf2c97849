import { z } from 'zod'

/** The body of every refusal: `error` is a sentence that a screen may show. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  detail: z.string(),
  request_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.output<typeof ErrorBody>
