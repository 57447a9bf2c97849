import { expectedVisit, type SheetRow } from '@fornix/contract'
import { ok, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { DaySheetPage } from './DaySheetPage.tsx'

export const scanners = [1, 2].map((n) => ({
  id: `01930000-0000-7000-8000-0000000000f${n}`,
  name: `Scanner ${n}`,
  room: n === 2 ? 'Room 4' : '',
  in_service: true,
}))
export const ready: SheetRow = {
  id: '01930000-0000-7000-8000-000000000001',
  start: '2032-03-08T15:00:00.000Z',
  end: '2032-03-08T15:30:00.000Z',
  room: '',
  scanner_id: scanners[0]!.id,
  scanner: 'Scanner 1',
  patient_id: 'P-7K3QX9',
  first_name: 'Amara',
  last_name: 'Abbott',
  mrn_number: '400210',
  mobile_number: '6175550123',
  dob: '04-17-1986',
  age: 40,
  gender: 'Female',
  has_namesake: false,
  screening: { state: 'cleared', good_until: '2032-03-20T15:00:00.000Z', alerts: [] },
  visit: expectedVisit,
  form_signed: '2032-03-01T15:00:00.000Z',
  missing: [],
  attention: [],
}
export const unready: SheetRow = {
  ...ready,
  id: '01930000-0000-7000-8000-000000000002',
  patient_id: 'P-2',
  first_name: 'Ben',
  last_name: 'Haddad',
  mrn_number: '',
  mobile_number: '',
  dob: null,
  age: null,
  gender: '',
  screening: { state: 'not_asked', good_until: null, alerts: [] },
  form_signed: null,
  missing: ['neck_length', 'age'],
  attention: [{ field: 'previous_history', value: 'Aneurysm clip' }],
}
export const call = 'GET /operator/day_sheet/'
export const open = (...appointments: SheetRow[]) => openDay(appointments)
export const openDay = async (
  appointments: SheetRow[],
  more: object = {},
  answers: ServedCalls = {},
  at = '/daySheet',
) => {
  const sent = serve({
    ...answers,
    [call]: ({ query }) =>
      ok({
        date: query.get('date') ?? '2032-03-08',
        today: '2032-03-08',
        time_zone: 'America/New_York',
        closed: false,
        closed_note: '',
        next: null,
        scanners: scanners.slice(0, 1),
        slots: [],
        appointments,
        ...more,
      }),
  })
  return { sent, ...(await show(<DaySheetPage />, { role: 'MRI-Tech', at })) }
}
