import type { AuditEntry } from '@fornix/contract'
import { nobody, studyDayName } from '../../clinic/records/audit-names.ts'
import { type ActionRules, type AuditActions, wordsForStaff } from '../../platform/audit/action-rules.ts'
import { type AuditEventRow, failedSignIn } from './queries.ts'
import { detailOf, reasonOf, refusedCall } from './words.ts'

/** The account names the person only if the sign-in succeeded. */
const isFailedSignIn = ({ action }: AuditEventRow) => action === failedSignIn

const whoOf = (row: AuditEventRow) => {
  const who = nobody[isFailedSignIn(row) ? 'visitor' : row.actor_role]
  if (who) return { who, who_id: '', role: '' }
  return {
    who: row.actor_name || 'Someone whose record was removed',
    who_id: row.actor_code ?? '',
    role: row.actor_role,
  }
}

const itemOf = (row: AuditEventRow, rules: ActionRules | undefined) => {
  if (isFailedSignIn(row)) return `Account of ${row.actor_name || 'someone whose record was removed'}`
  if (row.action === 'refused') return refusedCall(row.object_id)
  if (rules?.hasText) return row.object_id
  return row.file_name || studyDayName(row.study_date ?? '') || row.provider_name || ''
}

/** An audit row as an admin reads it. */
export const entryOf = (actions: AuditActions, row: AuditEventRow): AuditEntry => {
  const { event_id, at, action, result, request_id } = row
  const rules = actions[action]
  const isRefused = rules?.isRefusal ?? false
  return {
    event_id,
    at,
    ...whoOf(row),
    what: action === 'refused' ? 'Was refused' : wordsForStaff(actions, action),
    item: itemOf(row, rules),
    record: row.has_record
      ? {
          patient_id: row.patient_id ?? '',
          name: row.patient_name ?? '',
          dob: row.dob ?? '',
          is_deleted: row.is_deleted ?? false,
        }
      : null,
    result: isRefused ? 'refused' : 'done',
    detail: isRefused ? reasonOf(result) : detailOf(result),
    request_id,
  }
}
