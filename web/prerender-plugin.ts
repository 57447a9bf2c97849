import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pages } from '@fornix/contract'
import type { Plugin } from 'vite'
import { build } from 'vite'
import { type FirstFiles, firstFilesOf } from './first-parts.ts'
import { catalogueId, catalogueOf, languages } from './language-plugin.ts'

type Prerendered = { frame: string; offline: string; entrances: Record<string, string>; pages: Record<string, string> }

/** What modules of the app look for when they load, of which a build has nothing. */
const emptyStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 }
const browserParts = {
  localStorage: emptyStorage,
  sessionStorage: emptyStorage,
  BroadcastChannel: class {},
  addEventListener: () => {},
}

/** Renders in each language, by a copy of the app for each: its texts are chosen when a module loads. */
const prerenderedBy = async (root: string, folder: string): Promise<Map<string, Prerendered>> => {
  const built = join(folder, 'built')
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    mode: 'prerender',
    build: { ssr: 'src/app/prerender.tsx', outDir: built, emptyOutDir: true },
  })
  Object.assign(globalThis, browserParts)
  const rendered = new Map<string, Prerendered>()
  for (const language of ['en', ...languages]) {
    const copy = join(folder, language)
    await cp(built, copy, { recursive: true })
    Object.defineProperty(globalThis, 'navigator', { value: { language }, configurable: true })
    const { prerender } = await import(pathToFileURL(join(copy, 'prerender.js')).href)
    rendered.set(language, await prerender())
  }
  return rendered
}

const entities: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const unescaped = (text: string) => text.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity)

/**
 * The same with the style attributes in a style sheet: the content security policy allows the one by its nonce, and the other not at all.
 */
const withoutStyleAttributes = (html: string) => {
  const rules: string[] = []
  const body = html.replace(/(<[a-z][^>]*?) style="([^"]*)"/g, (_all, tag: string, style: string) => {
    const known = rules.indexOf(style)
    return `${tag} data-styled="${known < 0 ? rules.push(style) - 1 : known}"`
  })
  const sheet = rules.map((rule, n) => `#root [data-styled="${n}"]{${unescaped(rule)}}`).join('')
  return { body, sheet }
}

/** The document with this as what it shows. */
const filled = (document: string, html: string, mark = '') => {
  const { body, sheet } = withoutStyleAttributes(html)
  return document
    .replace('</head>', () => `  <style nonce="__NONCE__">${sheet}</style>\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root"${mark}>${body}</div>`)
}

/** The service worker with the names of what it keeps at once. Another version of any file makes another worker. */
const filledWorker = (worker: string, offline: string, files: string[]) =>
  worker
    .replace('__VERSION__', createHash('sha256').update(files.sort().join()).update(offline).digest('hex').slice(0, 16))
    .replace('__FILES__', [...offline.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file).join(' '))

