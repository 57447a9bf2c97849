import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type Config, originsOf } from '@fornix/server/platform/settings/config.ts'
import { start } from '@fornix/server/start.ts'
import { demoIdentity } from './identity/plugin.ts'
import { demoMailbox } from './mailbox/plugin.ts'
import { startDemoSmtp } from './mailbox/smtp.ts'
import { openMailbox } from './mailbox/store.ts'
import { demoAccounts, seedDemo } from './seeds/demo.ts'

/** With a fifth to spare. */
const neededMb = 120

const startsDatabase = async ({ DATABASE_URL, dataDir }: Config) => {
  if (DATABASE_URL) return
  const { bavail, bsize } = await statfs(dataDir)
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20)
  if (freeMb < neededMb && !existsSync(`${dataDir}/postgres`))
    throw new Error(
      `DATA_DIR: the disk that holds ${dataDir} has ${freeMb} MB left, and the demo needs ${neededMb}. Make room, or choose another: DATA_DIR=/a/larger/disk`,
    )
  console.log('Starting the database …')
}

/** Starts the portal with a mailbox, an identity provider and data to look at. The result stops it, as that of `start` does. */
export const startDemo = async (config: Config) => {
  const mailbox = await openMailbox(`${config.dataDir}/demo-mail`)
  const smtp = await startDemoSmtp(mailbox)
  try {
    const stop = await start(config, {
      smtpUrl: config.SMTP_URL ?? smtp.url,
      beforeDatabase: () => startsDatabase(config),
      mount: async (app) => {
        await demoMailbox(app, { mailbox })
        await demoIdentity(app, {
          issuer: `${config.publicUrl}/oidc`,
          origins: originsOf(config),
          accounts: demoAccounts,
          dataDir: config.dataDir,
        })
      },
      beforeListening: seedDemo,
    })
    console.log(welcome(config))
    return async (drainSeconds?: number) => {
      await stop(drainSeconds)
      await smtp.close()
    }
  } catch (error) {
    await smtp.close()
    throw error
  }
}

const welcome = ({ publicUrl, SMTP_URL }: Config) => `
  Fornix is running at ${publicUrl}
  Mail that it sends:   ${SMTP_URL ? 'goes to the mail server of SMTP_URL' : `${publicUrl}/demo/mail`}

  Sign in with the password Demo-portal-1!
    patient     ana.rivera@northside.example      ${publicUrl}/patients
    physician   physician@northside.example       ${publicUrl}/physicians
    admin       admin@northside.example           ${publicUrl}/adminPage
  More accounts are in the README. Ctrl-C stops it.
`
