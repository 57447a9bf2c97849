import type { TablerIcon } from '@tabler/icons-react'

/** An entry of the account menu: a page, or an action done in place. */
export type AccountEntry = { label: string; icon: TablerIcon } & ({ to: string } | { onChoose: () => void })
