import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import { type Page, pageAt } from '@fornix/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../base/escape-html.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { serveInstalledApp } from './installed-app.ts'
import { type ClosedSite, sendMovingPage } from './moving-page.ts'
import { preloadTagsFor } from './preload-tags.ts'
import { documentHeaders, unneededByParts } from './response-headers.ts'

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const workers = `${dist}assets/workers/`
/** A script, style or font, as built or compressed: nothing that a browser could open as a document that runs or loads anything. */
const partOfPage = /\.(?:js|css|woff2?)(?:\.br|\.gz)?$/
/**
 * Requests for public files need not be traceable. HTTP/1.1 keeps connections open by default, and the header with its timeout is 50 bytes
 * on each of forty files.
 */
const notOfParts = [...unneededByParts, 'x-request-id', 'connection']

type Site = {
  publicUrl: string
  /** The name that visitors of this host see, and the project that is closed there because it is moving. */
  at: (host: string) => Promise<{ name: string; closed: ClosedSite | null }>
  gallery: boolean
  identityOrigin?: string
  identity: 'google' | 'oidc' | 'password'
  /** The origin whose booking page the appointment tab shows in a frame. */
  schedulingOrigin?: string
}

type SentDocument = {
  /** The portal's name. */
  name: string
  html: string
  title: string
  page?: Page | undefined
  sentences?: Record<string, string>
}

const addressOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '/'

/** The page whose document may compile WebAssembly; always loaded as a separate document. */
const compiles = '/viewer'

/** What a page of the app may load. Google's hosts are added only where people sign in with Google. */
const policy = (
  nonce: string,
  script: string,
  page: Page | undefined,
  { identity, identityOrigin, schedulingOrigin }: Site,
) => {
  const accounts = identity === 'google' ? ' https://accounts.google.com' : ''
  const frames = `${accounts}${schedulingOrigin ? ` ${schedulingOrigin}` : ''}`
  return [
    "default-src 'none'",
    `script-src 'self' '${script}'${page?.path === compiles ? " 'wasm-unsafe-eval'" : accounts}`,
    `style-src 'self' 'nonce-${nonce}'${accounts}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${accounts}${identityOrigin ? ` ${identityOrigin}` : ''}`,
    ...(frames ? [`frame-src${frames}`] : []),
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ')
}

/** A worker gets its own file's policy, not its page's. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** What search engines and messengers show for a page; nothing if its address contains a secret or somebody's data. */
const forOthers = (page: Page | undefined, { publicUrl }: Site) => {
  const isPublic = page?.allow === 'anyone' && page.description !== '' && !page.path.includes(':')
  return { ROBOTS: isPublic ? 'index' : 'noindex', ADDRESS: publicUrl + (isPublic ? page.path : '/') }
}

/** A file of the built app; read on every request, as a rebuilt app has new asset names. */
const builtFile = (name: string) => readFile(dist + name, 'utf8').catch(() => undefined)

/**
 * Read-only pages have complete documents, and entrance pages a frame with their first content. English is next to the folder with the
 * other languages.
 */
const documentOf = async (page: Page | undefined, folder: string) => {
  const own = page && (await builtFile(`${folder}pages/${page.path.slice(1) || 'home'}.html`))
  const html =
    own ??
    (page && (await builtFile(`${folder}entrances/${page.path.slice(1)}.html`))) ??
    (await builtFile(`${folder}index.html`))
  return { html, isWhole: own !== undefined }
}

/** The folder of the documents in the reader's language. */
const folderFor = async (request: FastifyRequest) => {
  const language = chooseLanguage(request, await readdir(`${dist}languages`).catch(() => []))
  return language ? `languages/${language}/` : ''
}

/** The hash of a document's one inline script, which has to run before the first paint. */
const hashOfScript = (html: string) => {
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}

/** Serves the built web app: assets as files, and its page at every address of the site. */
export const serveWebApp = async (app: FastifyInstance, site: Site) => {
  const options: FastifyStaticOptions = {
    root: `${dist}assets`,
    prefix: '/assets/',
    immutable: true,
    preCompressed: true,
    maxAge: '365d',
    // Files at an address never change, so they need no revalidation.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    decorateReply: false,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, file) => {
      if (file.startsWith(workers)) reply.header('content-security-policy', workerPolicy)
      else if (partOfPage.test(file)) for (const name of notOfParts) reply.raw.removeHeader(name)
    },
  }
  // A route per file avoids reading the folder's file names on every request, as a wildcard does; the wildcard is for files built later.
  for (const wildcard of [false, true]) await app.register(fastifyStatic, { ...options, wildcard })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = pageAt(addressOf(request))
    const [{ name, closed }, folder] = await Promise.all([site.at(request.hostname), folderFor(request)])
    if (closed) return sendMovingPage(request, reply, closed)
    const { html, isWhole } = await documentOf(page, folder)
    if (html === undefined)
      return reply.code(503).header('retry-after', '5').type('text/plain').send('The web app is not built yet.')
    const hidden = !site.gallery && (page?.path === '/navbar' || page?.path === '/example')
    const shown = hidden ? undefined : page
    reply.code(shown ? 200 : 404)
    // Read-only pages may stay in the browser's memory, so that Back shows them at once. Forms may not: they contain what was typed.
    if (isWhole) reply.header('cache-control', 'no-cache')
    reply.header('vary', 'accept-language, cookie')
    const sentences: Record<string, string> = folder
      ? JSON.parse((await builtFile(`${folder}sentences.json`)) ?? '{}')
      : {}
    const ahead = isWhole ? '' : preloadTagsFor(request, page, await builtFile('first-files.json'))
    const document = html.replace('</head>', () => `${ahead}</head>`)
    return sendDocument(reply, {
      name,
      html: document,
      title: shown?.title ?? 'Page not found',
      page: shown,
      sentences,
    })
  }
  const sendDocument = (reply: FastifyReply, { name, html, title, page, sentences = {} }: SentDocument) => {
    const inWords = (sentence: string) => sentences[sentence] ?? sentence
    const nonce = randomBytes(16).toString('base64')
    const parts: Record<string, string> = {
      NONCE: nonce,
      NAME: name,
      IDENTITY: site.identity,
      TITLE: `${inWords(title)} · ${name}`,
      DESCRIPTION: inWords(page?.description ?? '') || `${inWords(title)}, ${name}`,
      ...forOthers(page, site),
    }
    return reply
      .headers({
        ...documentHeaders,
        'content-security-policy': policy(nonce, hashOfScript(html), page, site),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      })
      .type('text/html; charset=utf-8')
      .send(
        html
          .replace(/__([A-Z]+)__/g, (mark, part: string) => (part in parts ? escapeHtml(parts[part] ?? '') : mark))
          // The picture of a social card needs an absolute address.
          .replace('content="/assets/', `content="${escapeHtml(site.publicUrl)}/assets/`),
      )
  }
  serveInstalledApp(app, { siteAt: site.at, builtFile, sendDocument })
  return sendPage
}

const reads = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** A browser that navigates to an address wants a page even if a call has the same address, except for calls with their own pages. */
export const wantsPage = (request: FastifyRequest) =>
  reads(request) &&
  !request.routeOptions.config?.respondsWithPages &&
  (request.headers.accept ?? '').includes('text/html')

/** Clients that do not mention HTML (a link checker, a monitor) get a page if there is one, unless they ask for JSON. */
export const mayGetPage = (request: FastifyRequest) =>
  wantsPage(request) ||
  (reads(request) && !(request.headers.accept ?? '').includes('json') && pageAt(addressOf(request)) !== undefined)
