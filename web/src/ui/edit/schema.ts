import type { schemaResolver } from '@mantine/form'
import { translated } from '../../platform/language/t.ts'

/** Any schema of the contract, as the form library takes it. */
export type StandardSchema = Parameters<typeof schemaResolver>[0]

/** What is wrong with these values, each sentence once. Of one field only the first: what is missing is not malformed as well. */
export const sentencesOf = (schema: StandardSchema, values: unknown): string[] => {
  const result = schema['~standard'].validate(values)
  if (result instanceof Promise || !result.issues) return []
  const first = new Map<string, string>()
  for (const { path = [], message } of result.issues) {
    const field = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
    if (!first.has(field)) first.set(field, translated(message))
  }
  return [...new Set(first.values())]
}
