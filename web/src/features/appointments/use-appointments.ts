import {
  type Appointment,
  bookAppointment,
  bookMyAppointment,
  cancelAppointment,
  cancelMyAppointment,
  downloadMyAppointment,
  getMyScreening,
  listAppointments,
  listMyAppointments,
  listMySlots,
  listSlots,
  moveAppointment,
  moveMyAppointment,
  type RecordAppointment,
  siteDay,
} from '@fornix/contract'
import { download, refreshCall, useCall, useSend } from '../../platform/calls/api.ts'
import { serverNow } from '../../platform/http/server-clock.ts'

const ofStaff = {
  list: listAppointments,
  slots: listSlots,
  book: bookAppointment,
  move: moveAppointment,
  cancel: cancelAppointment,
}
const own = {
  list: listMyAppointments,
  slots: listMySlots,
  book: bookMyAppointment,
  move: moveMyAppointment,
  cancel: cancelMyAppointment,
}
/** Only staff are shown the status of the visit. */
export type ListedAppointment = Appointment & Partial<Pick<RecordAppointment, 'visit'>>
const callsFor = (patientKey: string | undefined) => (patientKey === undefined ? own : ofStaff)

/** A patient's appointments, or the caller's own: staff use different addresses, under the patient's key. */
export const useAppointments = (patientKey?: string) => {
  const calls = callsFor(patientKey)
  const key = { key: patientKey ?? '' }
  const ofPatient = { params: key }
  const query = useCall(calls.list, ofPatient)
  // Another visit may need new MRI safety answers.
  const refreshes = { refreshes: [calls.list, calls.slots, getMyScreening] }
  const book = useSend(calls.book, refreshes)
  const move = useSend(calls.move, refreshes)
  const cancel = useSend(calls.cancel, refreshes)
  const showAsItIs = (error: unknown) => {
    void refreshCall(calls.list)
    throw error
  }
  const all: ListedAppointment[] = query.data?.appointments ?? []
  const timeZone = query.data?.time_zone
  const now = serverNow()
  // Whoever arrived late, or is still in the scanner, has not left; what nobody ended is over by the next day.
  const isHere = ({ start, visit }: ListedAppointment) =>
    (visit === 'arrived' || visit === 'started') &&
    timeZone !== undefined &&
    siteDay(start, timeZone) === siteDay(new Date(now), timeZone)
  const isUpcoming = (one: ListedAppointment) => one.status === 'booked' && (Date.parse(one.end) > now || isHere(one))
  return {
    query,
    timeZone,
    upcoming: all.filter(isUpcoming).toReversed(),
    earlier: all.filter((appointment) => !isUpcoming(appointment)),
    book: async (start: string, anyway: boolean) => {
      const body = patientKey === undefined ? { start } : { start, unless_upcoming: !anyway }
      return (await book.mutateAsync({ ...ofPatient, body })).appointment
    },
    /** From where it was shown: refused if it has another time by now, as is canceling. */
    move: ({ id, start: from }: Appointment, start: string) =>
      move.mutateAsync({ params: { ...key, id }, body: { start, from } }).catch(showAsItIs),
    cancel: ({ id, start }: Appointment) =>
      cancel.mutateAsync({ params: { ...key, id }, body: { start } }).catch(showAsItIs),
    refreshSlots: () => refreshCall(calls.slots),
  }
}
export type Appointments = ReturnType<typeof useAppointments>

/** The free half hours between two days at the site. */
export const useSlots = (patientKey: string | undefined, from: string, to: string) => {
  const ofDays = { params: { key: patientKey ?? '' }, query: { from, to } }
  return useCall(callsFor(patientKey).slots, ofDays, { staleTime: 0 })
}

export const downloadCalendar = (id: string) => download(downloadMyAppointment, { params: { id } }, 'appointment.ics')
