import type { TablerIcon } from '@tabler/icons-react'

/** A line of the account menu: a page, or something that is done in place. */
export type AccountEntry = { label: string; icon: TablerIcon } & ({ to: string } | { onChoose: () => void })
