import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const formsAuditActions = {
  'form.sign': { kind: 'files', access: 'request', words: 'Signed an authorization form' },
  'form.countersign': { kind: 'files', access: 'work', words: 'Countersigned an authorization form for the clinic' },
  'form.read': { kind: 'files', access: 'reading', words: 'Opened a signed authorization form' },
  'form.export': { kind: 'exports', access: 'reading', words: 'Exported a signed authorization form to check it' },
  'form.broken': {
    kind: 'files',
    access: 'neutral',
    words: 'Could not open a form that was changed after it was signed',
    isRefusal: true,
  },
} satisfies AuditActions
