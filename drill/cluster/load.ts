import { setTimeout as pause } from 'node:timers/promises'
import { getMyPatientInfo } from '../../contract/src/index.ts'
import { type Answer, person } from '../calls.ts'
import { startWriters } from '../writers.ts'
import { startBell } from './bell.ts'
import { browserAt } from './browser.ts'
import { imagesFor } from './images.ts'

const readers = ['eli.novak@lakeview.example', 'ben.okafor@northside.example']
/** A session that ran out, a slot that somebody else took, a limit: no fault of the cluster. */
const isFailed = (status: number) => status === 0 || status >= 500

/** Seven who write, two who read, one who looks at a scan and one who listens, none of whom tries again what failed. */
export const startLoad = (address: string) => {
  const writers = startWriters(address)
  const stopping = new AbortController()
  const browser = browserAt('127.0.0.2')
  const listener = person(address, 'tech@lakeview.example', 'operator', browser.ask)
  const bell = startBell(address, browser, listener, stopping.signal)
  const reads = { all: 0, failed: 0, slowest: 0 }
  const read = async (next: () => Promise<Answer>) => {
    while (!stopping.signal.aborted) {
      const { status, ms } = await next()
      reads.all++
      // What is read here is never gone.
      if (isFailed(status) || [400, 404].includes(status)) reads.failed++
      reads.slowest = Math.max(reads.slowest, ms / 1000)
      await pause(200)
    }
  }
  const reading = readers.map((email) => {
    const patient = person(address, email, 'patient')
    return read(() => patient.call(getMyPatientInfo, { params: { email } }))
  })
  reading.push(read(imagesFor(person(address, 'physician@northside.example', 'operator'))))
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
