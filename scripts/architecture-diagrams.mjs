// Draws the folders and who imports whom into ARCHITECTURE.md, and fails on a circle of folders. `--check` writes nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from './install.mjs'

const { options, forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.folders.cjs')
const { output } = await cruise(
  ['contract/src', 'server/src', 'web/src'],
  { ...options, baseDir: root, ruleSet: { forbidden }, validate: true, metrics: true },
  options.enhancedResolveOptions,
)
for (const { from, to, cycle = [] } of output.summary.violations)
  console.error(`A circle of folders: ${[from, to, ...cycle.map(({ name }) => name)].join(' → ')}`)

/** The folder that stands for a file: a folder of platform, clinic or ui, all features together, or what composes them. */
const folderOf = (path) =>
  /^server\/src\/platform\.ts$/.exec(path)?.[0] ??
  /^(server|web)\/src\/(platform|clinic|ui)\/[^/]+/.exec(path)?.[0] ??
  /^(server|web)\/src\/(features|app|theme)\//.exec(path)?.[0].slice(0, -1) ??
  /^(server\/src|contract)\//.exec(path)?.[0].slice(0, -1)

const imports = new Map()
for (const { source, dependencies } of output.modules) {
  const from = folderOf(source)
  if (!from) continue
  const targets = imports.get(from) ?? new Set()
  imports.set(from, targets)
  for (const { resolved } of dependencies) {
    const to = folderOf(resolved)
    if (to && to !== from) targets.add(to)
  }
}

const reaches = (from, to, seen = new Set()) =>
  [...(imports.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
/** Without the arrows that others imply. */
const arrowsOf = (part) =>
  [...imports.keys()]
    .filter((from) => from.startsWith(part))
    .sort()
    .flatMap((from) => {
      const targets = [...imports.get(from)].filter((to) => to.startsWith(part))
      const direct = targets.filter((to) => !targets.some((other) => other !== to && reaches(other, to)))
      return direct.sort().map((to) => [from, to])
    })

const label = (folder) => folder.replace(/^(server|web)\/src\/?/, '') || 'start'
const id = (folder) => folder.replaceAll(/[^a-z]/g, '_')
const draw = (part) => {
  const arrows = arrowsOf(part)
  const folders = [...new Set(arrows.flat())].sort()
  return [
    '```mermaid',
    'flowchart TD',
    ...folders.map((folder) => `  ${id(folder)}["${label(folder)}"]`),
    ...arrows.map(([from, to]) => `  ${id(from)} --> ${id(to)}`),
    '```',
  ].join('\n')
}

const file = join(root, 'ARCHITECTURE.md')
const kept = readFileSync(file, 'utf8')
const drawn = ['server', 'web'].reduce((text, part) => {
  const place = new RegExp(`(<!-- diagram: ${part} -->\n)[^]*?(\n<!-- end -->)`)
  if (!place.test(text)) throw new Error(`ARCHITECTURE.md has no place for the diagram of ${part}.`)
  return text.replace(place, (_, begin, end) => begin + draw(part) + end)
}, kept)
const isStale = drawn !== kept
if (isStale && process.argv.includes('--check'))
  console.error('ARCHITECTURE.md is stale. Run: node scripts/architecture-diagrams.mjs')
else writeFileSync(file, drawn)
process.exit(output.summary.error > 0 || (isStale && process.argv.includes('--check')) ? 1 : 0)
