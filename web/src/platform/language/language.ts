import languages from 'virtual:languages'

/** The language of the texts in the source. */
const source = { name: 'English', locale: 'en-US' }

// The server writes the reader's language into the document; a build has none, so the browser's counts.
const wanted = (globalThis.document?.documentElement.lang || navigator.language).slice(0, 2)
const chosen = Object.hasOwn(languages, wanted) ? languages[wanted] : undefined

/** The language of this document, `en` or a folder of `languages`. */
export const language = chosen ? wanted : 'en'
/** How dates and numbers are written in it. */
export const { locale } = chosen ?? source
/** All languages to choose from. */
export const choices = Object.entries({ en: source, ...languages }).map(([code, { name }]) => ({ code, name }))
/** The translations into it. Importers wait for the file. */
export const catalogue = chosen ? (await chosen.load()).default : {}

const yearSeconds = 31_536_000

/**
 * The browser's next document is in this language; unless the user chose it here, only until the browser is closed.
 * False if there is no such language, or this document already has it.
 */
export const keepLanguage = (code: string, { isChosen }: { isChosen: boolean }) => {
  if (code === language || !choices.some((choice) => choice.code === code)) return false
  const more = (isChosen ? `; max-age=${yearSeconds}` : '') + (location.protocol === 'https:' ? '; secure' : '')
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and not every browser has a cookie store
  document.cookie = `language=${code}; path=/; samesite=lax${more}`
  return true
}

/** Switches the portal to this language. The document is reloaded, because texts are chosen while it loads. */
export const showIn = (code: string) => {
  if (keepLanguage(code, { isChosen: true })) location.reload()
}
