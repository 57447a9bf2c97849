import { resolve } from 'node:path'

type Settings = Record<string, unknown>
type Failure = {
  message: string
  code: string
  syscall: string
  path: string
  hostname: string
  port: number
  address: string
}

const commandOf = { demo: 'npm start', serve: 'npm run serve', cli: 'npm run fornix' }
type Program = keyof typeof commandOf

/** When several addresses of one name were tried, the first failure says as much as the others. */
const failureOf = (error: unknown): Partial<Failure> => {
  const all = error as Partial<Failure> & { errors?: unknown }
  const [first] = Array.isArray(all.errors) ? all.errors : []
  return first ?? all
}

/** A system failure, explained in a message that begins with the setting to change. Other errors stay as they are. */
export const explained = (error: unknown, settings: Settings, program: Program): Error => {
  const whole = error instanceof Error ? error : new Error(String(error))
  const failure = failureOf(error)
  const sentence =
    listening(failure, settings, program) ??
    connecting(failure, settings) ??
    inDatabase(failure, settings) ??
    onDisk(failure, settings)
  return sentence ? new Error(sentence, { cause: error }) : whole
}

const listening = (
  { code, syscall, port, address, hostname }: Partial<Failure>,
  settings: Settings,
  program: Program,
) => {
  const ofMetrics = port !== undefined && port === Number(settings['METRICS_PORT'])
  const [PORT, HOST] = ofMetrics ? ['METRICS_PORT', 'METRICS_HOST'] : ['PORT', 'HOST']
  if (syscall === 'getaddrinfo' && hostname && hostname === settings[HOST])
    return `${HOST}: this machine knows no ${hostname}. ${hosts(HOST)}`
  if (syscall !== 'listen') return undefined
  const another = `${PORT}=${(port ?? 3000) < 1024 ? 3000 : (port ?? 3000) + 1} ${commandOf[program]}`
  if (code === 'EADDRINUSE')
    return `${PORT}: ${port} is taken by another program. Stop it, or choose another: ${another}`
  if (code === 'EACCES')
    return `${PORT}: this user may not open ${port}; ports below 1024 are root's. Choose another: ${another}`
  if (code === 'EADDRNOTAVAIL') return `${HOST}: ${address} is no address of this machine. ${hosts(HOST)}`
  return undefined
}
const hosts = (name: string) =>
  `${name}=127.0.0.1 listens for this machine alone, ${name}=0.0.0.0 on all its addresses.`

const usualPorts: Record<string, string> = {
  'postgres:': '5432',
  'postgresql:': '5432',
  'smtp:': '587',
  'smtps:': '465',
}
const addressesIn = (settings: Settings) =>
  Object.entries(settings).flatMap(([name, value]) =>
    typeof value === 'string' && /^(postgres(ql)?|smtps?):/.test(value) && URL.canParse(value)
      ? [{ name, url: new URL(value) }]
      : [],
  )

const connecting = ({ code, hostname, port, address }: Partial<Failure>, settings: Settings) => {
  const named = addressesIn(settings).find(({ url }) =>
    hostname ? url.hostname === hostname : Number(url.port || usualPorts[url.protocol]) === port,
  )
  if (!named) return undefined
  const where = `${named.name}: `
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${where}there is no host ${hostname}, or its name cannot be looked up. Is it spelled right?`
  if (['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'].includes(code ?? ''))
    return `${where}nobody answers at ${named.url.hostname || address}, port ${port}. Is the server running, and is the address right?`
  return undefined
}

/** PostgreSQL error codes. */
const inDatabase = ({ code, message = '' }: Partial<Failure>, settings: Settings) => {
  const [, quoted = ''] = /"([^"]*)"/.exec(message) ?? []
  const urls = addressesIn(settings).filter(({ name }) => name.startsWith('DATABASE_'))
  const named = (urls.find(({ url }) => decodeURIComponent(url.username) === quoted) ?? urls[0])?.name
  if (named && (code === '28P01' || code === '28000'))
    return `${named}: the database refuses the user ${quoted} or its password. An address looks like postgres://user:password@db.example:5432/fornix`
  if (named && code === '3D000')
    return `${named}: there is no database ${quoted}. npm run fornix -- database prepare makes it, and its roles.`
  if (code === '53100' && named) return `${named}: the disk of the database is full.`
  return undefined
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'a file of that name is there',
  ENOENT: 'no folder can be made there',
}

/** Besides DATA_DIR, the settings that name a file or folder to write to. */
const places = ['KEY_FILE', 'AUDIT_COPY_FILE', 'FILES_URL']
const isUnder = (given: string, folder: string) => given !== '' && `${resolve(given)}/`.startsWith(`${folder}/`)

const onDisk = ({ code = '', path, message = '' }: Partial<Failure>, settings: Settings) => {
  const folder = resolve(String(settings['DATA_DIR'] || './data'))
  if (code === 'ENOSPC' || code === '53100' || /No space left on device/.test(message))
    return `DATA_DIR: the disk that holds ${folder} is full. The demo needs 120 MB there. Make room, or choose another: DATA_DIR=/a/larger/disk`
  const reason = reasons[code]
  if (!path || !reason) return undefined
  const named = places.find((name) => isUnder(String(settings[name] || '').replace(/^file:/, ''), path))
  if (named) return `${named}: ${settings[named]} cannot be used: ${reason} (${path}).`
  if (`${folder}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${folder}/`))
    return `DATA_DIR: ${folder} cannot be used: ${reason} (${path}). Choose a folder of yours: DATA_DIR=./data`
  return `${path} cannot be used: ${reason}.`
}
