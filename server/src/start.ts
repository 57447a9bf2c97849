import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { startJobs } from './features.ts'
import { startMetrics } from './platform/metrics/metrics-server.ts'
import type { Config } from './platform/settings/config.ts'
import { probePorts } from './platform/settings/probe-port.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import type { Platform } from './platform.ts'
import { startPlatform } from './start-platform.ts'
import { startWarnings } from './start-warnings.ts'

type Additions = {
  /** Where mail goes; absent, the mail server of the settings. */
  smtpUrl?: string
  /** What has to hold before anything is made; folder and ports are known to be free. */
  beforeDatabase?: () => Promise<void>
  /** Routes beside the portal's own. */
  mount?: (app: FastifyInstance) => Promise<void>
  beforeListening?: (platform: Platform, app: FastifyInstance) => Promise<void>
}

/**
 * Starts the program; the result stops it: /readyz says so for `drainSeconds`, then there are no new requests, running ones finish, and
 * everything closes.
 */
export const start = async (config: Config, { smtpUrl, beforeDatabase, mount, beforeListening }: Additions = {}) => {
  const { platform, stop } = await startPlatform(config, {
    smtpUrl: smtpUrl ?? config.SMTP_URL ?? '',
    onLocked: async () => {
      await probePorts(config)
      await beforeDatabase?.()
    },
  })
  const app = await buildApp(platform, mount)
  await beforeListening?.(platform, app)
  await app.listen({ port: config.PORT, host: config.HOST })
  const metrics = await startMetrics(platform)
  const tracing = await startTracing(platform)
  const stopJobs = startJobs(platform)
  if (!config.demo) platform.log.info({ port: config.PORT }, 'serving')
  void startWarnings(platform).then((sentences) => {
    for (const sentence of sentences) platform.log.warn(sentence)
  })
  return async (drainSeconds = 0) => {
    platform.stopping.abort()
    await setTimeout(drainSeconds * 1000)
    await app.close()
    await stopJobs()
    await metrics?.stop()
    await tracing?.stop()
    await stop()
  }
}
