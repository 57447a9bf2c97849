import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { on } from './network.ts'
import { asPostgres, type Program, program } from './processes.ts'
import { machines, proxy, shippedFile } from './shipped.ts'

const port = 6432

/** The same database by the pooler on the machine. */
export const pooled = (url: string) => {
  const { username, password, pathname } = new URL(url)
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
}

/** PgBouncer on each machine, from the shipped file. */
export const startPoolers = async (folder: string, ca: string, urls: string[]) => {
  const place = `${folder}/pooler`
  await mkdir(place, { mode: 0o755 })
  const users = urls.map((url) => {
    const { username, password } = new URL(url)
    return `"${username}" "${decodeURIComponent(password)}"\n`
  })
  const text = await shippedFile('pgbouncer.ini', [
    ['leader.portal.example', proxy.host],
    ['/etc/pgbouncer/', `${place}/`],
    ['/etc/fornix/database-ca.crt', `${place}/ca.crt`],
  ])
  const files = { 'pgbouncer.ini': text, 'userlist.txt': users.join(''), 'ca.crt': await readFile(ca, 'utf8') }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(`${place}/${name}`, content)
    await chmod(`${place}/${name}`, 0o644)
  }
  const poolers: Program[] = machines.map((machine) => {
    const words = ['/usr/sbin/pgbouncer', '-q', `${place}/pgbouncer.ini`]
    return program(`${folder}/pooler-${machine}.log`, words, {}, [...on(machine), ...asPostgres])
  })
  for (const pooler of poolers) pooler.start()
  return {
    /** As systemd does it: what is under way is cut off. */
    restart: async () => {
      for (const pooler of poolers) {
        await pooler.stop()
        pooler.start()
      }
    },
    stop: async () => {
      for (const pooler of poolers) await pooler.kill()
    },
  }
}
