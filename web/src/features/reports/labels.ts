import { groundLabel, ratedNames, ratedQuestions } from '@fornix/contract'
import { grouped } from '../../platform/base/grouped.ts'
import { messages } from './messages.ts'

const formatted = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return (day: string) => format.format(new Date(`${day}T12:00:00Z`))
}
/** `Nov 22, 2026`, for a day such as `2026-11-22`. */
export const dayLabel = formatted({ dateStyle: 'medium' })
/** `Nov 22` */
export const shortDay = formatted({ month: 'short', day: 'numeric' })
const monthAndYear = formatted({ month: 'short', year: 'numeric' })
/** `Nov 2026`, for `2026-11`. */
export const monthLabel = (month: string) => monthAndYear(`${month}-01`)

export const usd = (amount: string | number) =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

const compact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' })
/** `$12K` */
export const compactUsd = (amount: number) => compact.format(amount)

export type Line = Record<string, string | number | null>

const empty: Record<string, string> = {
  status: messages.whole,
  ground: messages.whole,
  week: messages.whole,
  month: messages.whole,
  answers: messages.tooFew,
}

/** The text of this column's value in a table. */
export const cellOf = (column: string, value: Line[string] = null) => {
  if (value === null) return empty[column] ?? messages.none
  if (column === 'week') return dayLabel(String(value))
  if (column === 'month') return monthLabel(String(value))
  if (column === 'ground') return groundLabel(String(value))
  const question = ratedNames.find((name) => name === value)
  if (question) return ratedQuestions[question].text
  if (column === 'average') return Number(value).toFixed(1)
  return typeof value === 'number' ? grouped(value) : value
}
/** Amounts arrive as exact decimals. */
export const isNumeric = (column: string) => !['status', 'week', 'month', 'question', 'ground'].includes(column)
