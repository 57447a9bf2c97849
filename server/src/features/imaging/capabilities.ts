import { type Call, calls, dicomwebRoot } from '@fornix/contract'
import { z } from 'zod'
import { escapeHtml } from '../../platform/base/escape-html.ts'

const namesOf = (schema: z.ZodType) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

const methodOf = ({ method, summary, query }: Call) => {
  const parameters = namesOf(query).map((name) => `<param name="${escapeHtml(name)}" style="query"/>`)
  return `<method name="${method}"><doc title="${escapeHtml(summary)}"/><request>${parameters.join('')}</request></method>`
}

/** The DICOMweb calls as WADL (PS3.18 8.9), from the contract. */
export const capabilities = (publicUrl: string) => {
  const all = Object.values(calls).filter(({ path }) => path.startsWith(`${dicomwebRoot}/`))
  const byPath = Map.groupBy(all, ({ path }) => path.slice(dicomwebRoot.length + 1, -1).replace(/:(\w+)/g, '{$1}'))
  const resources = [...byPath].map(
    ([path, calls]) => `<resource path="${path}">${calls.map(methodOf).join('')}</resource>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<application xmlns="http://wadl.dev.java.net/2009/02"><resources base="${escapeHtml(publicUrl + dicomwebRoot)}">${resources.join('')}</resources></application>
`
}
