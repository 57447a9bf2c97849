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

/** Leaves out the compiler of objects, which the content security policy would block: see `zod-without-eval.ts`. */
export const zodWithoutCompiler = (): Plugin => ({
  name: 'zod-without-compiler',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => {
      const plain = code.replace('core.$ZodObjectJIT.init(', 'core.$ZodObject.init(')
      if (plain === code) throw new Error('Zod no longer chooses its compiler where this plugin looks')
      return plain
    },
  },
})
