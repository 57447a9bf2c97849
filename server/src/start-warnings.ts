import { projectOfVisitor } from './clinic/records/projects.ts'
import { smtpTransport } from './platform/mail/transport.ts'
import type { Platform } from './platform.ts'

type Needs = Pick<Platform, 'config' | 'database' | 'identity'>

const answers = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

const mailAnswers = async ({ SMTP_URL, MAIL_FROM }: Needs['config']) => {
  if (!SMTP_URL) return true
  const transport = smtpTransport(SMTP_URL, MAIL_FROM)
  try {
    return await transport.reachable().catch(() => false)
  } finally {
    transport.close()
  }
}

/** What the settings lead to and does not answer as it should. Each may come back by itself, so none is a reason not to start. */
export const startWarnings = async ({ config, database, identity }: Needs): Promise<string[]> => {
  const [provider, mail, project] = await Promise.all([
    config.IDENTITY === 'demo' || answers(identity.reach()),
    mailAnswers(config),
    answers(projectOfVisitor(database, { host: '' }, config.defaultProject)),
  ])
  return [
    ...(provider
      ? []
      : [
          'OIDC_ISSUER: nothing there answers as an OpenID provider of exactly that address (/.well-known/openid-configuration). Until it does, only passwords let people in.',
        ]),
    ...(mail ? [] : ['SMTP_URL: the mail server does not answer, or not with that user and password. Mails wait.']),
    ...(project
      ? []
      : [
          'DEFAULT_PROJECT: there is no such project. npm run fornix -- project create makes one; until then visitors see nothing.',
        ]),
  ]
}
