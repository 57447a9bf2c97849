import type { Plugin } from 'vite'
import { type Node, nodesOf, parsed } from './find-messages.ts'

/**
 * Functions that are never called here, by their file: the portal sends its forms by its calls (`platform/calls/send.ts`), runs no
 * framework of the router, and does not measure it. All hang on the one function that makes a router, so no bundler leaves them out.
 */
const unused: Record<string, string[]> = {
  'router/router.js': ['handleAction', 'handleFetcherAction', 'handleFetcherLoader', 'fetch'],
  'router/instrumentation.js': ['getRouteInstrumentationUpdates', 'instrumentClientSideRouter'],
  'dom/ssr/components.js': ['PrefetchPageLinks'],
}

const withoutBodies = (code: string, id: string, names: string[]) => {
  const bodies = [...nodesOf(parsed(code, id).body)].flatMap((node) => {
    const { type, id: named, body } = node as Node & { id?: { name: string } | null; body?: Node }
    return type === 'FunctionDeclaration' && body && names.includes(named?.name ?? '') ? [body] : []
  })
  if (bodies.length !== names.length) throw new Error(`${id} no longer has ${names.join(', ')}`)
  return bodies.reduceRight((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code)
}

/** Leaves out what the portal does not use of its router. */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/\w+\/lib\// },
    handler: (code, id) => {
      const names = unused[id.replace(/.*\/lib\//, '')]
      return names && withoutBodies(code, id, names)
    },
  },
})
