import type { AuditEntry } from '@fornix/contract'
import { nobody, studyDayName } from '../../clinic/records/audit-names.ts'
import type { AuditWords } from '../../platform/audit/audit.ts'
import { actionsWithText } from './actions-with-text.ts'
import { refusedActions } from './kinds.ts'
import { type AuditEventRow, failedSignIn } from './queries.ts'
import { detailOf, reasonOf, refusedCall, wordsForAdmins } from './words.ts'

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

const itemOf = (row: AuditEventRow) => {
  if (isFailedSignIn(row)) return `Account of ${row.actor_name || 'someone whose record was removed'}`
  if (row.action === 'refused') return refusedCall(row.object_id)
  if (actionsWithText.includes(row.action)) return row.object_id
  return row.file_name || studyDayName(row.study_date ?? '') || row.provider_name || ''
}

/** An audit row as an admin reads it. */
export const entryOf = (words: AuditWords, row: AuditEventRow): AuditEntry => {
  const { event_id, at, action, result, request_id } = row
  const isRefused = refusedActions.includes(action)
  return {
    event_id,
    at,
    ...whoOf(row),
    what: action === 'refused' ? 'Was refused' : wordsForAdmins(words, action),
    item: itemOf(row),
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
