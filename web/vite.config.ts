import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
  '/scans',
  '/api',
]

// What the server fills in where the app is built.
const placeholders: Plugin = {
  name: 'placeholders',
  apply: (_config, { command, mode }) => command === 'serve' && mode === 'development',
  transformIndexHtml: (html) => html.replace(/__(NAME|TITLE)__/g, 'Fornix').replace(/__[A-Z]+__/g, ''),
}

export default defineConfig({
  plugins: [react(), placeholders],
  // Mantine's rules in a cascade layer: ours win in whatever order the chunks of a build bring them.
  resolve: { alias: [{ find: /^(@mantine\/.+?)(\.layer)?\.css$/, replacement: '$1.layer.css' }] },
  // A file as a data: address would need `font-src data:` in the content security policy.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What jsPDF would load to draw HTML and SVG, which is not asked of it.
      external: ['canvg', 'core-js', 'dompurify', 'html2canvas'],
      output: {
        codeSplitting: {
          groups: [
            // One file, in the order of the imports: Zod must find its setting, which main.tsx imports before it.
            {
              name: 'base',
              test: /zod-without-eval|node_modules\/(zod|react|react-dom|scheduler|react-router|@tanstack)\//,
            },
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
