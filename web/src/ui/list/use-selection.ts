import { useRef, useState } from 'react'

/** What a list needs to show which rows are selected. */
export type RowSelection<Row> = {
  has: (row: Row) => boolean
  /** `extend`: with all rows between this one and the one before. */
  toggle: (row: Row, extend: boolean) => void
  togglePage: () => void
  page: 'all' | 'some' | 'none'
  disabled: boolean
  label: (row: Row) => string
}

type Options<Row> = {
  /** Those of the page that is shown. */
  rows: readonly Row[]
  keyOf: (row: Row) => string
  label: (row: Row) => string
  /** Of all pages together. */
  total: number
  /** The rows of all pages, where they are known: one that left them stays deselected, and one that joins them is not selected. */
  all?: readonly Row[]
  /** What the list shows; another search or filter begins with nothing selected. */
  scope?: string
  /** The rows are still those of another page, search or filter. None can be selected: they would count for what is not shown yet. */
  isStale?: boolean
}
type Chosen<Row> = { scope: string; rows: ReadonlyMap<string, Row>; isAll: boolean }

/** The chosen rows that are still there, as they are now. */
const refreshed = <Row>(chosen: Chosen<Row>, current: ReadonlyMap<string, Row>): Chosen<Row> => ({
  ...chosen,
  rows: new Map([...current].filter(([key]) => chosen.rows.has(key))),
})

/** Which rows of a list are selected, on whatever page, or all that there are. */
export const useSelection = <Row>({ rows, keyOf, label, total, all, scope = '', isStale = false }: Options<Row>) => {
  const empty: Chosen<Row> = { scope, rows: new Map(), isAll: false }
  const [chosen, setChosen] = useState(empty)
  const last = useRef<string>(undefined)
  const keyed = (some: readonly Row[]) => new Map(some.map((row) => [keyOf(row), row]))
  const ofScope = chosen.scope === scope ? chosen : empty
  const current = all ? refreshed(ofScope, keyed(all)) : ofScope
  if (current.rows.size < ofScope.rows.size) setChosen(current)
  const has = (row: Row) => current.isAll || current.rows.has(keyOf(row))
  const choose = (some: readonly Row[], isChosen: boolean) => {
    if (isStale) return
    // Without one of them it is no longer all: what is left is what can be seen.
    const next = new Map(current.isAll ? keyed(rows) : current.rows)
    for (const row of some) {
      if (isChosen) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    setChosen({ scope, rows: next, isAll: false })
  }
  const count = current.isAll ? total : current.rows.size
  const onPage = rows.filter(has).length
  const selection: RowSelection<Row> = {
    has,
    label,
    disabled: isStale,
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    toggle: (row, extend) => {
      const at = rows.indexOf(row)
      const before = rows.findIndex((one) => keyOf(one) === last.current)
      const from = extend && before >= 0 ? before : at
      choose(rows.slice(Math.min(from, at), Math.max(from, at) + 1), !has(row))
      last.current = keyOf(row)
    },
    togglePage: () => choose(rows, onPage < rows.length),
  }
  return {
    selection,
    count,
    isAll: current.isAll,
    /** The selected rows that are known by themselves; of all, those of the page. */
    rows: current.isAll ? rows : [...current.rows.values()],
    selectAll: () => setChosen({ scope, rows: keyed(all ?? []), isAll: !all }),
    /** For a row that is gone: all others are still all. */
    deselect: (row: Row) => {
      if (!current.isAll) choose([row], false)
    },
    clear: () => setChosen(empty),
  }
}
export type Selected<Row> = Omit<ReturnType<typeof useSelection<Row>>, 'selection' | 'deselect'>
