import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { keysOf, pages, states } from '@fornix/contract'
import { expect, test } from 'vitest'
import { messagesIn, sentencesIn } from '../../find-messages.ts'
import { catalogueOf, languages, mailsOf } from '../../language-plugin.ts'
import { filesOfStaffFeatures, saidIn } from '../testing/server-sentences.ts'
import { untranslatedIn } from '../testing/untranslated.ts'
import { staffFiles, staffSentences } from './staff-sentences.ts'
import { fromElsewhere, mailedToStaff, mailsOfStaff, signedFiles, staffOnlyFiles } from './translated-files.ts'

const src = join(import.meta.dirname, '..')
const filesIn = (...patterns: string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: src })).filter((file) => !/\.test\.|\.d\.ts$/.test(file))
const codeOf = (file: string) => readFileSync(join(src, file), 'utf8')

const found = filesIn('**/*.{ts,tsx}').flatMap((file) => messagesIn(codeOf(file), file))
const titles = keysOf(pages)
  .map((name) => pages[name])
  .filter(({ allow }) => allow === 'anyone' || allow.includes('Patient'))
  .flatMap(({ title, description }) => [title, description])
  .filter((sentence) => sentence !== '')
const repository = join(src, '../..')
const sentencesOf = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: repository }))
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => sentencesIn(readFileSync(join(repository, file), 'utf8'), file))
const elsewhere = sentencesOf(...fromElsewhere).filter(
  (sentence) => /^[A-Z]+([ -][a-z]|[a-z])/.test(sentence) && !Object.values<string>(states).includes(sentence),
)
/** Other translated texts: the two sentences of index.html. */
const ofDocument = [
  'Please switch JavaScript on to use this portal.',
  'This browser is too old for the portal. Please update it, or open this page in another browser.',
]
const wanted = new Set([...found.map(({ message }) => message), ...titles, ...elsewhere, ...ofDocument])
const known = new Set([...wanted, ...sentencesOf('{contract,server}/src/**/*.ts')])

/** Files that queue an email in words of a language. */
const mails = globSync('server/src/{clinic,features}/**/*.ts', {
  cwd: repository,
  exclude: [...mailsOfStaff, '**/*.test.ts'],
})
  .map((file) => ({ file, code: readFileSync(join(repository, file), 'utf8') }))
  .filter(({ code }) => /language\/words\.ts'/.test(code) && /\bsubject\b/.test(code))
const mailed = globSync('server/src/**/*.ts', { cwd: repository }).flatMap((file) =>
  messagesIn(readFileSync(join(repository, file), 'utf8'), file),
)

const said = new Set(
  globSync(['contract/src/*.ts', 'server/src/{clinic,features,platform}/**/*.ts'], {
    cwd: repository,
    exclude: [...filesOfStaffFeatures, ...staffFiles, '**/*.test.ts'],
  }).flatMap((file) => saidIn(join(repository, file), file.startsWith('contract/'))),
)

/** The names of a message's placeholders. */
const placesIn = (message: string) =>
  new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name).filter((name) => name !== undefined))

/** The way the app looks up a sentence from elsewhere that contains numbers. */
const withPlaces = (sentence: string) => {
  let place = 0
  return sentence.replace(/\d+/g, () => `{${place++}}`)
}

test('each message gets the values that it has a place for', () => {
  for (const { message, values } of [...found, ...mailed]) expect(new Set(values), message).toEqual(placesIn(message))
})

test.each(languages)('every sentence for patients is translated: %s', (language) => {
  const catalogue = catalogueOf(language)
  expect([...wanted].filter((message) => !catalogue[message] && !catalogue[withPlaces(message)])).toEqual([])
  expect(Object.keys(catalogue).filter((message) => !known.has(message))).toEqual([])
})

test.each(languages)('what the contract and the server say is translated, unless only staff get it: %s', (language) => {
  const catalogue = catalogueOf(language)
  const untranslated = [...said].filter((text) => !catalogue[text] && !catalogue[withPlaces(text)])
  expect(untranslated.filter((text) => !staffSentences.includes(text))).toEqual([])
  expect(staffSentences.filter((text) => !untranslated.includes(text))).toEqual([])
})

test.each(languages)('a translation has the places and tags of its source: %s', (language) => {
  for (const [message, text] of Object.entries({ ...catalogueOf(language), ...mailsOf(language) })) {
    expect(placesIn(text), message).toEqual(placesIn(message))
    expect(text.match(/<\/?\w+>/g), message).toEqual(message.match(/<\/?\w+>/g))
  }
})

test.each(languages)('every sentence of the emails to patients is translated: %s', (language) => {
  expect(Object.keys(mailsOf(language)).sort()).toEqual([...new Set(mailed.map(({ message }) => message))].sort())
})

test.each(mails)('$file writes nothing that is not translated', ({ file, code }) => {
  const passed = messagesIn(code, file).map(({ message }) => message)
  const texts = sentencesIn(code, file).filter((text) => /[a-z]{2,},? [a-z]{2,}|^[A-Z][a-z]+\b/.test(text))
  // A refusal beside an email has the tests above.
  expect(texts.filter((text) => !passed.includes(text) && !said.has(text) && !mailedToStaff.includes(text))).toEqual([])
})

test('a text that is not passed on for translation is found', () => {
  expect(untranslatedIn(`const a = { title: 'Two words', staff: { title: 'Two words' } }`)).toEqual(['Two words'])
  expect(untranslatedIn('const b = <p title="A title">Some words</p>')).toEqual(['A title', 'Some words'])
  expect(untranslatedIn(`const c = (n: number) => \`\${n} scans\``)).toEqual([`\${n} scans`])
  expect(untranslatedIn(`const d = <p className="two words">{t('Some words')}</p>`)).toEqual([])
})

const inEnglish = [...staffOnlyFiles, ...signedFiles]
test.each(inEnglish)('%s still has a text in English', (pattern) => {
  expect(filesIn(pattern).some((file) => untranslatedIn(codeOf(file), file).length > 0)).toBe(true)
})

const isForPatients = (file: string) =>
  !/-fixtures\.tsx?$/.test(file) && !inEnglish.some((pattern) => matchesGlob(file, pattern))
test.each(filesIn('{app,features,ui}/**/*.{ts,tsx}').filter(isForPatients))(
  '%s shows nothing that is not translated',
  (file) => {
    expect(untranslatedIn(codeOf(file), file)).toEqual([])
  },
)
