import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { startProgram } from '../e2e/demo-program.ts'
import { freePort } from '../server/test/free-port.ts'
import { ask } from './calls.ts'

export type Portal = Awaited<ReturnType<typeof startPortal>>

/** The demo as `npm start` runs it, on a port and a folder of its own; or on one that is there already. */
export const startPortal = async (settings: Record<string, string> = {}, folder?: string) => {
  const dataDir = folder ?? (await mkdtemp(`${tmpdir()}/fornix-drill-`))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const start = () => startProgram(port, dataDir, { LOG_LEVEL: 'silent', ...settings })
  let program = await start()
  const readiness = async () => (await ask(`${address}/readyz`)).status

  /** Seconds until it is ready; fails after a minute. */
  const ready = async () => {
    const begun = performance.now()
    while ((await readiness()) !== 200) {
      if (performance.now() - begun > 60_000) throw new Error('The portal did not get ready within a minute')
      await pause(25)
    }
    return (performance.now() - begun) / 1000
  }
  await ready()
  return {
    address,
    dataDir,
    port,
    readiness,
    ready,
    pid: async () => Number((await readFile(`${dataDir}/fornix.pid`, 'utf8')).trim()),
    /** Without a word of farewell, and started again. Seconds until it is ready. */
    killAndRestart: async () => {
      await program.kill()
      const begun = performance.now()
      program = await start()
      await ready()
      return (performance.now() - begun) / 1000
    },
    stop: async () => {
      await program.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
