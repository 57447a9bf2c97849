import type { Page } from '@fornix/contract'
import type { FastifyRequest } from 'fastify'

type Reader = 'anyone' | 'patient' | 'staff'

/** Who the browser's cookies say is signed in. It only decides what is preloaded. */
const readerOf = ({ cookies }: FastifyRequest, { allow }: Page): Reader | undefined => {
  if (allow === 'anyone') return 'anyone'
  const has = (audience: string) => Object.keys(cookies).some((name) => name.endsWith(`fornix-${audience}`))
  if (allow.includes('Patient') && has('patient')) return 'patient'
  return has('operator') || has('admin') ? 'staff' : undefined
}

type FirstFile = { file: string; isLarge: boolean }

/**
 * Large ones leave the link to what the first paint and the session need. Not all: of low priority, a browser asks for ten at a time, and
 * forty take four round trips.
 */
const tagOf = ({ file, isLarge }: FirstFile) =>
  `<link ${file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} href="/${file}" fetchpriority="${isLarge ? 'low' : 'auto'}" crossorigin>`

/** Tags for the files of a page, so that a browser fetches them along with the program and not after it. */
export const preloadTagsFor = (request: FastifyRequest, page: Page | undefined, built: string | undefined) => {
  const reader = page && readerOf(request, page)
  if (!reader || !built) return ''
  const files = (JSON.parse(built) as Record<Reader, Record<string, FirstFile[]>>)[reader]
  const address = request.url
    .replace(/\?.*$/, '')
    .replace(/(.)\/+$/, '$1')
    .toLowerCase()
  return (files[address] ?? files['*'] ?? []).map(tagOf).join('')
}
