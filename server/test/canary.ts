import type { Call } from '@fornix/contract'
import { z } from 'zod'

/** Words that nobody else uses. Whatever of them is found in a log or a metric has leaked. */
export const canary = 'Zyxwvcanary'
export const canaryEmail = `${canary.toLowerCase()}@${canary.toLowerCase()}.example`
const digits = '6179137462'
export const leaks = (text: string) =>
  [...text.matchAll(new RegExp(`.{0,80}(${canary}|${digits}).{0,20}`, 'gi'))].map(([found]) => found)

const plausible = [
  canary,
  canaryEmail,
  digits,
  `${canary}-Passw0rd!`,
  '1990-02-14',
  '02110',
  '12.50',
  41,
  true,
  '1.2.3.4',
]

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> => {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>
  if (schema instanceof z.ZodPipe) return { ...shapeOf(schema.in as z.ZodType), ...shapeOf(schema.out as z.ZodType) }
  return {}
}

const filled = (schema: z.ZodType, fill: (field: z.ZodType) => unknown) =>
  Object.fromEntries(Object.entries(shapeOf(schema)).map(([name, field]) => [name, fill(field)]))

/** The word in every field, once whatever the field takes, once as far as it takes it. */
export const planted = ({ params, query, body }: Call) => {
  const fitting = (field: z.ZodType) => plausible.find((value) => field.safeParse(value).success)
  const anyway = () => canary
  return [fitting, anyway].map((fill) => ({
    params: filled(params, fill) as Record<string, string>,
    query: { ...filled(query, fill), [canary]: canary },
    body: { ...filled(body, fill), [canary]: canary },
  }))
}
