import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const imagingAuditActions = {
  'images.open': { kind: 'scans', access: 'reading', words: 'Opened a scan in the viewer' },
  'images.store': { kind: 'scans', access: 'work', words: 'Added images of a scan' },
  'images.download': { kind: 'scans', access: 'reading', words: 'Downloaded the images of a scan' },
  'images.list_others': { kind: 'scans', access: 'reading', words: 'Looked for other scans to compare' },
  'images.read': { kind: 'scans', access: 'reading', words: 'Looked at images of a scan' },
  'images.thumbnail': { kind: 'scans', access: 'reading', words: 'Saw a small picture of a scan' },
  'measurement.list': { kind: 'scans', access: 'reading', words: 'Looked at measurements of a scan' },
  'measurement.save': { kind: 'scans', access: 'work', words: 'Took measurements on a scan' },
  'measurement.delete': { kind: 'scans', access: 'work', words: 'Deleted their own measurements of a scan' },
  'measurement.report': { kind: 'scans', access: 'work', words: 'Saved measurements of a scan as a report' },
  'measurement.release': {
    kind: 'scans',
    access: 'work',
    words: 'Let you read measurements of a scan',
    staff: 'Let the patient read measurements of a scan',
  },
  'measurement.withdraw': {
    kind: 'scans',
    access: 'work',
    words: 'Stopped showing you measurements of a scan',
    staff: 'Withdrew measurements of a scan from the patient',
  },
} satisfies AuditActions
