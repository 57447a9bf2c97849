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

/** Leaves out the variables of Mantine's colors that are neither in `theme-colors.ts` nor named in a style sheet. */
export const withoutUnusedColors = (): Plugin => ({
  name: 'without-unused-colors',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /default-css-variables\.layer\.css$/ },
    handler: (code) => {
      const used = code.replace(/^ *--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|orange)-[^;]+;\n/gm, '')
      if (used === code) throw new Error('Mantine no longer has the variables of its colors where this plugin looks')
      return used
    },
  },
})
