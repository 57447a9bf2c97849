import { z } from 'zod'
import type { Call } from './call.ts'
import { ErrorBody } from './errors.ts'

const shapeOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' })
  return shape
}
const isNothing = (schema: z.ZodType) => schema instanceof z.ZodPipe && schema.in instanceof z.ZodUnknown

const parametersOf = (schema: z.ZodType, where: 'path' | 'query') => {
  if (isNothing(schema)) return []
  const { properties = {}, required = [] } = shapeOf(schema, 'input')
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: shape,
  }))
}

const bodyOf = ({ body, upload, stream }: Call) => {
  if (stream) return { required: true, content: { [stream]: { schema: { type: 'string', format: 'binary' } } } }
  if (upload) {
    const file = { type: 'string', format: 'binary' }
    const fields: Partial<ReturnType<typeof shapeOf>> = isNothing(body) ? {} : shapeOf(body, 'input')
    const schema = {
      type: 'object',
      properties: { ...fields.properties, [upload.field]: upload.several ? { type: 'array', items: file } : file },
      required: [...(fields.required ?? []), ...(upload.missing === null ? [] : [upload.field])],
    }
    return { content: { 'multipart/form-data': { schema } } }
  }
  return isNothing(body)
    ? undefined
    : { required: true, content: { 'application/json': { schema: shapeOf(body, 'input') } } }
}

const otherContent = {
  file: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  events: { 'text/event-stream': { schema: { type: 'string' } } },
  images: {
    'application/dicom+json': { schema: { type: 'array', items: { type: 'object' } } },
    'multipart/related': { schema: { type: 'string', format: 'binary' } },
    'image/png': { schema: { type: 'string', format: 'binary' } },
  },
}

const contentOf = ({ responseKind, response }: Call) =>
  responseKind === 'json'
    ? { 'application/json': { schema: isNothing(response) ? {} : shapeOf(response, 'output') } }
    : otherContent[responseKind]

const header = (name: string) => ({ name, in: 'header', required: false, schema: { type: 'string' } })

const operationOf = (name: string, call: Call) => ({
  operationId: name,
  summary: call.summary,
  parameters: [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(call.proof ? [header('x-proof')] : []),
    ...(call.idempotent ? [header('idempotency-key')] : []),
  ],
  requestBody: bodyOf(call),
  security: call.allow === 'anyone' ? [] : [{ bearer: [] }],
  'x-allow': call.allow,
  responses: {
    [call.status]: {
      description: 'Done',
      content: contentOf(call),
    },
    default: { description: 'Refused', content: { 'application/json': { schema: shapeOf(ErrorBody, 'output') } } },
  },
})

/** The contract as an OpenAPI 3.0 document. */
export const openApi = (calls: Record<string, Call>) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Fornix', version: '0.1.0' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}
