import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const appointmentsAuditActions = {
  'appointment.list': {
    kind: 'records',
    access: 'reading',
    words: 'Looked at your appointments',
    staff: 'Looked at the appointments',
  },
  'appointment.book': { kind: 'records', access: 'request', words: 'Booked an appointment' },
  'appointment.reschedule': { kind: 'records', access: 'request', words: 'Rescheduled an appointment' },
  'appointment.cancel': { kind: 'records', access: 'request', words: 'Canceled an appointment' },
  'appointment.calendar': { kind: 'records', access: 'neutral', words: 'Downloaded an appointment for a calendar' },
  'appointment.scanner': {
    kind: 'records',
    access: 'work',
    words: 'Moved your appointment to another scanner',
    staff: 'Moved an appointment to another scanner',
  },
  'appointment.room': {
    kind: 'records',
    access: 'work',
    words: 'Changed the room of your appointment',
    staff: 'Changed the room of an upcoming appointment',
  },
  'week_sheet.read': {
    kind: 'records',
    access: 'incidental',
    words: 'Saw your appointment on the schedule of the week',
    staff: 'Opened the schedule of the week',
  },
  'day_sheet.read': {
    kind: 'records',
    access: 'incidental',
    words: 'Saw your appointment on the day sheet, with your medical information',
    staff: 'Opened the day sheet, with medical information',
    hasText: true,
  },
  'visit.change': {
    kind: 'records',
    access: 'work',
    words: 'Updated the status of your visit',
    staff: 'Changed the course of a visit',
  },
  'visit.start_uncleared': {
    kind: 'records',
    access: 'work',
    words: 'Updated the status of your visit',
    staff: 'Started a scan without an MRI safety clearance',
  },
  'scheduling.change': { kind: 'settings', access: 'none', staff: 'Changed the opening hours' },
  'scanner.add': { kind: 'settings', access: 'none', staff: 'Added a scanner' },
  'scanner.change': { kind: 'settings', access: 'none', staff: 'Changed the name or the room of a scanner' },
  'scanner.service': {
    kind: 'settings',
    access: 'none',
    staff: 'Took a scanner out of service, or opened it for booking again',
  },
  'scanner.order': { kind: 'settings', access: 'none', staff: 'Changed the order of the scanners' },
  'scanner.remove': { kind: 'settings', access: 'none', staff: 'Removed a scanner' },
} satisfies AuditActions
