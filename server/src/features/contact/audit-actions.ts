import { type ActionsByKind, request } from '../../platform/audit/action-rules.ts'

export const contactAuditActions = {
  emails: {
    'contact.send': request('Wrote to us through the contact form'),
  },
} satisfies ActionsByKind
