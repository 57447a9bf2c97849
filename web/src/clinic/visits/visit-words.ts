import type { VisitStatus } from '@fornix/contract'

/** The status of a visit, for staff. */
export const visitWords: Record<VisitStatus, string> = {
  expected: 'Expected',
  arrived: 'Arrived',
  started: 'In the scanner',
  done: 'Done',
  no_show: 'No-show',
}
