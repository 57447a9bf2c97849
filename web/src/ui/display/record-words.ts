/** Of whose record something is and who opened it, for the staff. */
export const recordWords = {
  record: { none: 'No record', deleted: 'deleted' },
  whoOpened: {
    record: 'Who opened this record',
    scan: 'Who opened this scan',
    scanOf: (day: string) => `Who opened this scan, ${day}`,
  },
} as const
