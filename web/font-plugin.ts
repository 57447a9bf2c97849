import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)

/** The weights that the theme uses, and what sets text: the other half of the font is weights and variants that no page shows. */
const wght = { min: 400, max: 700 }
const keepFeatures = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum']

/** The signs of a `unicode-range`. */
const signsOf = (range: string) =>
  range
    .split(',')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n))
    })
    .join('')

const folder = join(import.meta.dirname, 'node_modules', '.fonts')
const slim = join(folder, 'inter.css')

/** Puts the font of the portal in place of its package's, with nothing but what pages show. */
export const slimFont = (): Plugin => ({
  name: 'slim-font',
  apply: (_config, { mode }) => mode !== 'prerender',
  config: () => ({ resolve: { alias: [{ find: '@fontsource-variable/inter/wght.css', replacement: slim }] } }),
  configResolved: async () => {
    const source = resolve('@fontsource-variable/inter/wght.css')
    const faces = await readFile(source, 'utf8')
    await mkdir(folder, { recursive: true })
    for (const [, file = '', range = ''] of faces.matchAll(/url\(\.\/files\/(.+?)\).+?unicode-range: (.+?);/gs)) {
      const font = await readFile(join(dirname(source), 'files', file))
      const options = { targetFormat: 'woff2', variationAxes: { wght }, keepFeatures } as const
      await writeFile(join(folder, file), await subsetFont(font, signsOf(range), options))
    }
    const weights = `font-weight: ${wght.min} ${wght.max}`
    await writeFile(slim, faces.replaceAll('./files/', './').replaceAll('font-weight: 100 900', weights))
  },
})
