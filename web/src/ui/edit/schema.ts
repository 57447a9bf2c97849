import type { schemaResolver } from '@mantine/form'

/** Any schema of the contract, as the form library takes it. */
export type StandardSchema = Parameters<typeof schemaResolver>[0]

/** The sentences of everything that is wrong with these values, each once. */
export const sentencesOf = (schema: StandardSchema, values: unknown): string[] => {
  const result = schema['~standard'].validate(values)
  if (result instanceof Promise || !result.issues) return []
  return [...new Set(result.issues.map((issue) => issue.message))]
}
