import {
  addScanner,
  bookAppointment,
  bookMyAppointment,
  cancelAppointment,
  dayMs,
  getScheduling,
  listAppointments,
  listMyAppointments,
  listMySlots,
  listPatients,
  listSlots,
  saveScanner,
} from '@fornix/contract'
import type { SignedIn } from './sign-in.ts'

const day = (after: number) => new Date(Date.now() + after * dayMs).toISOString().slice(0, 10)

/** Free times of the coming two weeks, day by day. */
const byDay = (slots: { start: string }[]) => [
  ...Map.groupBy(slots, ({ start }) => start.slice(0, 10))
    .values()
    .map((free) => free.map(({ start }) => start)),
]

/** A patient books, another one through the nurse. */
const named = async (as: SignedIn, email: string, which: { day: number; slot: number }) => {
  const patient = await as(email)
  if ((await patient.call(listMyAppointments, {})).appointments.length > 0) return
  const { slots } = await patient.call(listMySlots, { query: { from: day(0), to: day(14) } })
  // Late in the day few times are left of it.
  const start = byDay(slots)
    .slice(which.day)
    .find((free) => free.length > which.slot)?.[which.slot]
  if (start) await patient.call(bookMyAppointment, { body: { start } })
}

const perDay = [4, 3, 2]

/** The next days of the clinic: a few people of the list on each, booked on the phone, and one who called it off. */
const onThePhone = async (as: SignedIn, email: string) => {
  const nurse = await as(email)
  const { patients } = await nurse.call(listPatients, { query: { page: 2, page_size: 25 } })
  const people = patients.filter(({ status }) => status === 'Accepted' || status === 'Screened')
  for (const [n, count] of perDay.entries()) {
    for (const { patient_id: key } of people.splice(0, count)) {
      const params = { key }
      if ((await nurse.call(listAppointments, { params })).appointments.length > 0) continue
      const { slots } = await nurse.call(listSlots, { params, query: { from: day(0), to: day(14) } })
      const start = byDay(slots)[n]?.[0]
      if (start) await nurse.call(bookAppointment, { params, body: { start } })
    }
  }
  const [last] = people
  if (!last) return
  const params = { key: last.patient_id }
  const { slots } = await nurse.call(listSlots, { params, query: { from: day(0), to: day(14) } })
  const start = byDay(slots)[1]?.at(-1)
  if (!start || (await nurse.call(listAppointments, { params })).appointments.length > 0) return
  const { appointment } = await nurse.call(bookAppointment, { params, body: { start } })
  await nurse.call(cancelAppointment, { params: { ...params, id: appointment.id } })
}

/** The second project has two scanners, and two visits at one time. */
const twoScanners = async (as: SignedIn) => {
  const admin = await as('admin@lakeview.example')
  const { scanners } = await admin.call(getScheduling, {})
  const [first] = scanners
  if (!first || scanners.length > 1) return
  const body = { name: first.name, room: 'Room 101, ground floor' }
  await admin.call(saveScanner, { params: { scanner_id: first.id }, body })
  await admin.call(addScanner, { body: { name: 'Scanner 2', room: 'Room 204, second floor' } })
}

export const appointments = async (as: SignedIn) => {
  await named(as, 'ana.rivera@northside.example', { day: 2, slot: 1 })
  await named(as, 'ben.okafor@northside.example', { day: 0, slot: 2 })
  await twoScanners(as)
  for (const email of ['dana.rossi@lakeview.example', 'eli.novak@lakeview.example'])
    await named(as, email, { day: 1, slot: 3 })
  await onThePhone(as, 'nurse@northside.example')
}
