import { moved, moving } from '../base/errors.ts'

/** The row of a project that is closed, as `g` of a query: it moves to another installation, or has moved there. */
export type Moving = { back_at: string; moved_to: string | null }

/** For jobs over many projects: a closed one is left as it is. `row` names the table whose rows are looked for. */
export const isOpen = (row: string) =>
  `not exists (select from project_moves closed where closed.project_id = ${row}.project_id)`

const leastSeconds = 5
const mostSeconds = 300

/** What people of a closed project read, whatever they asked for. */
export const closedError = ({ back_at, moved_to }: Moving) => {
  if (moved_to) return moved(moved_to)
  const left = Math.ceil((Date.parse(back_at) - Date.now()) / 1000)
  return moving(back_at, Math.min(mostSeconds, Math.max(leastSeconds, left)))
}

/** What `refuse_while_moving()` raises. */
export const closedState = 'FXMOV'
