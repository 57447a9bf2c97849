import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { caregiver, patients, waiting } from '@fornix/demo/seeds/demo/people.ts'

/** What no spec writes into a field by its words. */
const typed = [
  'Quiet Lane',
  '-fish-',
  '-harbor-',
  'Demo-portal',
  'Quincy',
  'Salem',
  'Nadia',
  'Tilda',
  'Greta',
  'Taxi to',
  'Half a sentence',
  'neurologist',
  '61755501',
]

/** Words that are drawn for one run, and known only to it; tests run in several processes. */
const drawnFile = () => join(process.env['E2E_DATA_DIR'] ?? '', 'typed.txt')
export const noteTyped = (word: string) => appendFileSync(drawnFile(), `${word}\n`)
const drawn = () => (existsSync(drawnFile()) ? readFileSync(drawnFile(), 'utf8').split('\n').filter(Boolean) : [])

/** What the specs write into fields, where it is more than a word. */
const filled = () =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .flatMap((code) => [...code.matchAll(/\.fill\('([^'{\\]+ [^'{\\]+)/g)].map(([, text = '']) => text))
const families = [...patients, ...waiting, caregiver]
  .map(({ last_name }) => last_name)
  .filter((name) => name.length > 3)

/** Also as in an address. */
const patternOf = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '(?: |\\+|%20)')
const mailAddress = String.raw`[\w.+-]+(?:@|%40)[\w.-]+\.example`

/** The lines in which something of it stands. The sentences that the demo greets with are indented, and name its accounts. */
export const leaksIn = (output: string) => {
  const texts = [...typed, ...filled(), ...families, ...drawn()].map(patternOf)
  const pattern = new RegExp([...texts, mailAddress].join('|'), 'i')
  return output
    .split('\n')
    .filter((line) => !line.startsWith('  '))
    .filter((line) => pattern.test(line))
    .slice(0, 20)
}
