// What the portal survives, tried on a real one: each drill breaks something under writers, and counts. Exits with 1 when a goal is missed.
import { type Figure, isMet, tableOf } from '../bench/report.ts'
import { drillAlerts } from './drills/alerts.ts'
import { drillCluster } from './drills/cluster.ts'
import { drillCorpus } from './drills/corpus.ts'
import { drillCostlyFiles } from './drills/costly-files.ts'
import { drillFullDatabase, drillFullFiles } from './drills/full-disk.ts'
import { drillGeneratedInputs } from './drills/generated-inputs.ts'
import { drillKillEmbedded, drillKillExternal } from './drills/kill-database.ts'
import { drillKillServer, drillMailDown } from './drills/kill-server.ts'
import { drillOtherDatabases } from './drills/other-databases.ts'
import { drillPictures } from './drills/pictures.ts'
import { drillPointInTime } from './drills/point-in-time.ts'
import { drillSlowHeaders } from './drills/slow-headers.ts'
import { drillTenWindows } from './drills/ten-windows.ts'
import { drillUnreachable } from './drills/unreachable-database.ts'
import { drillWebKit } from './drills/webkit.ts'

const drills: Record<string, () => Promise<Figure[] | string>> = {
  'kill-server': drillKillServer,
  'mail-down': drillMailDown,
  'kill-embedded-database': drillKillEmbedded,
  'kill-external-database': drillKillExternal,
  'unreachable-database': drillUnreachable,
  'full-files': drillFullFiles,
  'full-database': drillFullDatabase,
  'slow-headers': drillSlowHeaders,
  'generated-inputs': drillGeneratedInputs,
  'costly-files': drillCostlyFiles,
  corpus: drillCorpus,
  pictures: drillPictures,
  'ten-windows': drillTenWindows,
  alerts: drillAlerts,
  cluster: drillCluster,
  'point-in-time': drillPointInTime,
  'other-databases': drillOtherDatabases,
  webkit: drillWebKit,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(drills, name))
if (unknown.length > 0)
  throw new Error(`There is no drill ${unknown.join(', ')}, only: ${Object.keys(drills).join(', ')}`)
const figures: Figure[] = []
const skipped: string[] = []
const failed: string[] = []
for (const [name, drill] of Object.entries(drills)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`… ${name}`)
  try {
    const result = await drill()
    if (typeof result === 'string') skipped.push(`SKIPPED ${name}: ${result}`)
    else figures.push(...result)
  } catch (error) {
    console.error(error)
    failed.push(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`)
  }
}
console.log(['', tableOf(figures), ...skipped, ...failed].join('\n'))
process.exit(failed.length > 0 || !figures.every(isMet) ? 1 : 0)
