import { channel } from 'node:diagnostics_channel'

/** What parts of the program tell about themselves. Nobody has to listen, and who does needs nobody's help to. */
const signal = <T extends object>(name: string) => {
  const wire = channel(`fornix:${name}`)
  return {
    tell: (news: T) => wire.publish(news),
    hear: (listen: (news: T) => void) => {
      const heard = (news: unknown) => listen(news as T)
      wire.subscribe(heard)
      return () => void wire.unsubscribe(heard)
    },
  }
}

/** Words of the program's own, never anything that was sent: they become the labels of metrics. */
export const requestBegan = signal<object>('request began')
export const requestEnded = signal<{ call: string; method: string; status: number; seconds: number }>('request ended')
export const refusedByLimit = signal<{ limit: string }>('refused by limit')
export const refusedByLoad = signal<{ reason: string }>('refused by load')
export const mailTried = signal<{ outcome: string }>('mail tried')
export const jobRan = signal<{ job: string; ok: boolean }>('job ran')
/** `waitingSince`: the time of the oldest anchor that this copy lacks, or null. */
export const anchorsCopied = signal<{ copy: 'file' | 'syslog'; waitingSince: number | null }>('anchors copied')
export const partAsked = signal<{ part: 'files' | 'archive'; what: string; ok: boolean; seconds: number }>('part asked')

/** Does one run of a job and tells how it went. */
export const asJob = async <T>(job: string, work: () => Promise<T>): Promise<T> => {
  try {
    const result = await work()
    jobRan.tell({ job, ok: true })
    return result
  } catch (error) {
    jobRan.tell({ job, ok: false })
    throw error
  }
}

/** The same part, telling of each question that it is asked: how long until the answer, or its first byte, and whether it failed. */
export const telling = <P extends object>(part: 'files' | 'archive', asked: P): P =>
  new Proxy(asked, {
    get: (target, name, receiver) => {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const began = performance.now()
        const result: unknown = Reflect.apply(value, target, given)
        if (!(result instanceof Promise)) return result
        const end = (ok: boolean) =>
          partAsked.tell({ part, what: String(name), ok, seconds: (performance.now() - began) / 1000 })
        result.then(
          () => end(true),
          () => end(false),
        )
        return result
      }
    },
  })
