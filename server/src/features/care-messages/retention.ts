import { patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const careMessageRetention: TableRules[] = [
  { table: 'care_readings', ...patientRows('own'), onMerge: { key: 'reading_id' } },
  { table: 'care_messages', ...patientRows('files'), onMerge: { key: 'message_id' } },
  { table: 'care_threads', ...patientRows('files'), onMerge: { key: 'thread_id' } },
]
