import type { VisitStatus } from '@fornix/contract'

/** Where a visit stands, for the staff. */
export const visitWords: Record<VisitStatus, string> = {
  expected: 'Expected',
  arrived: 'Arrived',
  started: 'In the scanner',
  done: 'Done',
  no_show: 'No-show',
}