/** The document in a language: its mark, its own three sentences, and the file with all others, which must not come last. */
const translatedDocument = (document: string, language: string, file: string) => {
  const catalogue = catalogueOf(language)
  return document
    .replace(/lang="[^"]+"/, `lang="${language}"`)
    .replace(
      /(?<=<noscript>|<p id="too-old">)[^<]+|(?<=image:alt" content=")[^"]+/g,
      (sentence) => catalogue[sentence] ?? sentence,
    )
    .replace('</head>', `<link rel="modulepreload" href="/${file}"></head>`)
}

/** What the server writes into documents: the titles and descriptions of pages. */
const pageSentences = (language: string) => {
  const catalogue = catalogueOf(language)
  const sentences = Object.values(pages).flatMap(({ title, description }) => [title, description])
  return Object.fromEntries(sentences.map((sentence) => [sentence, catalogue[sentence] ?? sentence]))
}

/** What asks for the session runs as soon as it is there, and not after the styles and the scripts before it. */
const withSessionFirst = (document: string) => {
  const script = /\s*<script type="module"[^>]*\/early-[^>]*><\/script>/.exec(document)?.[0]
  if (!script) throw new Error('The document has no script that asks for the session')
  const first = script.replace('type="module"', '$& async')
  return document.replace(script, '').replace(/\s*<link rel="preload"/, (preload) => first + preload)
}

const program = /\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g

/**
 * Puts into each document what it shows before the program runs: index.html gets the frame of the app, and pages that are only read a
 * document of their own (`pages/aboutus.html`), which loads the program late.
 */
export const prerendered = (): Plugin => {
  let root = ''
  let out = ''
  let files: string[] = []
  let scripts = new Map<string, string>()
  let styles: string[] = []
  let firstFiles: FirstFiles | undefined
  let catalogues = new Map<string, string>()
  return {
    name: 'prerender',
    apply: (_config, { command, mode, isSsrBuild }) => command === 'build' && mode !== 'prerender' && !isSsrBuild,
    configResolved: (config) => {
      root = config.root
      out = join(config.root, config.build.outDir)
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/app/service-worker.ts', fileName: 'sw.js' })
    },
    generateBundle: (_options, bundle) => {
      files = Object.keys(bundle)
      firstFiles = firstFilesOf(bundle)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      scripts = new Map(chunks.filter(({ isEntry }) => isEntry).map(({ name, fileName }) => [name, fileName]))
      catalogues = new Map(
        languages.map((language) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === catalogueId(language))
          if (!chunk) throw new Error(`The build has no file of the language ${language}`)
          return [language, chunk.fileName]
        }),
      )
      // Otherwise they come with the program.
      const ofPages = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes('/features/public-site/')))
      styles = [...new Set(ofPages.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))]
    },
    closeBundle: async () => {
      const folder = join(root, 'node_modules', '.prerender')
      const rendered = await prerenderedBy(root, folder)
      const english = withSessionFirst(await readFile(join(out, 'index.html'), 'utf8'))
      /** The document with this script in place of the program. */
      const withScript = (document: string, name: string, ...tags: string[]) =>
        document
          .replace(program, '')
          .replace('</head>', `${tags.join('')}<script type="module" src="/${scripts.get(name)}"></script></head>`)
      for (const [language, { frame, entrances, pages: whole }] of rendered) {
        const file = catalogues.get(language)
        const document = file ? translatedDocument(english, language, file) : english
        const late = withScript(document, 'start', ...styles.map((href) => `<link rel="stylesheet" href="/${href}">`))
        const place = file ? join(out, 'languages', language) : out
        await mkdir(join(place, 'pages'), { recursive: true })
        await mkdir(join(place, 'entrances'), { recursive: true })
        for (const [path, entrance] of Object.entries(entrances))
          await writeFile(join(place, 'entrances', `${path.slice(1)}.html`), filled(document, entrance))
        for (const [path, page] of Object.entries(whole))
          await writeFile(join(place, 'pages', `${path.slice(1) || 'home'}.html`), filled(late, page, ' data-whole'))
        await writeFile(join(place, 'index.html'), filled(document, frame))
        if (file) await writeFile(join(place, 'sentences.json'), JSON.stringify(pageSentences(language)))
      }
      // A chunk of styles alone is taken out of the bundle after its files were listed.
      const isThere = (_key: string, value: unknown) =>
        Array.isArray(value) ? value.filter(({ file }) => existsSync(join(out, file))) : value
      await writeFile(join(out, 'first-files.json'), JSON.stringify(firstFiles, isThere))
      // Without network nobody can choose among documents: one has all languages, and its script shows the reader's.
      const offline = [...rendered].map(
        ([language, { offline }]) =>
          `<div data-language="${language}"${language === 'en' ? '' : ' hidden'}>${offline}</div>`,
      )
      const standIn = filled(withScript(english, 'offline'), offline.join(''))
      await writeFile(join(out, 'offline.html'), standIn)
      const worker = join(out, 'sw.js')
      await writeFile(worker, filledWorker(await readFile(worker, 'utf8'), standIn, files))
      await rm(folder, { recursive: true })
    },
  }
}
