import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'

const script = await readFile(new URL('../../../deploy/install.sh', import.meta.url), 'utf8')
const folder = await mkdtemp(`${tmpdir()}/fornix-install-`)
afterAll(() => rm(folder, { recursive: true, force: true }))
const run = (text: string, environment: Record<string, string>) =>
  spawnSync('/bin/sh', [], {
    input: text,
    encoding: 'utf8',
    env: { PATH: `${folder}/bin:${process.env['PATH']}`, ...environment },
  })

describe('the answers', () => {
  // Up to the first step that changes something.
  const questions = script
    .slice(script.indexOf('say() {'), script.indexOf('say "Packages of Debian"'))
    .replace(/^(\[ "\$\(id|case \$checkout|command -v|\[ "\$\(node).*\n/gm, '')
  const good = {
    PORTAL_HOST: 'portal.example',
    PROJECT: 'north-side-2',
    PROJECT_NAME: 'Saint Mary’s & Sons (Übersee)',
    ADMIN_EMAIL: "o'brien@portal.example",
    ADMIN_FIRST_NAME: 'Ana María',
    ADMIN_LAST_NAME: "O'Brien",
    SMTP_URL: 'smtp://me:a$b@mail.example?requireTLS=true&x=1',
  }
  const answered = (answers: Record<string, string>) =>
    run(`set -eu\n${questions}\nprintf '%s\\n' "$PROJECT_NAME" "$MAIL_FROM"`, { ...good, ...answers })

  test('are taken as they are', () => {
    const { status, stdout, stderr } = answered({})
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`${good.PROJECT_NAME}\nno-reply@portal.example\n`)
  })

  test.each<[string, string]>([
    ['PROJECT', 'North'],
    ['PROJECT', 'a b'],
    ['PROJECT', 'nørd'],
    ['PROJECT_NAME', 'North\nSide'],
    ['ADMIN_EMAIL', 'a@b.example\u0007'],
    ...[...'$`"\'\\&;|<>() \n\t'].map((character): [string, string] => ['PORTAL_HOST', `a${character}b`]),
    ['MAIL_FROM', 'a@b.example>"; reboot'],
    ['IDENTITY', 'password\nHOST=0.0.0.0'],
    ['CERTIFICATE', '/etc/my certificate'],
  ])('%s refuses %j in a sentence', (name, value) => {
    const { status, stderr } = answered({ [name]: value })
    expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^${name}: .+, please\\.\n$`))])
  })
})

describe('the database', async () => {
  const step = script.slice(script.indexOf('say "Database"'), script.indexOf('say "First project'))
  const head = script.slice(script.indexOf('say() {'), script.indexOf('ask() {'))
  await mkdir(`${folder}/bin`)
  for (const [name, text] of Object.entries({
    // Notes what it is to run, from its last argument or its input.
    runuser: `for last; do :; done; [ "$last" != postgres ] || last=$(cat); echo "$last" >>${folder}/statements`,
    openssl: 'echo 0123',
  })) {
    await writeFile(`${folder}/bin/${name}`, `#!/bin/sh\n${text}\n`)
    await chmod(`${folder}/bin/${name}`, 0o755)
  }
  const secrets = `${folder}/secrets`
  const prepared = async (fornix: string, present: string[] = []) => {
    for (const gone of [secrets, `${folder}/statements`]) await rm(gone, { recursive: true, force: true })
    await mkdir(secrets)
    for (const name of present) await writeFile(`${secrets}/${name}`, 'x')
    const answer = run(`set -eu\nsecrets=${secrets}\n${head}\nfornix() { ${fornix}; }\n${step}`, {})
    return { ...answer, statements: (await readFile(`${folder}/statements`, 'utf8')).trim().split('\n') }
  }
  const drop = 'drop role if exists fornix_installer'
  const all = ['DATABASE_URL', 'DATABASE_SYSTEM_URL', 'DATABASE_OWNER_URL']

  test.each(['INT', 'TERM', 'HUP'])('on %s its administrator goes', async (signal) => {
    const { statements } = await prepared(`kill -${signal} $$`)
    const made = statements.findIndex((text) => text.startsWith('create role fornix_installer'))
    expect(statements[made]).toMatch(/ valid until '20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\+00'$/)
    expect(statements.slice(made + 1)).toEqual([drop])
  })

  test('an administrator that a killed run left goes, also when there is nothing else to do', async () => {
    const { status, statements } = await prepared(':', all)
    expect([status, statements]).toEqual([0, expect.arrayContaining([drop])])
    expect(statements.join()).not.toContain('create role')
  })

  test('addresses of which one was not written are made again', async () => {
    const { statements } = await prepared(':', ['DATABASE_URL', 'DATABASE_OWNER_URL'])
    expect(statements.join()).toContain('create role fornix_installer')
    const { status, stderr } = await prepared(':', ['DATABASE_URL', 'DATABASE_SYSTEM_URL'])
    expect([status, stderr]).toEqual([1, expect.stringContaining('DATABASE_OWNER_URL is missing. Put it back')])
  })

  test('a migration that fails stops the script, and is shown', async () => {
    const { status, stderr } = await prepared('echo 0001_scope has run; echo division by zero >&2; return 1', all)
    expect([status, stderr]).toEqual([1, '0001_scope has run\ndivision by zero\n'])
  })
})
