import { addScanner, assignScanner, getDaySheet, setScannerService } from '@fornix/contract'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'
import { visitBooker, visitDay } from './visits.ts'

/** The day on which visits are booked. */
export const date = visitDay
export const at = (time: string) => `${date}T${time}:00.000Z`

/** A project with two scanners, visits on them, and what staff do with both. */
export const scannersWorld = async () => {
  const app = await testApp()
  const { given, as, send, owner } = app

  const bookVisit = visitBooker(app)
  const book = (patient: TestUser, time: string) => bookVisit(patient, at(time))
  const rowOf = async (nora: TestUser, id: string) =>
    (await as(nora).call(getDaySheet, { query: { date } })).appointments.find((row) => row.id === id)

  /** A project with the scanners "Scanner 1" and "North", of which the second has a room. */
  const setting = async () => {
    const ana = await given.patient()
    const [admin, nora] = [await given.staff('Admin', ana.project), await given.staff('Nurse', ana.project)]
    const { scanners } = await as(admin).call(addScanner, { body: { name: 'North', room: 'Room 4, second floor' } })
    const [one, north] = scanners.map(({ id }) => id) as [string, string]
    return { ana, admin, nora, one, north }
  }
  type Setting = Awaited<ReturnType<typeof setting>>
  const assign = ({ ana, nora }: Setting, id: string, scanner: string, by: TestUser = nora) =>
    send(by, assignScanner, { params: { key: ana.code, id }, body: { scanner } })
  const service = (admin: TestUser, scanner_id: string, in_service: boolean) =>
    send(admin, setScannerService, { params: { scanner_id }, body: { in_service } })
  /** The emails so far were delivered. */
  const deliver = ({ id }: TestUser) => owner("update mail_outbox set status = 'sent' where patient_id = $1", [id])
  return { ...app, deliver, bookVisit, book, rowOf, setting, assign, service }
}
