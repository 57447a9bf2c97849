import { demoAccounts, seedDemo } from '../seeds/demo.ts'
import { buildApp } from './app.ts'
import { demoIdentity } from './demo/identity/plugin.ts'
import { demoMailbox } from './demo/mailbox/plugin.ts'
import { startDemoSmtp } from './demo/mailbox/smtp.ts'
import { openMailbox } from './demo/mailbox/store.ts'
import { startJobs } from './features.ts'
import { type Config, originsOf } from './platform/config.ts'
import { startMetrics } from './platform/metrics/metrics-server.ts'
import { startPlatform } from './platform/start.ts'

/** Starts the program; the result stops it: no new requests, running ones finish, then everything closes. */
export const run = (config: Config) => (config.demo ? runDemo(config) : runServer(config))

const runServer = async (config: Config) => {
  const { platform, stop } = await startPlatform(config, { smtpUrl: config.SMTP_URL ?? '' })
  const app = await buildApp(platform)
  await app.listen({ port: config.PORT, host: config.HOST })
  const metrics = await startMetrics(platform)
  const stopJobs = startJobs(platform)
  platform.log.info({ port: config.PORT }, 'serving')
  return async () => {
    await app.close()
    await stopJobs()
    await metrics?.stop()
    await stop()
  }
}

/** With the stand-ins of the demo: a mailbox, an identity provider, and data to look at. */
const runDemo = async (config: Config) => {
  const mailbox = await openMailbox(`${config.dataDir}/demo-mail`)
  const smtp = await startDemoSmtp(mailbox)
  const { platform, stop } = await startPlatform(config, { smtpUrl: config.SMTP_URL ?? smtp.url }).catch(
    async (error) => {
      await smtp.close()
      throw error
    },
  )
  const app = await buildApp(platform, async (app) => {
    await demoMailbox(app, { mailbox })
    await demoIdentity(app, {
      issuer: `${config.publicUrl}/oidc`,
      origins: originsOf(config),
      accounts: demoAccounts,
      dataDir: config.dataDir,
    })
  })
  await seedDemo(platform, app)
  await app.listen({ port: config.PORT, host: config.HOST })
  const metrics = await startMetrics(platform)
  const stopJobs = startJobs(platform)
  console.log(welcome(config))
  return async () => {
    await app.close()
    await stopJobs()
    await metrics?.stop()
    await stop()
    await smtp.close()
  }
}

const welcome = ({ publicUrl }: Config) => `
  Fornix is running at ${publicUrl}
  Mail that it sends:   ${publicUrl}/demo/mail

  Sign in with the password Demo-portal-1!
    patient     ana.rivera@northside.example      ${publicUrl}/patients
    physician   physician@northside.example       ${publicUrl}/physicians
    admin       admin@northside.example           ${publicUrl}/adminPage
  More accounts are in the README. Ctrl-C stops it.
`
