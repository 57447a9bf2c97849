import type { Screening } from '@fornix/contract'

/** Answers with one item to look at, waiting for a review. */
export const testScreening: Screening = {
  screening_id: '01930000-0000-7000-8000-0000000000c1',
  version: 1,
  answers: { pacemaker: 'no', shrapnel: 'yes', shrapnel_where: 'Left hand', lie_still: 'yes', weight: '165' },
  filled_at: '2032-03-01T15:00:00.000Z',
  filled_by: 'Ana Rivera',
  filled_as: 'patient',
  filled_role: 'Patient',
  reviews: [],
}
