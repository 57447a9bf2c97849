import { type ActionsByKind, reading, work } from '../../platform/audit/action-rules.ts'

export const imagingAuditActions = {
  scans: {
    'images.open': reading('Opened a scan in the viewer'),
    'images.store': work('Added images of a scan'),
    'images.download': reading('Downloaded the images of a scan'),
    'images.list_others': reading('Looked for other scans to compare'),
    'images.read': reading('Looked at images of a scan'),
    'images.thumbnail': reading('Saw a small picture of a scan'),
    'measurement.list': reading('Looked at measurements of a scan'),
    'measurement.save': work('Took measurements on a scan'),
    'measurement.delete': work('Deleted their own measurements of a scan'),
    'measurement.report': work('Saved measurements of a scan as a report'),
    'measurement.release': work('Let you read measurements of a scan', {
      staff: 'Let the patient read measurements of a scan',
    }),
    'measurement.withdraw': work('Stopped showing you measurements of a scan', {
      staff: 'Withdrew measurements of a scan from the patient',
    }),
  },
} satisfies ActionsByKind
