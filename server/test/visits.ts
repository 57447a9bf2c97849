import { bookMyAppointment } from '@fornix/contract'
import type { TestUser } from './given.ts'
import type { TestApp } from './harness.ts'

/** What books a visit for a patient, and answers it. */
export const visitBooker =
  ({ as }: Pick<TestApp, 'as'>) =>
  async (patient: TestUser, start: string) =>
    (await as(patient).call(bookMyAppointment, { body: { start } })).appointment
