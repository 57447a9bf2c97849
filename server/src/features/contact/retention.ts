import { contactDays } from '@fornix/contract'
import type { TableRetention } from '../../clinic/retention/rules.ts'

export const contactRetention: TableRetention[] = [
  { table: 'contact_messages', expires: { since: 'created_at', hours: contactDays * 24 } },
]
