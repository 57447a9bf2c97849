import { contactDays } from '@fornix/contract'
import type { TableRules } from '../../clinic/retention/rules.ts'

export const contactRetention: TableRules[] = [
  { table: 'contact_messages', expires: { since: 'created_at', hours: contactDays * 24 } },
]
