import { schemaResolver as resolverOf } from '@mantine/form'
import { translated } from '../../platform/language/t.ts'

type Schema = Parameters<typeof resolverOf>[0]

/** Validates a form with a schema of the contract, whose messages are shown in the reader's language. */
export const schemaResolver = (schema: Schema) => {
  const check = resolverOf(schema, { sync: true })
  return (values: object) =>
    Object.fromEntries(
      Object.entries(check({ ...values })).map(([field, error]) => [
        field,
        typeof error === 'string' ? translated(error) : error,
      ]),
    )
}
