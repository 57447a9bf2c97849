import type { FastifyRequest } from 'fastify'

/** The most languages that a browser sends; anything more is not a browser. */
const maxLanguages = 10
const source = 'en'

/** The language that the reader chose, or else the browser's first available one; undefined for English. */
export const chooseLanguage = (
  { cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>,
  available: readonly string[],
) => {
  const accepted = (headers['accept-language'] ?? '')
    .split(',', maxLanguages)
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
  const language = [cookies['language'], ...accepted].find(
    (code) => code === source || (code && available.includes(code)),
  )
  return language === source ? undefined : language
}
