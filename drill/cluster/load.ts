import { setTimeout as pause } from 'node:timers/promises'
import { getMyPatientInfo, loginOperator, notificationStream } from '../../contract/src/index.ts'
import { ask, person } from '../calls.ts'
import { startWriters } from '../writers.ts'

const readers = ['ana.rivera@northside.example', 'ben.okafor@northside.example']
/** A session that ran out, a slot that somebody else took, a limit: no fault of the cluster. */
const isFailed = (status: number) => status === 0 || status >= 500

/** A browser that listens for news, and connects again after a second. */
const listener = (address: string, stopping: AbortSignal) => {
  let ends = 0
  const listen = async () => {
    const body = JSON.stringify({ email: 'nurse@northside.example', password: 'Demo-portal-1!' })
    const headers = { 'content-type': 'application/json' }
    const signedIn = await ask(`${address}${loginOperator.path}`, { method: 'POST', headers, body })
    if (signedIn.status !== 200) return
    const authorization = `Bearer ${signedIn.json()['access_token']}`
    const stream = await fetch(`${address}${notificationStream.path}`, { headers: { authorization }, signal: stopping })
    if (stream.status !== 200) return
    for await (const _ of stream.body ?? []) if (stopping.aborted) return
  }
  const work = (async () => {
    while (!stopping.aborted) {
      await listen().catch(() => {})
      if (stopping.aborted) return
      ends++
      await pause(1000)
    }
  })()
  return { ends: () => ends, done: work }
}

/** Seven who write, two who read and one who listens, none of whom tries again what failed. */
export const startLoad = (address: string) => {
  const writers = startWriters(address)
  const stopping = new AbortController()
  const stream = listener(address, stopping.signal)
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
    streamEnds: stream.ends,
    stop: async () => {
      stopping.abort()
      await Promise.all([writers.stop(), ...reading, stream.done])
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
