import { type ActionsByKind, noRecord } from '../../platform/audit/action-rules.ts'

export const projectSettingsAuditActions = {
  settings: {
    'project.change_settings': noRecord({ staff: 'Changed the project settings' }),
  },
} satisfies ActionsByKind
