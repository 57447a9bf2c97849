import type { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'

/** What parts of the program publish about themselves. Subscribers are optional and need nothing else from the publisher. */
const signal = <T extends object>(name: string) => {
  const wire = channel(`fornix:${name}`)
  return {
    publish: (event: T) => wire.publish(event),
    subscribe: (listener: (event: T) => void) => {
      const listen = (event: unknown) => listener(event as T)
      wire.subscribe(listen)
      return () => void wire.unsubscribe(listen)
    },
    /** Publishes the event and does the work, during which every bound store holds its value for the event. */
    run: <R>(event: T, work: () => R): R => wire.runStores(event, work),
    bindStore: <S>(store: AsyncLocalStorage<S>, from: (event: T) => S) => {
      wire.bindStore(store, (event) => from(event as T))
      return () => void wire.unbindStore(store)
    },
  }
}

/** Values are the program's own words, never user input: they become metric labels. */
export const requestBegan = signal<{ id: string }>('request began')
export const requestEnded = signal<{ id: string; call: string; method: string; status: number; seconds: number }>(
  'request ended',
)
export const refusedByLimit = signal<{ limit: string }>('refused by limit')
export const refusedByLoad = signal<{ reason: string }>('refused by load')
export const mailTried = signal<{ outcome: string }>('mail tried')
export const pushTried = signal<{ outcome: string }>('push tried')
export const jobRan = signal<{ job: string; ok: boolean }>('job ran')
/** `waitingSince`: the time of the oldest anchor that this copy lacks, or null. */
export const anchorsCopied = signal<{ copy: 'file' | 'syslog'; waitingSince: number | null }>('anchors copied')
export const partResponded = signal<{ part: 'files' | 'archive'; what: string; ok: boolean; seconds: number }>(
  'part asked',
)

/** One message to the database: a round trip. Its texts are the program's own, never values. */
export const queriesSent = signal<{ texts: string[]; finished: Promise<unknown> }>('database asked')

/** Runs a job once and publishes how it went. */
export const asJob = async <T>(job: string, work: () => Promise<T>): Promise<T> => {
  try {
    const result = await work()
    jobRan.publish({ job, ok: true })
    return result
  } catch (error) {
    jobRan.publish({ job, ok: false })
    throw error
  }
}

/** Does the work and publishes how long the response, or its first byte, took. */
export const timed = async <T>(part: 'files' | 'archive', what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const end = (ok: boolean) => partResponded.publish({ part, what, ok, seconds: (performance.now() - began) / 1000 })
  try {
    const result = await work()
    end(true)
    return result
  } catch (error) {
    end(false)
    throw error
  }
}
