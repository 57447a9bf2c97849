import { calls } from '@fornix/contract'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import * as signals from '../base/signals.ts'
import { type Measured, readGauges } from './gauges.ts'

const requestBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const classOf = (status: number) => `${Math.floor(status / 100)}xx`

/** Counts the program's signals and reads its gauges. No label ever comes from a request. */
export const openMetrics = (platform: Measured) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const subscriptions = [
    ...countRequests(registry),
    ...countRefusals(registry),
    ...countJobs(registry),
    ...watchCopies(registry),
    ...timeParts(registry),
  ]
  const refresh = readGauges(registry, platform)
  return {
    contentType: registry.contentType,
    text: async () => {
      await refresh()
      return registry.metrics()
    },
    close: () => {
      for (const stop of subscriptions) stop()
      registry.clear()
    },
  }
}

const counter = <L extends string>(registry: Registry, name: string, help: string, label: L) =>
  new Counter({ name, help, labelNames: [label], registers: [registry] })

const durations = <L extends string>(registry: Registry, name: string, help: string, labelNames: L[]) =>
  new Histogram({ name, help, labelNames, buckets: requestBuckets, registers: [registry] })

const countRequests = (registry: Registry) => {
  const [name, help] = [
    'fornix_request_duration_seconds',
    'Requests by call, from their head to the end of the response',
  ]
  const requests = durations(registry, name, help, ['call', 'method', 'status'])
  for (const [call, { method, status }] of Object.entries(calls))
    requests.zero({ call, method, status: classOf(status) })
  const inFlight = new Gauge({
    name: 'fornix_requests_in_flight',
    help: 'Requests being handled',
    registers: [registry],
  })
  return [
    signals.requestBegan.subscribe(() => inFlight.inc()),
    signals.requestEnded.subscribe(({ call, method, status, seconds }) => {
      inFlight.dec()
      requests.observe({ call, method, status: classOf(status) }, seconds)
    }),
  ]
}

const countRefusals = (registry: Registry) => {
  const limited = counter(registry, 'fornix_limit_refusals_total', 'Requests over a limit', 'limit')
  const shed = counter(registry, 'fornix_overload_refusals_total', 'Requests refused because of the load', 'reason')
  return [
    signals.refusedByLimit.subscribe((labels) => limited.inc(labels)),
    signals.refusedByLoad.subscribe((labels) => shed.inc(labels)),
  ]
}

const countJobs = (registry: Registry) => {
  const pushes = counter(registry, 'fornix_pushes_total', 'Attempts to hand a push notification over', 'outcome')
  const mails = counter(registry, 'fornix_mails_total', 'Attempts to hand a mail over', 'outcome')
  const failures = counter(registry, 'fornix_job_failures_total', 'Runs of a background job that failed', 'job')
  const lastSuccess = new Gauge({
    name: 'fornix_job_last_success_timestamp_seconds',
    help: 'When a background job of this node last ended well',
    labelNames: ['job'] as const,
    registers: [registry],
  })
  return [
    signals.pushTried.subscribe((labels) => pushes.inc(labels)),
    signals.mailTried.subscribe((labels) => mails.inc(labels)),
    signals.jobRan.subscribe(({ job, ok }) => {
      if (ok) lastSuccess.set({ job }, Date.now() / 1000)
      failures.inc({ job }, ok ? 0 : 1)
    }),
  ]
}

const watchCopies = (registry: Registry) => {
  const copies = new Map<string, number | null>()
  new Gauge({
    name: 'fornix_audit_copy_waiting_seconds',
    help: 'How long the oldest anchor of this node has waited to be copied elsewhere',
    labelNames: ['copy'] as const,
    registers: [registry],
    collect() {
      for (const [copy, since] of copies) this.set({ copy }, since === null ? 0 : (Date.now() - since) / 1000)
    },
  })
  return [signals.anchorsCopied.subscribe(({ copy, waitingSince }) => void copies.set(copy, waitingSince))]
}

const timeParts = (registry: Registry) => {
  const help = 'Questions to the file store and the image archive, until the response or its first byte'
  const parts = durations(registry, 'fornix_part_duration_seconds', help, ['part', 'what', 'result'])
  return [
    signals.partResponded.subscribe(({ part, what, ok, seconds }) =>
      parts.observe({ part, what, result: ok ? 'ok' : 'error' }, seconds),
    ),
  ]
}
