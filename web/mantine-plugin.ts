import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Tables scroll as browsers do (`theme.ts`): Mantine's scroll area, with Floating UI behind it, would be 20 KB that no table needs. */
export const tablesWithoutScrollArea = (): Plugin => ({
  name: 'tables-without-scroll-area',
  apply: 'build',
  transform: {
    filter: { id: /\/components\/Table\/TableScrollContainer\.mjs$/ },
    handler: (code) => {
      const own = code.replace(/import \{ ScrollArea \} from "[^"]+";/, "const ScrollArea = 'div';")
      if (own === code)
        throw new Error('Mantine no longer takes the scroll area of a table from where this plugin looks')
      return own
    },
  },
})

/**
 * Mantine gives each control another id once it stands: a second drawing of every control, in the same task as the first. React's id alone
 * is as unique, for there is one root.
 */
export const idsFromReact = (): Plugin => ({
  name: 'ids-from-react',
  apply: 'build',
  transform: {
    filter: { id: /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
    handler: (code) => {
      if (!code.includes('setUuid(randomId())'))
        throw new Error('Mantine no longer changes an id after the first drawing')
      return `import { useId as useReactId } from 'react'
        export function useId(given) {
          const own = useReactId()
          return typeof given === 'string' ? given : 'mantine-' + own.replace(/:/g, '')
        }`
    },
  },
})

/** The styles that every document begins with, in Mantine's order. */
const ofDocuments =
  'baseline default-css-variables global UnstyledButton VisuallyHidden Paper Overlay Loader ActionIcon CloseButton Group Flex Alert Text Anchor Badge Burger Button Card Center Container Divider Grid List SimpleGrid Skeleton Stack ThemeIcon Title'.split(
    ' ',
  )

/** Without the variables of Mantine's colors that are neither in `theme-colors.ts` nor named in a style sheet. */
const withoutUnusedColors = (sheet: string) => {
  const used = sheet.replace(/^ *--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|orange)-[^;]+;\n/gm, '')
  if (used === sheet) throw new Error('Mantine no longer has the variables of its colors where this plugin looks')
  return used
}

const sheetOf = (part: string) => `@mantine/core/styles/${part}.layer.css`
const namesOfClasses = /^import \w+ from "[^"]*?(\w+)\.module\.mjs";\n/gm

/**
 * Leaves in the sheet of all Mantine's controls what every document begins with, and has each other control import its own: a page loads
 * the styles of what it shows. After all else that the control imports, for the rules of what it is made of come before its own.
 */
export const stylesOfControls = (): Plugin[] => {
  const { resolve } = createRequire(import.meta.url)
  return [
    {
      name: 'styles-of-documents',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /@mantine\/core\/styles\.layer\.css$/ },
        handler: () =>
          withoutUnusedColors(ofDocuments.map((part) => readFileSync(resolve(sheetOf(part)), 'utf8')).join('\n')),
      },
    },
    {
      name: 'styles-of-controls',
      apply: 'build',
      transform: {
        filter: { id: /@mantine\/core\/esm\/.+\.mjs$/, code: /\.module\.mjs"/ },
        handler: (code) => {
          const parts = [...code.matchAll(namesOfClasses)].map(([, part = '']) => part)
          if (parts.length === 0) throw new Error('Mantine no longer imports its class names as this plugin expects')
          const sheets = parts
            .filter((part) => !ofDocuments.includes(part))
            .map((part) => `import '${sheetOf(part)}'\n`)
          const end = code.indexOf('\n', code.lastIndexOf('\nimport ') + 1) + 1
          return `${code.slice(0, end)}${sheets.join('')}${code.slice(end)}`
        },
      },
    },
  ]
}

const alias = /\b([A-Z]\w+) as ([A-Z]\w+)\b/g
const member = /\b([A-Z]\w+)\.([A-Z]\w+)\b(?:\.([A-Z]\w+)\b)?(?! = )/g
const assigned = /^([A-Z]\w+\.[A-Z]\w+) = \w+;\n/gm
const displayName = /^\w+\.displayName = "[^"]+";\n/gm

/**
 * The parts of controls that a file uses: `Menu.Item`; `Modal.Root`, of which it may speak by another name; of `Menu.Sub.Item`,
 * `MenuSub.Item`.
 */
const partsUsedIn = (text: string) => {
  const names = new Map([...text.matchAll(alias)].map(([, name, other]) => [other, name]))
  return [...text.matchAll(member)].flatMap(([, control = '', part, inner]) => {
    const name = names.get(control) ?? control
    return inner ? [`${name}.${part}`, `${name}${part}.${inner}`] : [`${name}.${part}`]
  })
}

/**
 * Leaves out the parts of controls that nobody uses, such as `Checkbox.Card`: they hang on the control, so that tree shaking must keep them
 * with their styles and all that they import.
 */
export const withoutUnusedParts = (): Plugin => {
  const used = new Set<string>()
  return {
    name: 'without-unused-parts',
    apply: 'build',
    configResolved: ({ root }) => {
      for (const file of globSync([`${root}/src/**/*.{ts,tsx}`, `${root}/../node_modules/@mantine/*/esm/**/*.mjs`]))
        for (const part of partsUsedIn(readFileSync(file, 'utf8'))) used.add(part)
    },
    transform: {
      filter: { id: /@mantine\/\w+\/esm\/.+\.mjs$/ },
      handler: (code) =>
        code.replace(assigned, (line, name: string) => (used.has(name) ? line : '')).replace(displayName, ''),
    },
  }
}
