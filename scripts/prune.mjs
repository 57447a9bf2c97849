import { readdirSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'

// What packages carry beside what runs or builds here: headers of C, drawings that come a second time as code, a canvas for
// Node, copies of libraries for old browsers and loaders, their sources and tests, types, source maps. Half of the whole.
// `npm test` and the like install everything again.
const unread = [
  '@babel/runtime-corejs3',
  '@cantoo/pdf-lib/dist/pdf-lib.esm.js',
  '@cantoo/pdf-lib/dist/pdf-lib.esm.min.js',
  '@cantoo/pdf-lib/dist/pdf-lib.js',
  '@cantoo/pdf-lib/dist/pdf-lib.min.js',
  '@cantoo/pdf-lib/src',
  '@niivue/niivue/dist',
  '@niivue/niivue/src',
  '@tabler/icons/icons',
  '@tabler/icons/categories',
  '@tabler/icons/tabler-nodes-filled.json',
  '@tabler/icons/tabler-nodes-outline.json',
  '@tabler/icons-react/dist/cjs',
  'bintrees/test',
  'canvg',
  'core-js',
  'core-js-pure',
  'dcmjs/generate',
  'html2canvas',
  'jspdf/dist/jspdf.node.js',
  'jspdf/dist/jspdf.umd.js',
  'jspdf/dist/jspdf.umd.min.js',
  'libheif-js/libheif',
  'libheif-js/libheif-wasm/libheif-bundle.js',
  'libheif-js/libheif-wasm/libheif.js',
  'libheif-js/libheif-wasm/libheif.wasm',
  'pdfjs-dist/build',
  'pdfjs-dist/legacy/image_decoders',
  'pdfjs-dist/legacy/web',
  'postcss-preset-mantine/.yarn',
  'zod/src',
]
const unreadOf = (folder, name) => {
  if (folder === '' && /^node-(bin-)?(linux|darwin|win)-/.test(name)) return ['include', 'share']
  if (folder === '@napi-rs' && name.startsWith('canvas')) return ['']
  if (folder === '@mantine') return ['cjs', 'lib/cjs']
  return []
}

/** Whether an installation that is only to run lacks this file of `modules`. */
export const isPruned = (modules, path) => {
  if (!path.startsWith(modules + sep)) return false
  const [first, ...rest] = path.slice(modules.length + 1).split(sep)
  const [scope, name, inside] = first.startsWith('@') ? [first, rest[0], rest.slice(1)] : ['', first, rest]
  const lies = (part, below) => part === '' || below === part || below.startsWith(`${part}/`)
  return (
    unread.some((part) => lies(part, path.slice(modules.length + 1).replaceAll(sep, '/'))) ||
    unreadOf(scope, name).some((part) => lies(part, inside.join('/')))
  )
}

const list = (folder) => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

// Node itself reads no TypeScript of a package. Licenses stay.
const unreadFile = /\.(map|[cm]?tsx?|flow)$|^(?!licen[cs]e|notice|copying).*\.md$/i

const dropFiles = (folder) => {
  for (const entry of list(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) dropFiles(path)
    else if (unreadFile.test(entry.name)) rmSync(path)
  }
}

/** Makes an installation smaller that is only to run. */
export const prune = (modules) => {
  const drop = (...path) => rmSync(join(modules, ...path), { recursive: true, force: true })
  for (const path of unread) drop(path)
  const scopes = ['', ...list(modules).flatMap(({ name }) => (name.startsWith('@') ? [name] : []))]
  for (const scope of scopes)
    for (const { name } of list(join(modules, scope))) for (const part of unreadOf(scope, name)) drop(scope, name, part)
  dropFiles(modules)
}
