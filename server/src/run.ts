import type { FastifyInstance } from 'fastify'
import { demoAccounts, seedDemo } from '../seeds/demo.ts'
import { buildApp } from './app.ts'
import { demoIdentity } from './demo/identity/plugin.ts'
import { demoMailbox } from './demo/mailbox/plugin.ts'
import { startDemoSmtp } from './demo/mailbox/smtp.ts'
import { openMailbox } from './demo/mailbox/store.ts'
import type { Config } from './platform/config.ts'
import { startPlatform } from './platform/start.ts'

/** Starts the program. The result stops it: no new requests, running ones finish, then everything closes. */
export const run = (config: Config) => (config.demo ? runDemo(config) : runServer(config))

const runServer = async (config: Config) => {
  const { platform, stop } = await startPlatform(config, { smtpUrl: config.SMTP_URL ?? '' })
  const app = await buildApp(platform)
  await app.listen({ port: config.PORT, host: config.HOST })
  platform.log.info({ port: config.PORT }, 'serving')
  return async () => {
    await app.close()
    await stop()
  }
}
