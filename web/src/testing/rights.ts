import type { Right } from '@fornix/contract'
import { ok, refused } from './serve.ts'

/** What the server says to somebody from whom the project withholds these. */
export const withholding = (...withheld: Right[]) => ({
  'GET /operator/my_rights/': ok({ withheld, two_person_amount: null }),
})

/** What it answers to whoever tries nevertheless. */
export const withheldAnswer = (sentence: string) => refused(403, sentence, { code: 'right_withheld' })
