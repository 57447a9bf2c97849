import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Node, nodesOf, parsed } from './find-messages.ts'

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

const sources = ['../contract/src', 'src'].map((folder) => join(import.meta.dirname, folder))
/** What our code calls of anything, and Zod of its own schemas. A method of this name stays. */
const calledNames = (zod: string) => {
  const ours = sources
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\.(\w+)/g)])
  return new Set([...ours, ...zod.matchAll(/this\??\.(\w+)/g)].map(([, name]) => name))
}

type Method = Node & { key: { name?: string }; kind: string; value: Node }
const isMethod = (node: Node): node is Method =>
  node.type === 'Property' && (node as Method).kind === 'init' && (node as Method).value.type === 'FunctionExpression'

/**
 * Leaves out the methods of schemas that nobody calls, and so the twenty formats and kinds of schemas that only they make: a bundler keeps
 * every method of an object.
 */
export const zodWithoutUnusedMethods = (): Plugin => ({
  name: 'zod-without-unused-methods',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler: (code, id) => {
      const called = calledNames(code)
      const unused = [...nodesOf(parsed(code, id).body)]
        .filter(isMethod)
        .filter(({ key: { name } }) => name !== undefined && !called.has(name))
      if (unused.length === 0) throw new Error('Zod no longer defines the methods of schemas where this plugin looks')
      return unused.reduceRight(
        (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^,/, ''),
        code,
      )
    },
  },
})
