import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { messagesIn } from './find-messages.ts'

const root = join(import.meta.dirname, '../languages')
const read = (...path: string[]): Record<string, string> => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

/** Every language that the portal is translated into: a folder each. */
export const languages = readdirSync(root)
/** What the server writes into emails, which no browser needs. */
export const mailsOf = (language: string) => read(language, 'mails.json')
/** What the sentences of the source are in a language: the files of its folder in one. */
export const catalogueOf = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(join(root, language))
      .filter((file) => !['language.json', 'mails.json'].includes(file))
      .map((file) => read(language, file)),
  )
/** The file of a language's sentences, as the browser loads it. */
export const moduleOf = (catalogue: Record<string, string>) => {
  const entries = Object.entries(catalogue).map(([source, text]) => [source, compiled(text)])
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(entries)))})`
}
const compiled = (message: string) => (message.includes('{') ? compileMessageOrThrow(message) : message)

const all = 'virtual:languages'
const one = 'virtual:language/'
/** The module with a language's catalogue, as a bundle names it. */
export const catalogueId = (language: string) => `\0${one}${language}`
const modules: Record<string, () => string> = {
  [all]: () => {
    const entries = languages.map(
      (language) =>
        `${language}: { ...${JSON.stringify(read(language, 'language.json'))}, load: () => import('${one}${language}') }`,
    )
    return `export default { ${entries.join()} }`
  },
  ...Object.fromEntries(languages.map((language) => [one + language, () => moduleOf(catalogueOf(language))])),
}

/** Compiles the ICU messages of the source and of every language, so that no browser has to. */
export const translations = (): Plugin => ({
  name: 'translations',
  enforce: 'pre',
  resolveId: { filter: { id: /^virtual:language/ }, handler: (id) => (id in modules ? `\0${id}` : undefined) },
  load: { filter: { id: /^\0virtual:language/ }, handler: (id) => modules[id.slice(1)]?.() },
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/, code: 'language/t.ts' },
    handler: (code, id) =>
      messagesIn(code, id)
        .filter(({ message }) => message.includes('{'))
        .sort((a, b) => b.end - a.end)
        .reduce((text, { message, count, end }) => {
          const args = `${count === 1 ? ', {}' : ''}, ${JSON.stringify(compileMessageOrThrow(message))}`
          return text.slice(0, end) + args + text.slice(end)
        }, code),
  },
})
