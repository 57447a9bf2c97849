import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type Call,
  downloadMyDocument,
  fillPath,
  getMyRights,
  getPatientInfo,
  updatePatient,
  uploadMyDocument,
} from '@fornix/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { smallPdf } from '../../../test/given.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { requestBegan } from '../base/signals.ts'
import { startTracing } from './start-tracing.ts'

type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  startTimeUnixNano: string
  endTimeUnixNano: string
}
type Export = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }

const { app, platform, given, as, database } = await testApp()
const ana = await given.patient()
const nora = await given.staff('Nurse', ana.project)
/** Over sockets, so that bodies are read in events of their own. */
const address = await app.listen({ port: 0, host: '127.0.0.1' })

const collector = async (answer = 200) => {
  const bodies: string[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    bodies.push(await text(request))
    response.writeHead(answer).end('{}')
  }
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const spans = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
  return { endpoint: `http://127.0.0.1:${port}`, spans, bodies }
}

/** What the collector receives from the work. */
const traced = async (work: () => Promise<unknown>, share = 1) => {
  const { endpoint, spans, bodies } = await collector()
  const tracing = await startTracing({
    ...platform,
    config: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share },
  })
  await work()
  await tracing?.stop()
  return { spans: spans(), text: bodies.join('') }
}
type Args = { params?: Record<string, string>; body?: object }
/** The body arrives while the program waits for it, in the socket's own event. */
const ask = async ({ token }: TestUser, { method, path }: Call, { params, body }: Args = {}) => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const asked = request(address + fillPath(path, params), { method, headers, agent: false })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  const begun = Promise.withResolvers<void>()
  const stop = requestBegan.subscribe(() => begun.resolve())
  asked.flushHeaders()
  await begun.promise
  stop()
  await new Promise(setImmediate)
  asked.end(body && JSON.stringify(body))
  const [answer] = await answered
  await text(answer)
  return answer.statusCode
}
const isRequest = ({ parentSpanId }: Sent) => !parentSpanId
const below = (spans: Sent[], { spanId }: Sent) =>
  spans.flatMap(({ parentSpanId, name }) => (parentSpanId === spanId ? [name] : []))

test('a request is a span, with its messages to the database and its questions to the file store below', async () => {
  const file = { name: 'Surgery of Ana.pdf', bytes: smallPdf('Gallstones') }
  const { file_id } = await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file })
  const { spans, text } = await traced(async () => {
    expect(await ask(ana, downloadMyDocument, { params: { file_id } })).toBe(200)
    expect(await ask(nora, getPatientInfo, { params: { key: ana.email } })).toBe(200)
  })
  const [download, info] = spans.filter(isRequest)
  expect([download?.name, info?.name]).toEqual(['GET downloadMyDocument', 'GET getPatientInfo'])
  for (const request of [download, info])
    expect(below(spans, request as Sent)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^begin, .*select /), expect.stringMatching(/commit$/)]),
    )
  expect(below(spans, download as Sent)).toContain('files get')
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  const told = [
    ana.id,
    ana.code,
    ana.email,
    nora.id,
    nora.email,
    nora.token,
    ana.project,
    file_id,
    'Surgery',
    'Gallstones',
  ]
  expect(told.filter((word) => text.includes(word))).toEqual([])
})

test('what is asked behind a body belongs to its request, and requests beside each other keep theirs', async () => {
  const save = (version: number) =>
    ask(nora, updatePatient, { body: { patient_id: ana.code, version, physician_name: 'Dr. Traced' } })
  const [{ version } = { version: 0 }] = await database.systemQuery<{ version: number }>(
    'select version from patients where patient_id = $1',
    [ana.id],
  )
  const { spans, text } = await traced(async () => {
    const answers = await Promise.all([save(version), ask(nora, getMyRights), save(version + 5)])
    expect(answers).toEqual([200, 200, 409])
  })
  const saves = spans.filter(({ name }) => name === 'POST updatePatient')
  expect(saves).toHaveLength(2)
  expect(saves.map((span) => below(spans, span).join()).filter((names) => /update patients/.test(names))).toHaveLength(
    1,
  )
  for (const span of saves) expect(below(spans, span).join()).toMatch(/patients/)
  const reads = spans.filter(({ name }) => name === 'GET getMyRights')
  expect(reads).toHaveLength(1)
  for (const span of reads) expect(below(spans, span).join()).not.toMatch(/patients/)
  expect(text).not.toContain('Traced')
})

test('a failure of the program is marked, a refusal is not; of a share of none nothing is sent', async () => {
  const file = { name: 'a.pdf', bytes: smallPdf() }
  const { file_id } = await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file })
  vi.spyOn(platform.files.store, 'get').mockRejectedValue(new Error('the disk is broken'))
  const asking = async () => {
    expect(await ask(nora, downloadMyDocument, { params: { file_id } })).toBe(403)
    expect(await ask(ana, downloadMyDocument, { params: { file_id } })).toBe(500)
  }
  const { spans } = await traced(asking)
  expect(spans.filter(isRequest).map(({ status }) => status.code)).toEqual([0, 2])
  expect((await traced(asking, 0)).spans).toEqual([])
})

test('without an address nothing is traced; a collector that refuses disturbs nobody and is told to the log', async () => {
  expect(
    await startTracing({ ...platform, config: { OTEL_EXPORTER_OTLP_ENDPOINT: undefined, OTEL_TRACES_SAMPLER_ARG: 1 } }),
  ).toBeNull()
  const warn = vi.spyOn(platform.log, 'warn')
  const { endpoint } = await collector(400)
  const tracing = await startTracing({
    ...platform,
    config: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: 1 },
  })
  expect(await ask(nora, getMyRights)).toBe(200)
  await tracing?.stop()
  expect(warn).toHaveBeenCalledWith('traces could not be sent')
})
