import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../base/escape-html.ts'
import { closedError, type Moving } from '../database/moving.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { languages, type Words, wordsIn } from '../language/words.ts'
import { documentHeaders } from './response-headers.ts'

export type ClosedSite = Moving & { name: string }

/** The web app uses the same address. */
export const movingAddress = '/moving'
export const projectOfQuery = ({ query }: FastifyRequest) =>
  z.object({ project: z.uuid() }).safeParse(query).data?.project

const againSeconds = 30

const minutesLeft = (back_at: string) => Math.max(1, Math.ceil((Date.parse(back_at) - Date.now()) / 60_000))

const textsOf = ({ name, back_at, moved_to }: ClosedSite, { t }: Words) => {
  if (moved_to)
    return {
      title: t('{name} has moved', { name }),
      lines: [t('You can find it at this address. Your records have moved with it. Sign in there as before.')],
      link: { href: moved_to, text: moved_to },
    }
  const minutes = minutesLeft(back_at)
  return {
    title: t('{name} is being moved', { name }),
    lines: [
      minutes === 1
        ? t('We are moving the portal. It should be back in about a minute.')
        : t('We are moving the portal. It should be back in about {minutes} minutes.', { minutes }),
      t('What you saved is still there. This page checks again automatically.'),
    ],
    link: { href: '', text: t('Check again') },
  }
}

const style = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; font: 1.0625rem/1.5 system-ui, sans-serif; color: #212529; background: #f8f9fa; }
main { max-width: 32rem; padding: 1.5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
a { color: #1864ab; overflow-wrap: anywhere; }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
@media (prefers-color-scheme: dark) { body { color: #f1f3f5; background: #1a1b1e; } a { color: #74c0fc; } }`

/** Shown instead of every page of a closed project. Needs no script and no session. */
export const sendMovingPage = (request: FastifyRequest, reply: FastifyReply, closed: ClosedSite) => {
  const language = chooseLanguage(request, languages)
  const { title, lines, link } = textsOf(closed, wordsIn(language))
  const nonce = randomBytes(16).toString('base64')
  const { status, more } = closedError(closed)
  return reply
    .code(status)
    .headers({
      ...documentHeaders,
      'retry-after': more.retryAfter ?? againSeconds,
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      vary: 'accept-language, cookie',
      ...(!closed.moved_to && { refresh: `${againSeconds}` }),
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>
</main>
</body>
</html>
`)
}
