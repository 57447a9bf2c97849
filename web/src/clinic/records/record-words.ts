/** Words for a record and its list of readers; staff only, so not translated. */
export const recordWords = {
  record: { none: 'No record', deleted: 'deleted' },
  whoOpened: {
    record: 'Who opened this record',
    scan: 'Who opened this scan',
    scanOf: (day: string) => `Who opened this scan, ${day}`,
  },
} as const
