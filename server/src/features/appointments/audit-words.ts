/** What an audit row of this feature says to the patient whose record it is about. */
export const appointmentsAuditWords = {
  'appointment.list': 'Looked at your appointments',
  'appointment.book': 'Booked an appointment',
  'appointment.reschedule': 'Rescheduled an appointment',
  'appointment.cancel': 'Canceled an appointment',
  'appointment.calendar': 'Downloaded an appointment for a calendar',
  'appointment.scanner': 'Moved your appointment to another scanner',
  'appointment.room': 'Changed the room of your appointment',
  'week_sheet.read': 'Saw your appointment on the schedule of the week',
  'day_sheet.read': 'Saw your appointment on the day sheet, with your medical information',
  'visit.change': 'Updated the status of your visit',
  'visit.start_uncleared': 'Updated the status of your visit',
}
