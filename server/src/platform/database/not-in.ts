import { type RawBuilder, sql } from 'kysely'

/**
 * A column that is none of many texts. They are hashed: `<> all` compares each row with every one of them in a plan that is kept for all
 * values.
 */
export const notIn = (column: string, texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} not in (select unnest(${texts}::text[]))`
