import { answerThread, getThread, markMyThreadSeen, startMyThread, startThread } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { caringClinic } from '../../../test/caring-clinic.ts'
import type { TestUser } from '../../../test/given.ts'
import { mergeWorld } from '../../../test/merge-world.ts'

const caring = await caringClinic()
const { as, owner, clinic, mergeNow, undoNow } = await mergeWorld(caring)

const read = (reader: TestUser, thread: string, through = thread) =>
  as(reader).call(markMyThreadSeen, { params: { thread }, body: { through } })

const written = async () => {
  const two = await clinic()
  const { nurse, merged } = two
  const body = { id: uuid(), subject: 'Your scan', text: 'Please bring your card' }
  const { thread_id } = await as(nurse).call(startThread, { params: { key: merged.code }, body })
  return { ...two, thread: thread_id }
}
const marksIn = (thread: string) =>
  owner<{ patient_id: string; caregiver_id: string | null }>(
    'select patient_id, caregiver_id from care_readings where thread_id = $1',
    [thread],
  )

test.each(['the kept patient', 'a caregiver of theirs'])(
  'a merge is undone after %s read a conversation that it moved, and their mark ends',
  async (who) => {
    const two = await written()
    const { admin, kept, thread } = two
    const caregiver = await caring.accepted(kept, { areas: ['files'] })
    const { merge_id } = await mergeNow(two)
    await read(who === 'the kept patient' ? kept : caregiver, thread)
    expect(await marksIn(thread)).toHaveLength(1)

    await undoNow(admin, merge_id)

    expect(await marksIn(thread)).toEqual([])
  },
)

test('marks in the kept patient’s own conversations stay, and those from before the merge go back', async () => {
  const two = await written()
  const { admin, nurse, kept, merged, thread } = two
  await read(merged, thread)
  const own = uuid()
  await as(kept).call(startMyThread, { body: { id: own, subject: 'My knee', text: 'It hurts' } })
  const answer = uuid()
  await as(nurse).call(answerThread, { params: { thread: own }, body: { id: answer, text: 'Please call us' } })
  const { merge_id } = await mergeNow(two)
  await read(kept, own, answer)

  await undoNow(admin, merge_id)

  expect(await marksIn(own)).toEqual([{ patient_id: kept.id, caregiver_id: null }])
  expect(await marksIn(thread)).toEqual([{ patient_id: merged.id, caregiver_id: null }])
})

test('what the kept patient read meanwhile is new to the merged one again, and unread to staff', async () => {
  const two = await written()
  const { admin, nurse, kept, merged, thread } = two
  await read(merged, thread)
  const later = uuid()
  await as(nurse).call(answerThread, { params: { thread }, body: { id: later, text: 'Please call us' } })
  const { merge_id } = await mergeNow(two)
  await read(kept, thread, later)
  const seen = async () => {
    const { messages } = await as(nurse).call(getThread, { params: { thread } })
    return messages.map(({ seen_at }) => seen_at !== null)
  }
  expect(await seen()).toEqual([true, true])

  await undoNow(admin, merge_id)

  expect(await seen()).toEqual([true, false])
  const unread = `select m.message_id from care_messages m join care_readings r using (project_id, thread_id)
    where thread_id = $1 and m.sent_at > r.read_through`
  expect(await owner(unread, [thread])).toEqual([{ message_id: later }])
})
