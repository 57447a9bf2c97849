import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { auditProblems } from './audit.ts'
import { badDatabaseAddresses, exposed } from './exposed.ts'
import { type Problem, settingsFromFiles } from './from-files.ts'
import {
  address,
  choice,
  count,
  fhirPlace,
  optionalCount,
  optionalPort,
  pattern,
  postgres,
  secureAddress,
  share,
  text,
  textOr,
  yesOrNo,
} from './rules.ts'
import { placeProblem, s3Place } from './s3-place.ts'
import { likelyTypos } from './typos.ts'
import { vapidPublicKey } from './vapid-public-key.ts'

/** Nine tenths of the memory of the machine or container: beyond that the system kills the process. */
const maxMemoryMb = () => Math.floor((0.9 * Math.min(process.constrainedMemory() || Infinity, totalmem())) / 2 ** 20)

const listOf = (value: string) => value.split(',').flatMap((part) => part.trim() || [])
/** Exact addresses and narrow ranges: trusting everyone's X-Forwarded-For would defeat rate limits. */
const areProxies = (addresses: string[]) =>
  addresses.every((address) => {
    const [host = '', bits = '32', ...rest] = address.split('/')
    return isIP(host) > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 8
  })

/** Host names, `push.example:8443` or `*.push.example`. */
const areHosts = (hosts: string[]) => hosts.every((host) => /^(\*\.)?[a-z\d.-]+(:\d+)?$/.test(host))

