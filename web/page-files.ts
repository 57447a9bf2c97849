import { brotliCompressSync, constants } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { partsOfPages } from './first-parts.ts'
import { type FilePart, mergedFiles } from './merge-files.ts'

/** What each document asks for itself. */
const ofDocuments = ['app/main.tsx', 'app/start.ts', 'app/offline.ts']

/** `loadedByApp`: the pages and other parts that `app/` loads by `import()`. */
type Bundled = { chunks: Map<string, Rolldown.OutputChunk>; styles: Map<string, string>; loadedByApp: Set<string> }

/** Bundles the program with a file for each set of imports: only then is it known what remains of each after tree shaking. */
const bundleUngrouped = async (root: string): Promise<Bundled> => {
  const chunks: Bundled['chunks'] = new Map()
  const styles: Bundled['styles'] = new Map()
  const loadedByApp: Bundled['loadedByApp'] = new Set()
  const reader: Plugin = {
    name: 'read-bundle',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') chunks.set(file.fileName, file)
        else if (file.fileName.endsWith('.css')) styles.set(file.fileName, String(file.source))
      for (const id of this.getModuleIds())
        if (id.includes('/web/src/app/'))
          for (const loaded of this.getModuleInfo(id)?.dynamicallyImportedIds ?? []) loadedByApp.add(loaded)
    },
  }
  await build({ root, mode: 'ungrouped', logLevel: 'error', plugins: [reader] })
  return { chunks, styles, loadedByApp }
}

/** How much of the compressed source remains where it was minified before. */
const ofMinified = 0.7
const sizeOf = (text: string) =>
  ofMinified * brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

const reached = (chunks: Bundled['chunks'], name: string, into = new Set<string>()) => {
  if (into.has(name)) return into
  into.add(name)
  for (const next of chunks.get(name)?.imports ?? []) reached(chunks, next, into)
  return into
}

/**
 * What several pages or dialogs share, with the pages that need it. Not what documents ask for, nor the pages themselves, which have files
 * of their own.
 */
const partsOf = ({ chunks, styles, loadedByApp }: Bundled): FilePart[] => {
  const fileOf = new Map([...chunks.values()].map(({ facadeModuleId, fileName }) => [facadeModuleId, fileName]))
  const named = (module: string) => {
    const found = [...fileOf].find(([id]) => id?.endsWith(`/web/src/${module}`))
    if (!found) throw new Error(`The program loads no file with ${module}`)
    return found[1]
  }
  const visits = Object.entries(partsOfPages).map(([page, parts]): [string, string[]] => [page, parts.map(named)])
  const listed = new Set(visits.flatMap(([, files]) => files))
  const others = [...loadedByApp].flatMap((id) => fileOf.get(id) ?? []).filter((file) => !listed.has(file))
  const pages = new Map<string, Set<string>>()
  for (const [page, files] of [...visits, ...others.map((file): [string, string[]] => [file, [file]])])
    for (const name of files.flatMap((file) => [...reached(chunks, file)]))
      pages.set(name, (pages.get(name) ?? new Set()).add(page))
  for (const name of ofDocuments.map(named)) for (const own of reached(chunks, name)) pages.delete(own)
  return [...pages].flatMap(([name, needed]) => {
    const chunk = chunks.get(name)
    if (!chunk || chunk.isDynamicEntry) return []
    const sheets = [...(chunk.viteMetadata?.importedCss ?? [])].map((sheet) => styles.get(sheet) ?? '')
    const size = [chunk.code, ...sheets].reduce((sum, text) => sum + sizeOf(text), 0)
    return [{ name, modules: chunk.moduleIds, size, pages: needed, imports: chunk.imports }]
  })
}

/** Names the file of each module that several pages or dialogs share. */
export const pageFiles = () => {
  const files = new Map<string, string>()
  const plugin: Plugin = {
    name: 'page-files',
    apply: (_config, { command, mode, isSsrBuild }) => command === 'build' && mode === 'production' && !isSsrBuild,
    configResolved: async ({ root }) => {
      for (const [n, modules] of mergedFiles(partsOf(await bundleUngrouped(root))).entries())
        for (const module of modules) files.set(module, `part-${n}`)
    },
  }
  return { plugin, nameOf: (id: string) => files.get(id) ?? null }
}
