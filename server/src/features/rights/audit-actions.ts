import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const rightsAuditActions = {
  'project.change_rights': { kind: 'rights', access: 'none', staff: 'Changed what each role may do', hasText: true },
} satisfies AuditActions
