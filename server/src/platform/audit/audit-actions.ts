import { type ActionsByKind, neutral, noRecord } from './action-rules.ts'

/** What the program itself or its command line does, and what any call may be refused. */
export const programAuditActions = {
  exports: {
    'project.evidence': noRecord({ staff: 'Wrote a folder of evidence for auditors', hasText: true }),
  },
  rights: {
    'admin.invite': noRecord({ staff: 'Invited an admin from the command line' }),
  },
  refusals: {
    refused: neutral(null, { staff: 'refused', isRefusal: true }),
  },
  settings: {
    'project.create': noRecord({ staff: 'Created this project' }),
    'project.set_host': noRecord({ staff: 'Set the host name of this project' }),
    'project.replace_certificate': noRecord({ staff: 'Replaced the certificate that signs forms' }),
    'project.rotate_keys': noRecord({ staff: 'Changed the encryption keys' }),
    'project.back_up': noRecord({ staff: 'Made a backup' }),
    'project.restore': noRecord({ staff: 'Restored a backup' }),
    'project.export': noRecord({ staff: 'Closed the project for its move to another installation' }),
    'project.import': noRecord({ staff: 'Imported the project from another installation' }),
    'project.release': noRecord({ staff: 'Reopened the project, which was not moved' }),
    'project.drill': noRecord({ staff: 'Recorded an emergency drill', hasText: true }),
    'audit.begin_anchors': noRecord({ staff: 'Began to sign this log' }),
    'audit.change_key': noRecord({ staff: 'Changed the key that signs this log' }),
    'audit.accept_restore': noRecord({
      staff: 'Accepted that a restored backup explains gaps in this log',
      hasText: true,
    }),
  },
  other: {
    'demo.seed': noRecord({ staff: 'Added the sample data of the demo' }),
    'patient.seed': noRecord({ staff: 'Added sample patients', hasText: true }),
  },
} satisfies ActionsByKind
