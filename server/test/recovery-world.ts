import { beforeEach, expect } from 'vitest'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'
import { recovering } from './recovering.ts'

/** Somebody who has lost every second factor, and how far their recovery has come: the app asks for fresh proof. */
export const recoveryWorld = async () => {
  const app = await testApp({ config: { freshProof: true } })
  const { owner } = app
  const people = recovering(app)
  const { clinic, patientWithApp, signedIn, started, ofPatient, confirm } = people
  beforeEach(() => owner('delete from rate_limits'))

  const setting = async () => {
    const at = await clinic()
    const { ana, number, secret } = await patientWithApp(at.project)
    const lost = await signedIn(ana)
    return { ...at, ana, number, secret, lost }
  }
  /** As far as the witnesses. */
  const asked = async () => {
    const world = await setting()
    const codes = await started(world.lost)
    return { ...world, codes, answers: ofPatient(codes, world.number) }
  }
  const confirmed = async () => {
    const world = await asked()
    for (const witness of [world.nora, world.max]) expect((await confirm(witness, world.answers)).status).toBe(200)
    return world
  }
  const factorsOf = (user: TestUser) =>
    owner<{ kind: string }>('select kind from login_factors where login_id = $1', [user.login])
  const rowsOf = (user: TestUser, action: string) =>
    owner<{ actor_id: string | null; result: string }>(
      'select actor_id, result from audit_events where patient_id = $1 and action = $2 order by event_id',
      [user.id, action],
    )
  return { ...app, people, setting, asked, confirmed, factorsOf, rowsOf }
}
