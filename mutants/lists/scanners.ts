import { mutantsOf } from '../mutant.ts'

const scanners = ['server/src/features/appointments/scanners.test.ts']
const lateMails = ['server/src/features/appointments/late-mails.test.ts']
const moveScanner = ['server/src/features/appointments/move-scanner.test.ts']

/** A half hour takes as many people as there are scanners in service, and who manages these. */
export const scannersAndRooms = [
  ...mutantsOf('server/src/features/appointments/slots.ts', scanners, [
    [
      'from scanners s where s.in_service and not exists',
      'from scanners s where not exists',
      'a time is free on a scanner out of service',
    ],
  ]),
  ...mutantsOf('server/src/features/appointments/queries.ts', moveScanner, [
    ['and in_service for key share', 'for key share', 'a visit moves to a scanner out of service'],
  ]),
  ...mutantsOf('server/src/features/appointments/mails.ts', lateMails, [
    ['about.others.includes(time)', 'false', 'an email takes back the time of another visit'],
    ['...texts.flatMap(', '...[].flatMap(', 'an email that waits takes back the time of a visit that is booked later'],
  ]),
  ...mutantsOf('server/src/features/appointments/booking.ts', lateMails, [
    [
      '  await rewriteWaiting(needs, context, booking, before.start)\n',
      '',
      'an email that waits calls a visit still booked that was canceled',
    ],
    [
      'booking, before.start, booking.start)',
      'booking, booking.start)',
      'an email that waits calls a visit still booked that moved away',
    ],
    [
      '  await lockPatient(context.db, context.record.patient)\n',
      '',
      'a cancellation takes back the time of a visit that is being booked',
    ],
  ]),
  ...mutantsOf('server/src/platform/mail/outbox.ts', lateMails, [
    [
      'mails.some(({ idempotency_key }) => idempotency_key === firstKey)',
      'mails.length > 0',
      'a new room is told as a new visit',
    ],
  ]),
  ...mutantsOf('server/src/features/appointments/scanners.ts', scanners, [
    ['    if (count > 0)\n', '    if (count < 0)\n', 'a scanner with visits ahead goes out of service'],
    ['    if (scanner?.is_used)', '    if (scanner === null)', 'a scanner with old visits is removed'],
  ]),
  ...mutantsOf('server/src/features/appointments/booking.ts', moveScanner, [
    ["visit.status !== 'expected' && visit.status !== 'arrived'", 'false', 'a scan that runs moves to another scanner'],
  ]),
  ...mutantsOf('server/src/features/appointments/scanners.ts', scanners, [
    [
      'if (wouldOverwrite({ from, current, wanted }))',
      'if (false)',
      'an admin overwrites what a colleague saved of a scanner',
    ],
  ]),
  ...mutantsOf(
    'server/src/features/appointments/booking.ts',
    ['server/src/features/appointments/closed-meanwhile.test.ts'],
    [['  await holdHours(db)\n', '', 'a visit is booked on a day that is closed in the same moment']],
  ),
  ...mutantsOf('contract/src/scanners.ts', scanners, [
    [
      '  ...byAdmins,',
      "  ...byAdmins,\n  allow: ['Nurse', 'Admin', 'SuperAdmin'],",
      'a nurse takes a scanner out of service',
    ],
  ]),
  ...mutantsOf('server/migrations/0083_scanners.sql', scanners, [
    [
      "create policy changed_by_staff on scanners as restrictive for update to fornix_app\n  with check (current_setting('app.patient_id') = 'any');",
      '',
      'a patient takes scanners out of service',
    ],
  ]),
]
