import type { Page } from '@playwright/test'
import { catalogueOf, moduleOf } from '../web/language-plugin.ts'

const accented: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}
const growth = 0.35

/** An English word with accents, and a third longer, as words of other languages are. */
const longerWord = (word: string) => {
  const vowels = word.match(/[aeiou]/gi)?.length ?? 0
  const extra = Math.ceil(word.length * growth)
  let done = 0
  let seen = 0
  return word.replace(/[aeiou]/gi, (vowel) => {
    seen += 1
    const more = Math.round((extra * seen) / vowels) - done
    done += more
    const letter = accented[vowel] ?? vowel
    return letter + letter.toLowerCase().repeat(more)
  })
}

/** Placeholders, plural rules and tags stay. */
const kept =
  /\{\w+(?:, (?:plural|select|selectordinal), |\})|(?:=\d+|zero|one|two|few|many|other|\w+) \{|<\/?\w+>|[^\s{}<>]+@[^\s{}<>]+/g

/** A sentence of the source in the made-up language. */
export const pseudo = (message: string) => {
  let end = 0
  let text = ''
  for (const { 0: part, index } of message.matchAll(kept)) {
    text += message.slice(end, index).replace(/[a-z]+/gi, longerWord) + part
    end = index + part.length
  }
  return text + message.slice(end).replace(/[a-z]+/gi, longerWord)
}

/** Puts a language that nobody speaks in the place of the Spanish one: the file of its sentences is the same, with other sentences. */
export const speakPseudo = async (page: Page) => {
  const sentences = Object.keys(catalogueOf('es'))
  const body = moduleOf(Object.fromEntries(sentences.map((sentence) => [sentence, pseudo(sentence)])))
  await page.route(/\/assets\/es-[\w-]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
