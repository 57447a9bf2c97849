import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../../server/src/platform/base/escape-html.ts'

/** `style` is the address at which serveDemoStyle answers. */
export const page = (title: string, body: string, style = '/demo/mail/demo.css') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${style}"></head><body>
${body}
</body></html>`

/** `formTargets`: origins that a form's redirects may end at; browsers hold `form-action` against each step. */
export const demoHeaders = (formTargets: readonly string[] = []) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // With no-referrer a browser would send these pages' forms with `Origin: null`.
  'referrer-policy': 'same-origin',
})

export const sendPage = (reply: FastifyReply, html: string, formTargets?: readonly string[]) =>
  reply.headers(demoHeaders(formTargets)).send(html)

export const serveDemoStyle = (app: FastifyInstance, path: string) =>
  app.get(path, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' })
      .send(await readFile(new URL('./demo.css', import.meta.url), 'utf8')),
  )
