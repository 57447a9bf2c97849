import {
  groundLabel,
  keysOf,
  minAnswers,
  type ReportName,
  ratedNames,
  ratedQuestions,
  reportColumns,
} from '@fornix/contract'
import { csvFile } from '../../platform/calls/csv-file.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import type { Period } from './period.ts'
import { type Line, linesOf } from './queries.ts'

/** The same words as the page's table; the first column of a total is empty. */
const wordOf = (column: string, value: Line[string], isFirst: boolean) => {
  if (value === null && isFirst) return 'Whole period'
  if (value === null && column === 'answers') return `Fewer than ${minAnswers}`
  if (column === 'ground') return groundLabel(String(value))
  const question = ratedNames.find((one) => one === value)
  return question ? ratedQuestions[question].text : value
}

/** All lines at once: there are at most as many as weeks in two years. */
export const reportFile = (
  needs: Pick<Platform, 'database' | 'sessions'>,
  user: Caller,
  { name, period }: { name: ReportName; period: Period },
) => {
  const columns = reportColumns[name]
  return csvFile(needs, user, {
    name: `report-${name}`,
    heads: Object.values(columns),
    batchSize: Number.POSITIVE_INFINITY,
    batch: (db) => linesOf(db, name, period),
    cells: (line: Line) => keysOf(columns).map((column, place) => wordOf(column, line[column] ?? null, place === 0)),
  })
}
