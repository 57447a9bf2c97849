import { type JoinBuilder, sql } from 'kysely'

/** Joins two tables on a key within the project: `.innerJoin('patients as p', (join) => sameInProject(join, 'p', 'f', 'patient_id'))`. */
export const sameInProject = <DB, TB extends keyof DB, A extends TB & string, B extends TB & string>(
  join: JoinBuilder<DB, TB>,
  one: A,
  other: B,
  key: keyof DB[A] & keyof DB[B] & string,
) => {
  const isSame = (column: string) => sql<boolean>`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`
  return join.on(isSame('project_id')).on(isSame(key))
}
