import languages from 'virtual:languages'

/** The language of the texts in the source. */
const source = { name: 'English', locale: 'en-US' }

// The server writes the reader's language into the document; a build has none and says it like a browser.
const wanted = (globalThis.document?.documentElement.lang || navigator.language).slice(0, 2)
const chosen = Object.hasOwn(languages, wanted) ? languages[wanted] : undefined

/** The language of this document, `en` or a folder of `languages`. */
export const language = chosen ? wanted : 'en'
/** How days and numbers are written in it. */
export const { locale } = chosen ?? source
/** Everything there is to choose from. */
export const choices = Object.entries({ en: source, ...languages }).map(([code, { name }]) => ({ code, name }))
/** What the source's sentences are in it. Whoever imports this waits for the file. */
export const catalogue = chosen ? (await chosen.load()).default : {}

const yearSeconds = 31_536_000

/**
 * The next document in this browser is in this language, until it is closed where nobody chose that here. False for one that there is
 * not, or that this document has.
 */
export const keepLanguage = (code: string, { isChosen }: { isChosen: boolean }) => {
  if (code === language || !choices.some((choice) => choice.code === code)) return false
  const more = (isChosen ? `; max-age=${yearSeconds}` : '') + (location.protocol === 'https:' ? '; secure' : '')
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and not every browser has a cookie store
  document.cookie = `language=${code}; path=/; samesite=lax${more}`
  return true
}

/** Shows the portal in this language from now on. The document is loaded anew, because texts are chosen while it loads. */
export const showIn = (code: string) => {
  if (keepLanguage(code, { isChosen: true })) location.reload()
}
