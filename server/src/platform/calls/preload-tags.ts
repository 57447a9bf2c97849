import { type Page, pages } from '@fornix/contract'
import type { FastifyRequest } from 'fastify'

type Reader = 'anyone' | 'patient' | 'staff'

/** Who the browser's cookies say is signed in. It only decides what is preloaded. */
const readerOf = ({ cookies }: FastifyRequest, { allow }: Page): Reader | undefined => {
  if (allow === 'anyone') return 'anyone'
  const has = (audience: string) => Object.keys(cookies).some((name) => name.endsWith(`fornix-${audience}`))
  if (allow.includes('Patient') && has('patient')) return 'patient'
  return has('operator') || has('admin') ? 'staff' : undefined
}

/**
 * Low priority, so that these wait behind the session request, which the page needs too. The viewer opens in a tab that has its session
 * from the one before, and at low priority a browser asks for ten of its forty files at a time.
 */
const priorityOn = ({ path }: Page) => (path === pages.viewer.path ? 'auto' : 'low')

const tagOf = (file: string, priority: string) =>
  `<link ${file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} href="/${file}" fetchpriority="${priority}" crossorigin>`

/** Tags for the files of a page, so that a browser fetches them along with the program and not after it. */
export const preloadTagsFor = (request: FastifyRequest, page: Page | undefined, built: string | undefined) => {
  const reader = page && readerOf(request, page)
  if (!reader || !built) return ''
  const files = (JSON.parse(built) as Record<Reader, Record<string, string[]>>)[reader]
  const address = request.url
    .replace(/\?.*$/, '')
    .replace(/(.)\/+$/, '$1')
    .toLowerCase()
  return (files[address] ?? files['*'] ?? []).map((file) => tagOf(file, priorityOn(page))).join('')
}
