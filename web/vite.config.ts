import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { callsWithoutServerRules } from './contract-plugin.ts'
import { slimFont } from './font-plugin.ts'
import { installable } from './install-plugin.ts'
import { translations } from './language-plugin.ts'
import { idsFromReact, stylesOfControls, tablesWithoutScrollArea, withoutUnusedParts } from './mantine-plugin.ts'
import { niivueWithoutSlopes } from './niivue-plugin.ts'
import { pageFiles } from './page-files.ts'
import { prerendered } from './prerender-plugin.ts'
import { leanRouter } from './router-plugin.ts'
import { zodWithoutCompiler, zodWithoutJsonSchema, zodWithoutUnusedMethods } from './zod-plugin.ts'

const server = process.env['SERVER_URL'] ?? 'http://localhost:3000'
const calls = [
  '/patient',
  '/operator',
  '/admin',
  '/common',
  '/oidc',
  '/demo',
  '/demo-sign-in',
  '/.well-known',
  '/manifest.webmanifest',
  '/scans',
  '/api',
]

// What the server fills in where the app is built.
const placeholders: Plugin = {
  name: 'placeholders',
  apply: (_config, { command, mode }) => command === 'serve' && mode === 'development',
  transformIndexHtml: (html) =>
    html
      .replace(/__(NAME|TITLE)__/g, 'Fornix')
      .replace(/__[A-Z]+__/g, '')
      // The server does it where it has the document.
      .replace(
        '<script>',
        "<script>document.documentElement.lang = /language=(\\w+)/.exec(document.cookie)?.[1] ?? 'en-US'</script>$&",
      ),
}

/** Mantine's rules in a cascade layer: ours win in whatever order the chunks of a build bring them. */
export const resolve = { alias: [{ find: /^(@mantine\/.+?)(\.layer)?\.css$/, replacement: '$1.layer.css' }] }

// The server sends what stands ready: as small as it gets, which costs a build eight seconds for 2 % fewer bytes of every page.
const compressed = compression({
  algorithms: [defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }), 'gzip'],
  // The service worker is written once more, when the rest is built.
  exclude: /\.(woff2?|png|html)$|sw\.js$/,
  // Below this, the header that says so takes as much as is saved.
  threshold: 300,
})

/** What the calls of the contract are made of, and none of them. */
const isOfFields =
  /contract\/src\/(pages|fields|patient-fields|objects|call|limits|files|roles|session|paging|refusal-grounds)\.ts/
const isEntry = /index\.html|app\/(main|start|offline|service-worker)\.tsx?/

/** What jsPDF would load to draw HTML and SVG, which is not asked of it. */
const external = ['canvg', 'core-js', 'dompurify', 'html2canvas']

const files = pageFiles()
/** What the program is made of. */
const transforms = [
  translations(),
  callsWithoutServerRules(),
  zodWithoutJsonSchema(),
  zodWithoutCompiler(),
  zodWithoutUnusedMethods(),
  leanRouter(),
  tablesWithoutScrollArea(),
  idsFromReact(),
  withoutUnusedParts(),
  stylesOfControls(),
  niivueWithoutSlopes(),
  react(),
]

/** The program in as many files as it has sets of imports, for `page-files.ts` to read. */
const ungrouped: UserConfig = {
  plugins: transforms,
  resolve,
  build: {
    write: false,
    minify: false,
    rolldownOptions: {
      input: { index: 'src/app/main.tsx', start: 'src/app/start.ts', offline: 'src/app/offline.ts' },
      external,
    },
  },
  worker: { format: 'es' },
}

const program: UserConfig = {
  plugins: [...transforms, files.plugin, placeholders, slimFont(), installable(), prerendered(), compressed],
  resolve,
  // `npm start` does not install what Node itself would load of it.
  ssr: { noExternal: ['@tabler/icons-react'] },
  // A file as a data: address would need `font-src data:` in the content security policy.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', start: 'src/app/start.ts', offline: 'src/app/offline.ts' },
      external,
      output: {
        codeSplitting: {
          groups: [
            // Alone, so that it runs before the rest is there.
            { name: 'early', test: /platform\/session\/(early-refresh|sign-in-storage)\.ts/, priority: 12 },
            // Alone, so that the script of a page that is only read brings nothing else.
            { name: 'preload', test: /vite\/preload-helper/, priority: 11 },
            // One file, in the order of the imports: Zod must find its setting, which main.tsx imports before it.
            // With the texts of the language, for which every other file waits. Without what only the viewer needs.
            {
              name: 'base',
              priority: 10,
              test: /zod-without-eval|platform\/language\/|virtual:languages$|node_modules\/(zod|react|react-dom|scheduler|react-router|@tanstack)\/(?!.*(?:queriesObserver|useQueries)\.)/,
            },
            // What pages share, by which pages do. None of these files imports another that imports it.
            { name: files.nameOf, includeDependenciesRecursively: false, priority: 9.8 },
            // Evaluated in two tasks of their own: its schemas take as long as all else that is shared.
            { name: 'fields', test: isOfFields, minShareCount: 14, priority: 9.6 },
            {
              name: 'contract',
              test: /contract\/src\//,
              minShareCount: 14,
              priority: 9.5,
            },
            // What each page's document begins with. Not main.tsx: it waits for the first page, whose files import this one.
            { name: 'frame', test: (id: string) => !isEntry.test(id), tags: ['$initial'], priority: 8 },
          ],
        },
      },
    },
  },
  // In a folder of their own: the server knows them by it and gives them their policy.
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } },
  },
  server: {
    // Pages and calls share their prefixes: a request that wants a document is a page.
    proxy: Object.fromEntries(
      calls.map((prefix) => [
        prefix,
        {
          target: server,
          bypass: ({ headers, url }) =>
            headers.accept?.includes('text/html') && !/^\/(oidc|demo)/.test(url ?? '') ? '/index.html' : undefined,
        },
      ]),
    ),
  },
}

export default defineConfig(({ mode }) => (mode === 'ungrouped' ? ungrouped : program))
