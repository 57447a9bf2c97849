import { pushDays } from '@fornix/contract'
import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const noticeRetention: TableRetention[] = [
  { table: 'notice_choices', ofPatient: ownRows },
  { table: 'push_subscriptions', ofPatient: ownRows, expires: { since: 'seen_at', hours: pushDays * 24 } },
]
