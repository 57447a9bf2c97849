import { type ActionsByKind, neutral, reading, request, work } from '../../platform/audit/action-rules.ts'

export const formsAuditActions = {
  files: {
    'form.sign': request('Signed an authorization form'),
    'form.countersign': work('Countersigned an authorization form for the clinic'),
    'form.read': reading('Opened a signed authorization form'),
    'form.broken': neutral('Could not open a form that was changed after it was signed', { isRefusal: true }),
  },
  exports: {
    'form.export': reading('Exported a signed authorization form to check it'),
  },
} satisfies ActionsByKind
