import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { callsWithoutServerRules } from './contract-plugin.ts'
import { slimFont } from './font-plugin.ts'
import { installable } from './install-plugin.ts'
import { translations } from './language-plugin.ts'
import { idsFromReact, scrollAreaWithoutFloating } from './mantine-plugin.ts'
import { niivueWithoutSlopes } from './niivue-plugin.ts'
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
  threshold: 1024,
})

/** What many pages have and as many do not: a file for each. A file takes along what its modules import and none above has. */
const apart = {
  popups: /@floating-ui|components\/(Popover|Menu)\//,
  'scroll-area': /components\/ScrollArea\//,
  'scroll-lock': /react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton/,
  dialogs: /components\/Modal(Base)?\//,
  forms: /@mantine\/form|klona|fast-deep-equal|ui\/form\/(use-submit|schema-resolver|FormAlert)/,
  selects: /components\/(Combobox|Select)\//,
  checkboxes: /components\/Checkbox\/(?!CheckIcon)/,
  drafts: /platform\/drafts|components\/Textarea\/|ui\/form\/DraftNote/,
  lists: /components\/Pagination\/|ui\/list\/(ListPages|PageBar|use-list-params)/,
  tooltips: /components\/Tooltip\//,
  tables: /components\/(Table|Progress)\/|ui\/list\/(?!density|list-address)/,
}
/** Of dialogs, but needed by pages that have none at first. */
const isOfPages = (id: string) => /ui\/dialog\/(unsaved|dialog-state|DialogButtons)\.tsx?/.test(id)
const isApart = (id: string) =>
  !isOfPages(id) &&
  (/ui\/(form|dialog)\/|components\/PasswordInput\//.test(id) || Object.values(apart).some((part) => part.test(id)))
/** Calls of staff's lists, which many of their pages share, and no patient's. */
const isOfStaff = (id: string) => /contract\/src\/(patient-list|bulk)\.ts/.test(id)
/** What the calls of the contract are made of, and none of them. */
const isOfFields =
  /contract\/src\/(pages|fields|patient-fields|objects|call|limits|files|roles|session|paging|refusal-grounds)\.ts/
const isEntry = /index\.html|app\/(main|start|offline|service-worker)\.tsx?/

export default defineConfig({
  plugins: [
    translations(),
    callsWithoutServerRules(),
    zodWithoutJsonSchema(),
    zodWithoutCompiler(),
    zodWithoutUnusedMethods(),
    leanRouter(),
    scrollAreaWithoutFloating(),
    idsFromReact(),
    niivueWithoutSlopes(),
    react(),
    placeholders,
    slimFont(),
    installable(),
    prerendered(),
    compressed,
  ],
  resolve,
  // `npm start` does not install what Node itself would load of it.
  ssr: { noExternal: ['@tabler/icons-react'] },
  // A file as a data: address would need `font-src data:` in the content security policy.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', start: 'src/app/start.ts', offline: 'src/app/offline.ts' },
      // What jsPDF would load to draw HTML and SVG, which is not asked of it.
      external: ['canvg', 'core-js', 'dompurify', 'html2canvas'],
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
            // Evaluated in two tasks of their own: its schemas take as long as all else that is shared.
            { name: 'fields', test: isOfFields, minShareCount: 14, priority: 9.6 },
            {
              name: 'contract',
              test: (id: string) => /contract\/src\//.test(id) && !isOfStaff(id),
              minShareCount: 14,
              priority: 9.5,
            },
            // Otherwise every set of pages that shares a module has a file of its own, and a page asks for a hundred of them.
            // With fewer, a patient's pages would load what only staff use.
            { name: 'shared', test: (id: string) => !isApart(id) && !isOfStaff(id), minShareCount: 14, priority: 9 },
            { name: 'staff-lists', test: isOfStaff, minShareCount: 2, priority: 9 },
            // What each page's document begins with. Not main.tsx: it waits for the first page, whose files import this one.
            { name: 'frame', test: (id: string) => !isEntry.test(id), tags: ['$initial'], priority: 8 },
            // Whoever is signed in needs all of it.
            { name: 'signed-in', test: /app\/signed-in\.ts/, priority: 7 },
            ...Object.entries(apart).map(([name, test], n) => ({
              name,
              test,
              minShareCount: 10,
              priority: 6 - n / 10,
            })),
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2, priority: 1 },
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
})
