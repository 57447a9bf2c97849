import { moved, moving } from '../base/errors.ts'

/** The row of a closed project, as `g` in a query: it is moving, or has moved, to another installation. */
export type Moving = { back_at: string; moved_to: string | null }

/** For jobs over many projects: closed ones are skipped. `row` names the table being searched. */
export const isOpen = (row: string) =>
  `not exists (select from project_moves closed where closed.project_id = ${row}.project_id)`

const minSeconds = 5
const maxSeconds = 300

/** The error that users of a closed project get, whatever they requested. */
export const closedError = ({ back_at, moved_to }: Moving) => {
  if (moved_to) return moved(moved_to)
  const left = Math.ceil((Date.parse(back_at) - Date.now()) / 1000)
  return moving(back_at, Math.min(maxSeconds, Math.max(minSeconds, left)))
}

/** The SQLSTATE that `refuse_while_moving()` raises. */
export const closedState = 'FXMOV'
