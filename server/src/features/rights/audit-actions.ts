import { type ActionsByKind, noRecord } from '../../platform/audit/action-rules.ts'

export const rightsAuditActions = {
  rights: {
    'project.change_rights': noRecord({ staff: 'Changed what each role may do', hasText: true }),
  },
} satisfies ActionsByKind
