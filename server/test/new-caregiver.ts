import type { CareArea } from '@fornix/contract'
import { dayMs } from '@fornix/contract'

export const inOneMonth = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10)

/** Whom a patient invites to act for her, for a month. */
export const newCaregiver = (email: string) => ({
  first_name: 'Maria',
  last_name: 'Soto',
  email,
  relationship: 'Mother',
  areas: ['visits'] as CareArea[],
  until: inOneMonth,
})
