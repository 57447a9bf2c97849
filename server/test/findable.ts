import { reindexStale } from '../src/clinic/records/reindex-patients.ts'
import type { TestUser } from './given.ts'
import type { testApp } from './harness.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'given' | 'owner' | 'database'>
type Person = { first_name: string; last_name: string } & NonNullable<Parameters<App['given']['patient']>[1]>

/**
 * Patients of `project` whom a search finds by nothing but what the test says of them: drawn ids and addresses are found as
 * names are, and one that happened to begin with what a test looks for would be a hit. By last name.
 */
export const addFindable = async ({ given, owner, database }: App, project: string, people: Person[]) => {
  const added = new Map<string, TestUser>()
  for (const [at, person] of people.entries()) {
    const [code, email] = [`P-ZZZZZ${at}`, person.email ?? `qq${at}@qq.example`]
    const drawn = await given.patient(project, person)
    await owner('update patients set code = $1, email = $2, words_version = 0 where patient_id = $3', [
      code,
      email,
      drawn.id,
    ])
    added.set(person.last_name, { ...drawn, code, email })
  }
  await reindexStale(database)
  return added
}
