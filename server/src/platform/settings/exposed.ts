import { statSync } from 'node:fs'
import pg from 'pg'
import { codeOf } from '../base/unknown-error.ts'
import type { Problem } from './from-files.ts'

type Given = Record<string, unknown>

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

const addressOf = (value: unknown) =>
  typeof value === 'string' && URL.canParse(value) && value.includes('://') ? new URL(value) : undefined

const fromExamples = new Set(
  'admin administrator change-me change_me changeme changeit default demo dev example fornix minioadmin orthanc pass passw0rd password portal postgres root s3cret secret test 1234 12345 123456 12345678'.split(
    ' ',
  ),
)
const isGuessed = (password: string, user?: string) =>
  fromExamples.has(password.toLowerCase()) || (password !== '' && password === user)

/** Passwords taken from examples, in a setting or inside an address. */
const guessedPasswords = (settings: Given): Problem[] =>
  Object.entries(settings).flatMap(([name, value]) => {
    const address = addressOf(value)
    const [password, user] = address
      ? [decoded(address.password), decoded(address.username)]
      : /PASSWORD|SECRET/.test(name) && typeof value === 'string'
        ? [value]
        : ['']
    return isGuessed(password, user) ? [[name, 'has a password that anybody would guess'] as const] : []
  })

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const databasesOf = (settings: Given) =>
  Object.entries(settings).filter(
    (setting): setting is [string, string] => typeof setting[1] === 'string' && /^postgres(ql)?:/.test(setting[1]),
  )

/** What is wrong with database addresses in general. */
export const badDatabaseAddresses = (settings: Given) =>
  databasesOf(settings).flatMap(([name, value]) => badAddress(name, value))

const badAddress = (name: string, value: string): Problem[] => {
  const url = new URL(value)
  if (!url.hostname)
    return [[name, 'needs a host; a socket is written as postgres://user:…@%2Frun%2Fpostgresql/database']]
  // They would override those before the @, even where the program inserts a role of its own.
  if (['user', 'password', 'host', 'port'].some((word) => url.searchParams.has(word)))
    return [[name, 'user, password, host and port belong in front of the path, not behind the question mark']]
  return readable(name, value)
}

const readable = (name: string, value: string): Problem[] => {
  try {
    return new pg.Client({ connectionString: value }) && []
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? error.path : undefined
    return [[name, path ? `the certificate ${path} cannot be read (${codeOf(error)})` : 'cannot be read as an address']]
  }
}

/** The library decides what an address means, so ask it. */
const isVerified = (value: string) => {
  const { ssl, host } = new pg.Client({ connectionString: value }) as unknown as { ssl: unknown; host: string }
  if (host.startsWith('/') || isLoopback(host)) return true
  const modes = new URL(value).searchParams.getAll('sslmode')
  const verifies = ssl !== null && typeof ssl === 'object' && !('rejectUnauthorized' in ssl)
  return verifies && modes.length === 1 && ['verify-full', 'verify-ca'].includes(modes[0] ?? '')
}

const unverifiedDatabases = (settings: Given): Problem[] =>
  databasesOf(settings)
    .filter(([name, value]) => badAddress(name, value).length === 0 && !isVerified(value))
    .map(([name]) => [
      name,
      'a database on another machine needs sslmode=verify-full, and sslrootcert=FILE for a CA of your own',
    ])

const mailOptions = ({ SMTP_URL }: Given): Problem[] => {
  const options = [...(addressOf(SMTP_URL)?.searchParams.keys() ?? [])]
  if (options.every((name) => name === 'requireTLS')) return []
  return [['SMTP_URL', 'takes no option but requireTLS=false, which says that mails may travel readable']]
}

const keyFile = (name: string, { [name]: path }: Given): Problem[] => {
  if (typeof path !== 'string') return []
  try {
    const mode = statSync(path).mode & 0o777
    if ((mode & 0o007) === 0 || process.platform === 'win32') return []
    return [[name, `every user of this machine can read it (mode ${mode.toString(8)}); chmod 600 ${path}`]]
  } catch (error) {
    // The audit key is read and checked with its own settings.
    if (name === 'AUDIT_KEY_FILE') return []
    return [[name, `cannot be read (${codeOf(error)})`]]
  }
}

/** What these settings expose to others. No message contains a secret. */
export const exposed = (settings: Given): Problem[] => [
  ...guessedPasswords(settings),
  ...unverifiedDatabases(settings),
  ...mailOptions(settings),
  ...keyFile('KEY_FILE', settings),
  ...keyFile('AUDIT_KEY_FILE', settings),
]
