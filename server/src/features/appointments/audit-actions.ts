import {
  type ActionsByKind,
  incidental,
  neutral,
  noRecord,
  reading,
  request,
  work,
} from '../../platform/audit/action-rules.ts'

export const appointmentsAuditActions = {
  records: {
    'appointment.list': reading('Looked at your appointments', { staff: 'Looked at the appointments' }),
    'appointment.book': request('Booked an appointment'),
    'appointment.reschedule': request('Rescheduled an appointment'),
    'appointment.cancel': request('Canceled an appointment'),
    'appointment.calendar': neutral('Downloaded an appointment for a calendar'),
    'appointment.scanner': work('Moved your appointment to another scanner', {
      staff: 'Moved an appointment to another scanner',
    }),
    'appointment.room': work('Changed the room of your appointment', {
      staff: 'Changed the room of an upcoming appointment',
    }),
    'week_sheet.read': incidental('Saw your appointment on the schedule of the week', {
      staff: 'Opened the schedule of the week',
    }),
    'day_sheet.read': incidental('Saw your appointment on the day sheet, with your medical information', {
      staff: 'Opened the day sheet, with medical information',
      hasText: true,
    }),
    'visit.change': work('Updated the status of your visit', { staff: 'Changed the course of a visit' }),
    'visit.start_uncleared': work('Updated the status of your visit', {
      staff: 'Started a scan without an MRI safety clearance',
    }),
  },
  settings: {
    'scheduling.change': noRecord({ staff: 'Changed the opening hours' }),
    'scanner.add': noRecord({ staff: 'Added a scanner' }),
    'scanner.change': noRecord({ staff: 'Changed the name or the room of a scanner' }),
    'scanner.service': noRecord({ staff: 'Took a scanner out of service, or opened it for booking again' }),
    'scanner.order': noRecord({ staff: 'Changed the order of the scanners' }),
    'scanner.remove': noRecord({ staff: 'Removed a scanner' }),
  },
} satisfies ActionsByKind
