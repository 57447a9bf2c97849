import type { Document } from '@fornix/contract'

/** Loaded with the choices, which patients never load. */
export const categoryMessages = {
  staff: {
    of: (name: string) => `Category of ${name}`,
    none: 'No category',
    all: 'All categories',
    failed: 'The category was not saved. Please try again.',
    names: {
      referral: 'Referral',
      report: 'Report',
      insurance: 'Insurance',
      consent: 'Consent',
      other: 'Other',
    } satisfies Record<NonNullable<Document['category']>, string>,
  },
}
