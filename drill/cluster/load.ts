import { setTimeout as pause } from 'node:timers/promises'
import { getMyPatientInfo } from '../../contract/src/index.ts'
import { person } from '../calls.ts'
import { startWriters } from '../writers.ts'
import { startBell } from './bell.ts'
import { browserAt } from './browser.ts'

const readers = ['eli.novak@lakeview.example', 'ben.okafor@northside.example']
/** A session that ran out, a slot that somebody else took, a limit: no fault of the cluster. */
const isFailed = (status: number) => status === 0 || status >= 500

/** Seven who write, two who read and one who listens, none of whom tries again what failed. */
export const startLoad = (address: string) => {
  const writers = startWriters(address)
  const stopping = new AbortController()
  const browser = browserAt('127.0.0.2')
  const listener = person(address, 'tech@lakeview.example', 'operator', browser.ask)
  const bell = startBell(address, browser, listener, stopping.signal)
  const reads = { all: 0, failed: 0, slowest: 0 }
  const reading = readers.map(async (email) => {
    const patient = person(address, email, 'patient')
    while (!stopping.signal.aborted) {
      const { status, ms } = await patient.call(getMyPatientInfo, { params: { email } })
      reads.all++
      if (isFailed(status)) reads.failed++
      reads.slowest = Math.max(reads.slowest, ms / 1000)
      await pause(200)
    }
  })
  return {
    writers,
    streamEnds: () => bell.ends,
    stop: async () => {
      stopping.abort()
      await Promise.all([writers.stop(), ...reading])
      browser.close()
    },
    requests: () => {
      const writes = [...writers.statuses]
      const sum = (counts: [number, number][]) => counts.reduce((all, [, count]) => all + count, 0)
      return {
        all: reads.all + sum(writes),
        failed: reads.failed + sum(writes.filter(([status]) => isFailed(status))),
        slowest: Math.max(reads.slowest, writers.slowest()),
      }
    },
  }
}
