import { testApp } from './harness.ts'

/** The app of a test, a project, and a nurse and an admin of it. */
export const testClinic = async (change?: Parameters<typeof testApp>[0]) => {
  const app = await testApp(change)
  const project = await app.given.project()
  const nurse = await app.given.staff('Nurse', project)
  const admin = await app.given.staff('Admin', project)
  return { ...app, project, nurse, admin }
}
