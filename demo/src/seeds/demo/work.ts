import {
  assignWork,
  dayMs,
  getWorkQueue,
  listOperators,
  resendOperatorInvite,
  sendInvitation,
  siteDay,
} from '@fornix/contract'
import type { Platform } from '@fornix/server/platform.ts'
import { sql } from 'kysely'
import type { SignedIn } from './sign-in.ts'

/** People who were written to and have not answered, one of them for longer than the link works. */
const invitations = async (as: SignedIn, { database }: Platform) => {
  const nurse = await as('nurse@northside.example')
  const body = { first_name: 'Chloe', last_name: 'Lin', email: 'chloe.lin@northside.example' }
  await nurse.call(sendInvitation, { body })
  await database.unscoped('demo data', (db) =>
    sql`update invites set created_at = created_at - interval '9 days', expires_at = expires_at - interval '9 days'
         where email = ${body.email}`.execute(db),
  )
  const admin = await as('admin@northside.example')
  const { operators } = await admin.call(listOperators, { query: { page_size: 50 } })
  const invited = operators.find(({ register_status }) => register_status === 'Invited')
  if (invited) await admin.call(resendOperatorInvite, { params: { email: invited.email } })
}

/** What the nurse and the physician have agreed on: one is due today, one is late. */
export const work = async (as: SignedIn, platform: Platform) => {
  await invitations(as, platform)
  const [nurse, physician] = [await as('nurse@northside.example'), await as('physician@northside.example')]
  const { sections, time_zone } = await nurse.call(getWorkQueue, { query: {} })
  const day = (after: number) => siteDay(new Date(Date.now() + after * dayMs), time_zone)
  const codeOf = ({ user }: typeof nurse) => ('provider_id' in user ? user.provider_id : '')
  const taken = [
    { kind: 'screening', at: 0, assignee: codeOf(physician), due_on: day(0) },
    { kind: 'reimbursement', at: 0, assignee: codeOf(nurse), due_on: day(-2) },
  ]
  for (const { kind, at, ...body } of taken) {
    const item = sections.find((section) => section.kind === kind)?.items[at]
    if (item?.version === 0)
      await nurse.call(assignWork, { params: { kind, item_id: item.id }, body: { ...body, version: 0 } })
  }
}