const masterKeys = /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/
const web = /^https?$/
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const Settings = z.object({
  PORT: count(0, 65_535, 3000),
  HOST: textOr('127.0.0.1'),
  PUBLIC_URL: address(web, 'https://portal.example'),
  DATA_DIR: textOr('./data'),
  DATABASE_URL: postgres,
  DATABASE_SYSTEM_URL: postgres,
  DATABASE_OWNER_URL: postgres,
  DATABASE_ADMIN_URL: postgres,
  DATABASE_DIRECT_URL: postgres,
  FILES_URL: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  KEY_FILE: text,
  MASTER_KEY: pattern(masterKeys, 'needs 32 bytes in base64: openssl rand -base64 32'),
  AUDIT_KEY_FILE: text,
  AUDIT_COPY_FILE: text,
  AUDIT_SYSLOG_URL: address(/^tls$/, 'tls://logs.example:6514'),
  AUDIT_FHIR: fhirPlace,
  AUDIT_FHIR_TOKEN: text,
  CLAMD_URL: pattern(/^(tcp:\/\/[^/?#]+:\d+|unix:\/.+)$/, 'needs tcp://host:port or unix:/path'),
  TSA_URL: secureAddress('https://time.example/tsr'),
  TSA_CA_FILE: text,
  SMTP_URL: address(/^smtps?$/, 'smtp://user:secret@mail.example:587'),
  MAIL_FROM: textOr('Fornix <no-reply@fornix.example>'),
  VAPID_PUBLIC_KEY: pattern(/^[\w-]{87}$/, 'needs a public key as npm run fornix -- vapid prints it'),
  VAPID_PRIVATE_KEY: pattern(/^[\w-]{43}$/, 'needs a private key as npm run fornix -- vapid prints it'),
  VAPID_SUBJECT: address(/^(mailto|https)$/, 'mailto:desk@clinic.example'),
  PUSH_HOSTS: textOr('')
    .transform(listOf)
    .refine(areHosts, 'needs names of hosts, such as push.example or *.push.example'),
  IDENTITY: choice(['demo', 'google', 'oidc', 'password'], 'demo'),
  GOOGLE_CLIENT_ID: text,
  OIDC_ISSUER: address(web, 'https://id.portal.example'),
  OIDC_CLIENT_ID: text,
  OIDC_LABEL: text,
  OIDC_AUTH_TIME: choice(['check', 'believe'], 'check'),
  DICOMWEB_URL: address(web, 'http://orthanc:8042/dicom-web'),
  DICOMWEB_USER: text,
  DICOMWEB_PASSWORD: text,
  MAX_INSTANCE_MB: count(1, 16_384, 1024),
  LOW_DISK_MB: count(0, 10_000_000, 5120),
  KEEP_REMOVED_FILES_DAYS: count(0, 3650, 15),
  PACS_POLL_SECONDS: count(0, 3600, 30),
  PACS_SHARED: yesOrNo,
  VIEWER_URL_TEMPLATE: pattern(
    /\{study\}/,
    'needs {study} where the scan goes: https://viewer.example/viewer?StudyInstanceUIDs={study}',
  ),
  SCHEDULING_URL: address(web, 'https://booking.example/clinic'),
  RESET_UNIFORM: yesOrNo,
  FRESH_PROOF: yesOrNo,
  METRICS_PORT: optionalPort(9464),
  METRICS_HOST: textOr('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(web, 'http://127.0.0.1:4318'),
  OTEL_TRACES_SAMPLER_ARG: share,
  MAX_CONNECTIONS: count(1, 100_000, 5000),
  DATABASE_CONNECTIONS: count(2, 500, 12),
  MAX_WAITING: count(0, 100_000, 200),
  MAX_LAG_MS: count(20, 60_000, 1000),
  MAX_MEMORY_MB: count(1, 1_000_000, maxMemoryMb()),
  TRUST_PROXY: textOr('')
    .transform(listOf)
    .refine(areProxies, 'needs addresses or ranges of proxies, such as 127.0.0.1 or 10.1.0.0/16'),
  DRAIN_SECONDS: optionalCount(0, 60, 5),
  LOG_LEVEL: choice([...logLevels], 'info'),
  DEFAULT_PROJECT: text,
})

/** Every setting by its environment variable. */
export const settingNames = Object.keys(Settings.shape)

export type Mode = 'demo' | 'serve'
export type Config = ReturnType<typeof readConfig>

/** All settings of the program, checked; one message names everything that is wrong, missing or unsafe. */
export const readConfig = (mode: Mode, environment: Record<string, string | undefined>) => {
  const { values, problems } = settingsFromFiles(settingNames, environment)
  const parsed = Settings.safeParse(values)
  for (const { path, message } of parsed.error?.issues ?? []) problems.push([path.join('.'), message])
  const wrong = new Set(problems.map(([name]) => name))
  // One wrong setting hides no other: the rest is checked as if it were not set.
  const settings = parsed.data ?? Settings.parse(without(values, wrong))
  problems.push(...unsafe(mode, settings).filter(([name]) => !wrong.has(name)))
  const lines = problems.map(([name, why]) => `${name}: ${why}`)
  const warnings = likelyTypos(settingNames, environment)
  if (lines.length > 0)
    throw new Error(
      `These settings are missing or wrong:\n  ${[...lines, ...warnings].join('\n  ')}\nSee .env.example.`,
    )
  const dataDir = resolve(settings.DATA_DIR)
  return {
    ...settings,
    // The specification's response to an unknown address reveals which addresses have an account.
    RESET_UNIFORM: settings.RESET_UNIFORM ?? mode === 'serve',
    /** Messages for the operator who starts the program. */
    warnings,
    mode,
    demo: mode === 'demo',
    /** Staff need two factors unless their project says otherwise, and admins always do. */
    twoStep: mode === 'serve',
    /** Calls that decide something require fresh proof; in the demo only if it is configured. */
    freshProof: settings.FRESH_PROOF ?? mode === 'serve',
    /** How long /readyz says 503 before the port closes. */
    drainSeconds: settings.DRAIN_SECONDS ?? (mode === 'serve' ? 5 : 0),
    dataDir,
    keyFile: settings.KEY_FILE ? resolve(settings.KEY_FILE) : `${dataDir}/master.key`,
    auditKeyFile: settings.AUDIT_KEY_FILE ? resolve(settings.AUDIT_KEY_FILE) : `${dataDir}/audit-demo.key`,
    filesFolder: settings.FILES_URL ? resolve(settings.FILES_URL.replace(/^file:/, '')) : `${dataDir}/files`,
    objectStore: settings.FILES_URL?.startsWith('s3:') ? s3Place(settings.FILES_URL) : undefined,
    publicUrl: addressOf(settings).replace(/\/$/, ''),
    defaultProject: settings.DEFAULT_PROJECT ?? 'northside',
  }
}

const addressOf = ({ PUBLIC_URL, PORT }: z.output<typeof Settings>) => PUBLIC_URL ?? `http://localhost:${PORT}`

const without = (values: Record<string, unknown>, names: Set<string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))

const unsafe = (mode: Mode, settings: z.output<typeof Settings>) => {
  const problems: Problem[] = badDatabaseAddresses(settings)
  const need = (name: keyof typeof settings, why: string) => settings[name] || problems.push([name, why])
  problems.push(...auditProblems(settings))
  const place = placeProblem(settings.FILES_URL)
  if (place) problems.push(['FILES_URL', place])
  if (settings.S3_ACCESS_KEY_ID) need('S3_SECRET_ACCESS_KEY', 'needed with S3_ACCESS_KEY_ID')
  if (settings.S3_SECRET_ACCESS_KEY) need('S3_ACCESS_KEY_ID', 'needed with S3_SECRET_ACCESS_KEY')
  if (settings.IDENTITY === 'google') need('GOOGLE_CLIENT_ID', 'needed with IDENTITY=google')
  if (settings.IDENTITY === 'oidc') {
    need('OIDC_ISSUER', 'needed with IDENTITY=oidc')
    need('OIDC_CLIENT_ID', 'needed with IDENTITY=oidc')
  }
  if (settings.VAPID_PUBLIC_KEY || settings.VAPID_PRIVATE_KEY) {
    for (const name of ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const)
      need(name, 'push notifications need all three of VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT')
    if (settings.VAPID_PRIVATE_KEY && vapidPublicKey(settings.VAPID_PRIVATE_KEY) !== settings.VAPID_PUBLIC_KEY)
      problems.push(['VAPID_PUBLIC_KEY', 'is not the public half of VAPID_PRIVATE_KEY'])
  }
  if (settings.KEY_FILE && settings.MASTER_KEY)
    problems.push(['MASTER_KEY', 'is given beside KEY_FILE; the master key comes from one of them'])
  if (settings.DATABASE_SYSTEM_URL || settings.DATABASE_DIRECT_URL) need('DATABASE_URL', 'needed beside the others')
  // The frame may run scripts as its own origin, which must not be ours.
  if (settings.SCHEDULING_URL && new URL(settings.SCHEDULING_URL).origin === new URL(addressOf(settings)).origin)
    problems.push(['SCHEDULING_URL', 'needs an origin other than the portal’s'])
  if (mode === 'demo') return problems
  if (settings.SCHEDULING_URL?.startsWith('http:')) problems.push(['SCHEDULING_URL', 'needs an https address'])
  need('DATABASE_URL', 'serve does not run the embedded PostgreSQL')
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_ADMIN_URL'] as const)
    if (settings[name]) problems.push([name, 'is for npm run fornix only; serve runs without such rights'])
  need('SMTP_URL', 'serve does not run the demo mailbox')
  if (!settings.MASTER_KEY) need('KEY_FILE', 'the file of the master key, or the key itself in MASTER_KEY')
  need(
    'AUDIT_KEY_FILE',
    'the key that signs the anchors of the audit trail, outside DATA_DIR; npm run fornix -- audit-key /etc/fornix/audit.key makes one',
  )
  if (settings.FRESH_PROOF === false)
    problems.push(['FRESH_PROOF', 'is false for the demo only; in serve, what decides something is confirmed'])
  need('DEFAULT_PROJECT', 'the slug of the project that a visitor meets')
  if (settings.IDENTITY === 'demo')
    problems.push([
      'IDENTITY',
      'serve does not run the demo identity provider; choose google, oidc, or password where there is none',
    ])
  if (!settings.PUBLIC_URL?.startsWith('https://')) problems.push(['PUBLIC_URL', 'needs an https address'])
  return [...problems, ...exposed(settings)]
}

/** The origins whose pages may call. In the demo both loopback names are the same site. */
export const originsOf = ({ demo, publicUrl }: Config) => {
  const origin = new URL(publicUrl).origin
  const others = [origin.replace('//localhost', '//127.0.0.1'), origin.replace('//127.0.0.1', '//localhost')]
  return demo ? [...new Set([origin, ...others])] : [origin]
}
