import type { Right } from '@fornix/contract'
import { ok, refused } from './serve.ts'

/** The server's response about a caller from whom the project withholds these. */
export const withholding = (...withheld: Right[]) => ({
  'GET /operator/my_rights/': ok({ withheld, two_person_amount: null }),
})

/** Its response to a caller who tries anyway. */
export const withheldResponse = (sentence: string) => refused(403, sentence, { code: 'right_withheld' })
