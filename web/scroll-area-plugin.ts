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
