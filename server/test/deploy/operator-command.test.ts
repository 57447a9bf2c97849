import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'

const root = await mkdtemp(`${tmpdir()}/fornix-command-`)
afterAll(() => rm(root, { recursive: true, force: true }))
const data = `${root}/var/lib/fornix`
const [service, someone] = [4711, 4712]

/** Stands in for the program: makes a folder of its own in the data folder, says its environment, and fails. */
const program = `#!/bin/sh
umask 077
mkdir -p "$DATA_DIR/files/ab" && echo x >"$DATA_DIR/files/ab/cd"
env
[ "$2" != wait ] || kill -TERM 0
exit 3
`
const run = async (settings: string, ...words: string[]) => {
  await rm(data, { recursive: true, force: true })
  for (const folder of [data, `${root}/etc/fornix/secrets`]) await mkdir(folder, { recursive: true })
  await writeFile(`${root}/etc/fornix/fornix.env`, settings)
  await writeFile(`${root}/node`, program)
  await chmod(`${root}/node`, 0o755)
  await writeFile(`${data}/foreign`, '')
  await chown(`${data}/foreign`, someone, someone)
  let script = await readFile(new URL('../../../deploy/systemd/fornix', import.meta.url), 'utf8')
  for (const [name, value] of Object.entries({ node: `${root}/node`, root, owner: `${service}:${service}` }))
    script = script.replace(new RegExp(`^${name}=.*`, 'm'), `${name}=${value}`)
  await writeFile(`${root}/fornix`, script)
  // In a group of its own, which a signal to all of it does not leave.
  return spawnSync('/usr/bin/setsid', ['-w', '/bin/sh', `${root}/fornix`, ...words], { encoding: 'utf8' })
}
const ownerOf = async (name: string) => (await stat(`${data}/${name}`)).uid

describe.skipIf(process.getuid?.() !== 0)('sudo fornix', () => {
  test('what a failing command made in the data folder is the service’s, and its exit code stays', async () => {
    const { status } = await run('HOST=127.0.0.1\n', 'migrate')
    expect(status).toBe(3)
    for (const name of ['', 'files', 'files/ab', 'files/ab/cd'])
      expect([name, await ownerOf(name)]).toEqual([name, service])
    expect(await ownerOf('foreign')).toBe(someone)
  })

  test('so is what an interrupted command made', async () => {
    const { status } = await run('', 'wait')
    expect(status).not.toBe(0)
    expect(await ownerOf('files/ab/cd')).toBe(service)
  })

  test('settings are read as systemd reads them, and nothing in them is run', async () => {
    const settings = [
      '# HOST=comment',
      'MAIL_FROM="Portal <no-reply@portal.example>"',
      `PUBLIC_URL=https://x/?a=$(touch ${root}/ran)&b=\`id\`;c`,
      `touch ${root}/ran`,
      `lower; touch ${root}/ran=1`,
      'IDENTITY=password',
    ]
    const { stdout } = await run(settings.join('\n'), 'migrate')
    const lines = stdout.split('\n')
    expect(lines).toContain('MAIL_FROM=Portal <no-reply@portal.example>')
    expect(lines).toContain(settings[2])
    expect(lines).toContain('IDENTITY=password')
    expect(lines).toContain(`DATA_DIR=${data}`)
    await expect(stat(`${root}/ran`)).rejects.toThrow('ENOENT')
  })
})
