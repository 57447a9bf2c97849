import type { AuditActions } from './action-rules.ts'

/** What the program itself or its command line does, and what any call may be refused. */
export const programAuditActions = {
  'project.evidence': {
    kind: 'exports',
    access: 'none',
    staff: 'Wrote a folder of evidence for auditors',
    hasText: true,
  },
  'admin.invite': { kind: 'rights', access: 'none', staff: 'Invited an admin from the command line' },
  refused: { kind: 'refusals', access: 'neutral', words: null, staff: 'refused', isRefusal: true },
  'project.create': { kind: 'settings', access: 'none', staff: 'Created this project' },
  'project.set_host': { kind: 'settings', access: 'none', staff: 'Set the host name of this project' },
  'project.replace_certificate': {
    kind: 'settings',
    access: 'none',
    staff: 'Replaced the certificate that signs forms',
  },
  'project.rotate_keys': { kind: 'settings', access: 'none', staff: 'Changed the encryption keys' },
  'project.back_up': { kind: 'settings', access: 'none', staff: 'Made a backup' },
  'project.restore': { kind: 'settings', access: 'none', staff: 'Restored a backup' },
  'project.export': {
    kind: 'settings',
    access: 'none',
    staff: 'Closed the project for its move to another installation',
  },
  'project.import': { kind: 'settings', access: 'none', staff: 'Imported the project from another installation' },
  'project.release': { kind: 'settings', access: 'none', staff: 'Reopened the project, which was not moved' },
  'project.drill': { kind: 'settings', access: 'none', staff: 'Recorded an emergency drill', hasText: true },
  'audit.begin_anchors': { kind: 'settings', access: 'none', staff: 'Began to sign this log' },
  'audit.change_key': { kind: 'settings', access: 'none', staff: 'Changed the key that signs this log' },
  'audit.accept_restore': {
    kind: 'settings',
    access: 'none',
    staff: 'Accepted that a restored backup explains gaps in this log',
    hasText: true,
  },
  'demo.seed': { kind: 'other', access: 'none', staff: 'Added the sample data of the demo' },
  'patient.seed': { kind: 'other', access: 'none', staff: 'Added sample patients', hasText: true },
} satisfies AuditActions
