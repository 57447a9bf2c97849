import type { FastifyRequest } from 'fastify'

/** What a browser asks for at most; more is no browser. */
const most = 10
const source = 'en'

/** The language that a reader has chosen, or else the first of the browser's that there is; undefined for English. */
export const chooseLanguage = (
  { cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>,
  known: readonly string[],
) => {
  const asked = (headers['accept-language'] ?? '').split(',', most).map((tag) => tag.trim().slice(0, 2).toLowerCase())
  const language = [cookies['language'], ...asked].find((code) => code === source || (code && known.includes(code)))
  return language === source ? undefined : language
}
