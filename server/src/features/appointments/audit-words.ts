/** What an audit row of this feature says to the patient whose record it is about. */
export const appointmentsAuditWords = {
  'appointment.list': 'Looked at your appointments',
  'appointment.book': 'Booked an appointment',
  'appointment.reschedule': 'Moved an appointment',
  'appointment.cancel': 'Cancelled an appointment',
  'appointment.calendar': 'Downloaded an appointment for a calendar',
  'day_sheet.read': 'Saw you on the sheet of a day’s appointments, with your medical information',
}
