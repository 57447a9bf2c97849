import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import { type Page, pageAt } from '@fornix/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../language/choose-language.ts'
import { headersOfDocuments } from './answer-headers.ts'
import { firstFilesFor } from './first-files.ts'
import { serveInstalledApp } from './installed-app.ts'
import { type ClosedSite, sendMovingPage } from './moving-page.ts'

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const workers = `${dist}assets/workers/`
/** A script, style or font, as it was built or compressed: nothing that a browser could open as a document that runs or loads anything. */
const partOfPage = /\.(?:js|css|woff2?)(?:\.br|\.gz)?$/
/** Of a file that belongs to nobody no request has to be found again. */
const notOfParts = [...headersOfDocuments, 'x-request-id']

type Site = {
  publicUrl: string
  /** The name that a visitor of this host sees, and the project that is closed there, because it moves. */
  at: (host: string) => Promise<{ name: string; closed: ClosedSite | null }>
  gallery: boolean
  identityOrigin?: string
  identity: 'google' | 'oidc' | 'password'
  /** Whose booking page the appointment tab shows in a frame. */
  schedulingOrigin?: string
}

type SentDocument = {
  /** Of the portal. */
  name: string
  html: string
  title: string
  page?: Page | undefined
  sentences?: Record<string, string>
}

const addressOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '/'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The page whose document may compile WebAssembly; it is always loaded as a document of its own. */
const compiles = '/viewer'

/** What a page of the app may load. Google's hosts join only where Google signs people in. */
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

/** A worker has the policy of its own file, not that of its page. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** What search engines and messengers show of a page; of one whose address holds a secret or somebody's data, nothing. */
const forOthers = (page: Page | undefined, { publicUrl }: Site) => {
  const isPublic = page?.allow === 'anyone' && page.description !== '' && !page.path.includes(':')
  return { ROBOTS: isPublic ? 'index' : 'noindex', ADDRESS: publicUrl + (isPublic ? page.path : '/') }
}

/** A file of the built app; read at every request, as a rebuilt app names new assets. */
const builtFile = (name: string) => readFile(dist + name, 'utf8').catch(() => undefined)

/**
 * A page that is only read has a document of its own, and an entrance its frame with what it says first. English lies beside the folder
 * with the other languages.
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

/** Of the one script that stands in a document, and has to run before the first paint. */
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
    // What never changes at its address is never asked for again.
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
  // A route for each file spares the names of the whole folder, which a wildcard reads at every request; that one is for what is built
  // later.
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
    // What is only read may stay in the browser's memory, so that Back shows it at once. Forms may not: they hold what was typed.
    if (isWhole) reply.header('cache-control', 'no-cache')
    reply.header('vary', 'accept-language, cookie')
    const sentences: Record<string, string> = folder
      ? JSON.parse((await builtFile(`${folder}sentences.json`)) ?? '{}')
      : {}
    const ahead = isWhole ? '' : firstFilesFor(request, page, await builtFile('first-files.json'))
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
        'content-security-policy': policy(nonce, hashOfScript(html), page, site),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      })
      .type('text/html; charset=utf-8')
      .send(
        html
          .replace(/__([A-Z]+)__/g, (mark, part: string) => (part in parts ? escapeHtml(parts[part] ?? '') : mark))
          // The picture of a social card needs a whole address.
          .replace('content="/assets/', `content="${escapeHtml(site.publicUrl)}/assets/`),
      )
  }
  serveInstalledApp(app, { siteAt: site.at, builtFile, sendDocument })
  return sendPage
}

const reads = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * A browser that goes to an address wants a page, whether or not there is a call of that address, but for calls that have pages of their
 * own.
 */
export const wantsPage = (request: FastifyRequest) =>
  reads(request) && !request.routeOptions.config?.answersPages && (request.headers.accept ?? '').includes('text/html')

/** What says nothing of HTML (a link checker, a monitor) gets a page where one stands, unless it asks for JSON. */
export const mayGetPage = (request: FastifyRequest) =>
  wantsPage(request) ||
  (reads(request) && !(request.headers.accept ?? '').includes('json') && pageAt(addressOf(request)) !== undefined)
