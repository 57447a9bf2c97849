import {
  type Call,
  keysOf,
  type ReportName,
  type ReportPeriod,
  reportCalls,
  reportColumns,
  reportNames,
} from '@fornix/contract'
import { type Audited, on, type Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { reportFile } from './csv.ts'
import { periodOf } from './period.ts'
import { linesOf, overdueRequests, waitingRequests } from './queries.ts'

type ReportCall = Call<Call['params'], typeof ReportPeriod> & Audited

const routesOf = (name: ReportName, needs: Pick<Platform, 'database' | 'sessions'>): Route[] => {
  const [read, file]: readonly [ReportCall, ReportCall] = reportCalls[name]
  const [first = ''] = keysOf(reportColumns[name])
  return [
    on(read, async ({ db, query }) => {
      const period = await periodOf(db, query)
      const lines = await linesOf(db, name, period)
      return {
        ...period,
        rows: lines.filter((line) => line[first] !== null),
        totals: lines.filter((line) => line[first] === null),
        ...(name === 'access' && { waiting: await waitingRequests(db) }),
        ...(name === 'requests' && { overdue: await overdueRequests(db, period) }),
      }
    }),
    on(file, async ({ db, user, query, audit }) => {
      const period = await periodOf(db, query)
      audit.object = `${name}, ${period.from} to ${period.to}`
      return reportFile(needs, user, { name, period })
    }),
  ]
}

export const reportRoutes = (needs: Pick<Platform, 'database' | 'sessions'>): Route[] =>
  reportNames.flatMap((name) => routesOf(name, needs))
