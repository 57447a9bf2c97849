import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Args, type Call, fillPath, type ResponseOf } from '@fornix/contract'
import { afterAll } from 'vitest'
import { buildApp } from '../src/app.ts'
import { listUnsent } from '../src/clinic/records/list-unsent.ts'
import { openLog } from '../src/platform/base/log.ts'
import { keyRing } from '../src/platform/files/encryption/key-ring.ts'
import { fixedKeys } from '../src/platform/files/encryption/master-keys.ts'
import { folderStore } from '../src/platform/files/stores/folder-store.ts'
import { startMailSender } from '../src/platform/mail/sender.ts'
import { newVapidKeys, vapidOf } from '../src/platform/push/vapid.ts'
import { type Config, readConfig } from '../src/platform/settings/config.ts'
import type { Platform } from '../src/platform.ts'
import { assemble } from '../src/start-platform.ts'
import { testDatabase } from './database.ts'
import { givenIn, type TestUser } from './given.ts'
import { lockWaitsIn } from './together.ts'

export type { TestUser } from './given.ts'

/** What `send` may add to a call's own arguments. */
export type Extra = {
  headers?: Record<string, string>
  cookies?: Record<string, string>
  file?: { name: string; bytes: Buffer }
  files?: { name: string; bytes: Buffer }[]
}
type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** A refusal of the app, as the tests see it. */
class Refused extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${String(body['error'])}`)
    this.status = status
    this.body = body
  }
}

/** A test machine may be late to everything; that is nothing a test of something else should see. */
const options = (environment: Record<string, string> = {}) =>
  readConfig('demo', { LOG_LEVEL: 'silent', MAX_LAG_MS: '60000', ...environment })

/** The app of a test, its database, and what tests do with them. */
export type TestApp = Awaited<ReturnType<typeof testApp>>

/** The real app on a database of its own; everything is gone when the file's tests are over. */
export const testApp = async (
  change: {
    environment?: Record<string, string>
    config?: Partial<Config>
    /** Of another installation. */
    master?: Buffer
    platform?: (platform: Platform) => Partial<Platform>
  } = {},
) => {
  const { database, owner, drop, url } = await testDatabase()
  const folder = await mkdtemp(`${tmpdir()}/fornix-files-`)
  const config = { ...options(change.environment), ...change.config }
  const log = openLog(config.LOG_LEVEL)
  const masters = fixedKeys(change.master ?? Buffer.alloc(32, 7))
  const files = { store: await folderStore(folder), keys: keyRing(database, masters), scanned: !!config.CLAMD_URL }
  // A sender whose clock stands at 1970 finds no mail due: tests of features read the outbox.
  const mail = startMailSender({
    listUnsent,
    database,
    smtpUrl: 'smtp://127.0.0.1:9',
    mailFrom: config.MAIL_FROM,
    files,
    log,
    clock: () => new Date(0),
  })
  const vapid = await vapidOf(newVapidKeys(), 'mailto:desk@clinic.example')
  // Nobody measures the time of its answers.
  const built = { ...assemble({ config, masters, database, mail, vapid, log, files }), pace: async () => {} }
  const platform = { ...built, ...change.platform?.(built) }
  const app = await buildApp(platform)
  const given = givenIn(platform)

  afterAll(async () => {
    await app.close()
    await built.live.stop()
    await mail.stop()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })

  /** What was mailed to an address, the oldest first. */
  const mailsTo = (email: string) =>
    owner<{ subject: string; body: string }>(
      'select subject, body from mail_outbox where $1 = any(to_addresses) order by mail_id',
      [email],
    )
  return {
    app,
    platform,
    database,
    owner,
    url,
    folder,
    ...callsOn(app),
    ...lockWaitsIn({ owner, url }),
    given,
    mailsTo,
  }
}

/** The calls of a running app, as people make them. */
export const callsOn = (app: Awaited<ReturnType<typeof buildApp>>) => {
  const send = async (user: TestUser | null, call: Call, args: object = {}, extra: Extra = {}) => {
    const { params, query, body } = args as Loose
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
      : ''
    const { payload, headers } = await payloadOf(call, body, extra)
    const response = await app.inject({
      method: call.method,
      url: fillPath(call.path, params) + search,
      headers: { ...(user ? { authorization: `Bearer ${user.token}` } : {}), ...headers, ...extra.headers },
      cookies: extra.cookies ?? {},
      ...(payload === undefined ? {} : { payload }),
    })
    const isJson = response.headers['content-type']?.toString().includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      cookies: response.cookies,
      bytes: response.rawPayload,
      body: isJson ? response.json() : undefined,
    }
  }

  const as = (user: TestUser | null) => ({
    call: async <C extends Call>(call: C, args: Args<C>, extra?: Extra): Promise<ResponseOf<C>> => {
      const { status, body } = await send(user, call, args, extra)
      if (status >= 400) throw new Refused(status, body)
      return body
    },
  })

  return { send, as }
}

const payloadOf = async (call: Call, body: unknown, { file, files = file ? [file] : [] }: Extra) => {
  if (!call.upload) {
    if (body === undefined) return { payload: undefined, headers: {} }
    return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value))
  for (const { name, bytes } of files) form.append(call.upload.field, new Blob([new Uint8Array(bytes)]), name)
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}
