import { countScanRequests, declineScanRequest, getWorkQueue, listNotifications, siteDay } from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { scanAccessWorld } from '../../../test/scan-access-world.ts'
import { remindOfRequests } from './remind-admins.ts'

const { as, given, owner, platform, mailsTo, people, sign, ask, waiting, named } = await scanAccessWorld()

const requested = async () => {
  const { ana, adam, uid } = await people()
  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  return { ana, adam, uid, bob: await given.patient(ana.project) }
}
const giveTo = (patient: TestUser | null, uid: string) =>
  owner('update studies set patient_id = $1 where study_uid = $2', [patient?.id ?? null, uid])
/** As every admin screen shows it. */
const told = async (adam: TestUser) => {
  const list = await waiting(adam)
  const { sections } = await as(adam).call(getWorkQueue, { query: {} })
  const queue = sections.find(({ kind }) => kind === 'request')
  const { open } = await as(adam).call(countScanRequests, {})
  return {
    counts: [list.length, queue?.count, open],
    marks: [list.map((one) => one.is_moved), queue?.items.map(({ state }) => state)],
  }
}

test.each(['another patient', 'nobody'])(
  'a request for a scan that is of %s by now is counted and marked on every screen until it is declined',
  async (owned) => {
    const { ana, adam, uid, bob } = await requested()
    expect(await told(adam)).toEqual({ counts: [1, 1, 1], marks: [[false], ['']] })
    await giveTo(owned === 'nobody' ? null : bob, uid)
    expect(await told(adam)).toEqual({ counts: [1, 1, 1], marks: [[true], ['moved']] })
    await as(adam).call(declineScanRequest, named(ana, uid))
    expect(await told(adam)).toEqual({ counts: [0, 0, 0], marks: [[], []] })
  },
)

test.each([
  ['another patient', 0, /^Please answer .*: today\. The scan was moved, so the request can only be declined$/],
  ['nobody', -1, /, and is overdue\. The scan was moved, so the request can only be declined$/],
] as const)(
  'admins are reminded of a request for a scan that is of %s by now, and that it can only be declined (%i)',
  async (owned, daysLeft, note) => {
    const { ana, adam, uid, bob } = await requested()
    const today = siteDay(new Date(), 'America/New_York')
    await owner('update access_requests set due_on = $1::date + $2::int where patient_id = $3', [
      today,
      daysLeft,
      ana.id,
    ])
    await giveTo(owned === 'nobody' ? null : bob, uid)
    await remindOfRequests(platform, new Date(`${today}T16:00:00Z`))
    const [mail, ...more] = await mailsTo(adam.email)
    expect(more).toEqual([])
    expect(mail?.body).toContain('Can only be declined, because the scan was moved: 1.')
    const query = { item_type: 'request' as const }
    const { notifications } = await as(adam).call(listNotifications, { params: { provider_id: adam.code }, query })
    expect(notifications[0]?.note).toMatch(note)
  },
)
