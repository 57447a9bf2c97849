import { projectOfVisitor } from './clinic/records/projects.ts'
import { StoredFileMissing } from './platform/files/stores/store.ts'
import { smtpTransport } from './platform/mail/transport.ts'
import type { Platform } from './platform.ts'

type Needs = Pick<Platform, 'config' | 'database' | 'identity' | 'files'>

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

const mailResponds = async ({ SMTP_URL, MAIL_FROM }: Needs['config']) => {
  if (!SMTP_URL) return true
  const transport = smtpTransport(SMTP_URL, MAIL_FROM)
  try {
    return await transport.reachable().catch(() => false)
  } finally {
    transport.close()
  }
}

const newest = 20

/** Of the newest files of the database, how many are not in the store: another node put them elsewhere. */
const missingFiles = async ({ database, files: { store } }: Needs) => {
  // The ids of each project's files hold their time and are indexed; over all projects nothing is.
  const rows = await database.systemQuery<{ storage_key: string }>(
    `select storage_key from projects p cross join lateral (
       select storage_key, file_id from files f where f.project_id = p.project_id and deleted_at is null
        order by file_id desc limit $1) latest
      order by file_id desc limit $1`,
    [newest],
  )
  const isMissing = ({ storage_key }: { storage_key: string }) =>
    store.get(storage_key, { start: 0, end: 0 }).then(
      (stream) => {
        stream.destroy()
        return false
      },
      (error: unknown) => error instanceof StoredFileMissing,
    )
  return (await Promise.all(rows.map(isMissing))).filter(Boolean).length
}

/** What the settings lead to and does not answer as it should. Each may come back by itself, so none is a reason not to start. */
export const startWarnings = async (needs: Needs): Promise<string[]> => {
  const { config, database, identity } = needs
  const [provider, mail, project, missing] = await Promise.all([
    config.IDENTITY === 'demo' || succeeds(identity.reach()),
    mailResponds(config),
    succeeds(projectOfVisitor(database, { host: '' }, config.defaultProject)),
    missingFiles(needs).catch(() => 0),
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
    ...(missing === 0
      ? []
      : [
          `FILES_URL: ${missing} of the newest files are missing. All nodes that share a database need the same file store: each must find what the others save.`,
        ]),
  ]
}
