import { exportPatients, patientColumns } from '@fornix/contract'
import type { z } from 'zod'
import { checkRight } from '../../clinic/people/rights.ts'
import { csvFile } from '../../platform/calls/csv-file.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { batchAfter } from './list.ts'

export type ExportFilters = Omit<z.output<typeof exportPatients.query>, 'reason'>
type Row = Awaited<ReturnType<typeof batchAfter>>[number]

const batchSize = 1000

export const exportedPatients = (
  needs: Pick<Platform, 'database' | 'sessions'>,
  user: Caller,
  { columns, ...filters }: ExportFilters,
) =>
  csvFile(needs, user, {
    name: 'patients',
    heads: columns.map((name) => patientColumns[name]),
    batchSize,
    check: async (db) => {
      await checkRight(db, exportPatients, user)
      if (columns.includes('indication')) await checkRight(db, { right: 'see_medical' }, user)
    },
    batch: (db, last: Row | undefined) => batchAfter(db, filters, last?.place, batchSize),
    cells: (row) => columns.map((name) => row[name === 'created_at' ? 'added_on' : name]),
  })
