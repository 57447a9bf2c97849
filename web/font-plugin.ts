import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)

/** The weights that the theme uses, and what sets text: the other half of the font is weights and variants that no page shows. */
const wght = { min: 400, max: 700 }
const keepFeatures = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum']

/**
 * What sentences in the portal's languages are written with. Other Latin signs, which names hold, are files of their own.
 */
const everyday =
  'U+20-7E, U+A0-A1, U+A9-AB, U+AE, U+B0, U+B2, U+B7, U+BA-BB, U+BF, U+C1, U+C9, U+CD, U+D1, U+D3, U+D7, U+DA, U+DC, U+E1, U+E9, U+ED, U+F1, U+F3, U+FA, U+FC, U+2010-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+202F, U+2122, U+2191, U+2193, U+2212'

/** The code points of a `unicode-range`. */
const codesOf = (range: string) =>
  range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .trim()
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: to - from + 1 }, (_, n) => from + n)
  })

/** The `unicode-range` of code points in their order. */
const rangeOf = (codes: number[]) =>
  codes
    .filter((code, n) => codes[n - 1] !== code - 1)
    .map((from) => {
      let to = from
      while (codes.includes(to + 1)) to += 1
      return `U+${from.toString(16)}${to === from ? '' : `-${to.toString(16)}`}`
    })
    .join()

/** Letters of Western European names, which a page with a list of people nearly always has. */
const names = 'U+C0-FF'

/** Three faces in place of the one that has all Latin signs, each without those of the ones before it. */
const splitLatin = (faces: string) =>
  faces.replace(/@font-face \{[^}]+inter-latin-wght[^}]+unicode-range: ([^;]+);[^}]*\}/, (face, range: string) => {
    const rest = (codes: string, ...before: string[]) => {
      const taken = new Set(before.flatMap(codesOf))
      return rangeOf(codesOf(codes).filter((code) => !taken.has(code)))
    }
    const faceOf = (part: string, codes: string) =>
      face.replace(range, codes).replace('inter-latin-', `inter-latin-${part}-`)
    return (
      face.replace(range, everyday) +
      faceOf('names', rest(names, everyday)) +
      faceOf('others', rest(range, everyday, names))
    )
  })

const folder = join(import.meta.dirname, 'node_modules', '.fonts')
const slim = join(folder, 'inter.css')

/** Puts the font of the portal in place of its package's, with nothing but what pages show. */
export const slimFont = (): Plugin => ({
  name: 'slim-font',
  apply: (_config, { mode }) => mode !== 'prerender',
  config: () => ({ resolve: { alias: [{ find: '@fontsource-variable/inter/wght.css', replacement: slim }] } }),
  configResolved: async () => {
    const source = resolve('@fontsource-variable/inter/wght.css')
    const faces = splitLatin(await readFile(source, 'utf8'))
    await mkdir(folder, { recursive: true })
    for (const [, file = '', range = ''] of faces.matchAll(/url\(\.\/files\/(.+?)\).+?unicode-range: (.+?);/gs)) {
      const font = await readFile(join(dirname(source), 'files', file.replace(/-(names|others)/, '')))
      const signs = String.fromCodePoint(...codesOf(range))
      const options = { targetFormat: 'woff2', variationAxes: { wght }, keepFeatures } as const
      await writeFile(join(folder, file), await subsetFont(font, signs, options))
    }
    const weights = `font-weight: ${wght.min} ${wght.max}`
    await writeFile(slim, faces.replaceAll('./files/', './').replaceAll('font-weight: 100 900', weights))
  },
})
