import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Log } from '../base/log.ts'
import { partResponded, queriesSent, requestBegan, requestEnded } from '../base/signals.ts'
import type { Config } from '../settings/config.ts'
import { summarizeMessage } from './summarize.ts'

type Needs = {
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>
  version: string
  log: Log
}

/**
 * Sends traces by OTLP: a span per request, with child spans for each message to the database and each request to file store and archive.
 * Names and attributes are the program's own words, like metric labels. Null if no collector is set.
 */
export const startTracing = async ({ config, version, log }: Needs) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config
  if (!endpoint) return null
  const provider = await openProvider(endpoint, share, version)
  const silent = () => {}
  // The library's messages may quote the collector's response.
  const error = () => log.warn('traces could not be sent')
  diag.setLogger({ error, warn: silent, info: silent, debug: silent, verbose: silent }, DiagLogLevel.ERROR)
  const subscriptions = traceRequests(provider.getTracer('fornix', version))
  return {
    stop: async () => {
      for (const stop of subscriptions) stop()
      await provider.shutdown().catch(error)
      diag.disable()
    },
  }
}

/** Loaded only if tracing is on. */
const openProvider = async (endpoint: string, share: number, version: string) => {
  const [{ BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider, ParentBasedSampler }, resources, exporters] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const exporter = new exporters.OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  return new TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'fornix', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
}

const statusOf = (ok: boolean) => ({ code: ok ? SpanStatusCode.UNSET : SpanStatusCode.ERROR })

const traceRequests = (tracer: Tracer) => {
  const current = new AsyncLocalStorage<Span>()
  const answering = new Map<string, Span>()

  const begin = ({ id }: { id: string }) => {
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER, root: true })
    answering.set(id, span)
    return span
  }
  /** A child span of the current request; work outside requests is not traced. */
  const child = (name: string, attributes: Attributes, seconds = 0) => {
    const parent = current.getStore()
    if (!parent?.isRecording()) return undefined
    const startTime = Date.now() - seconds * 1000
    return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, trace.setSpan(ROOT_CONTEXT, parent))
  }

  return [
    requestBegan.bindStore(current, begin),
    requestEnded.subscribe(({ id, call, method, status }) => {
      const span = answering.get(id)
      answering.delete(id)
      span
        ?.updateName(`${method} ${call}`)
        .setAttributes({
          'http.request.method': method,
          'http.response.status_code': status,
          'fornix.call': call,
          'fornix.request_id': id,
        })
        .setStatus(statusOf(status < 500))
        .end()
    }),
    queriesSent.subscribe((message) => {
      const summary = summarizeMessage(message.texts)
      const span = child(summary, { 'db.system.name': 'postgresql', 'db.query.summary': summary })
      if (!span) return
      message.finished.then(
        () => span.end(),
        () => span.setStatus(statusOf(false)).end(),
      )
    }),
    partResponded.subscribe(({ part, what, ok, seconds }) =>
      child(`${part} ${what}`, {}, seconds)?.setStatus(statusOf(ok)).end(),
    ),
  ]
}
