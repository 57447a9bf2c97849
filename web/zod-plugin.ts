import type { Plugin } from 'vite'

/**
 * Leaves out what Zod describes its schemas with as JSON Schema, which only the server does. Every schema refers to it, so no bundler finds
 * out by itself that nobody calls it.
 */
export const zodWithoutJsonSchema = (): Plugin => ({
  name: 'zod-without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return `const none = () => undefined;${names.map((name) => `export const ${name} = none;`).join('')}export { none as process }`
    },
  },
})
