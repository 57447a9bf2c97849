import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const projectSettingsAuditActions = {
  'project.change_settings': { kind: 'settings', access: 'none', staff: 'Changed the project settings' },
} satisfies AuditActions
