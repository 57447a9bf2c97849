import { bookMyAppointment } from '@fornix/contract'
import type { TestUser } from './given.ts'
import type { TestApp } from './harness.ts'

/** A Wednesday in New York's winter: at UTC-5, the hours of a new project are 15:00 to 20:00 UTC. */
export const visitDay = '2032-03-10'

/** What books a visit for a patient, and answers it. */
export const visitBooker =
  ({ as }: Pick<TestApp, 'as'>) =>
  async (patient: TestUser, start: string) =>
    (await as(patient).call(bookMyAppointment, { body: { start } })).appointment
