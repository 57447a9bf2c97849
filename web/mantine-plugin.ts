import type { Plugin } from 'vite'

/** Mantine's scroll area takes one hook of ten lines from Floating UI, and with it 15 KB that a table without menus has no use for. */
export const scrollAreaWithoutFloating = (): Plugin => ({
  name: 'scroll-area-without-floating',
  apply: 'build',
  transform: {
    filter: { id: /\/components\/ScrollArea\/ScrollArea\.mjs$/ },
    handler: (code) => {
      const own = code.replace(
        /import \{ useMergeRefs \} from "@floating-ui\/react";/,
        'import { useMergedRef } from "@mantine/hooks"; const useMergeRefs = (refs) => useMergedRef(...refs);',
      )
      if (own === code) throw new Error('ScrollArea no longer takes useMergeRefs from Floating UI')
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
