import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { demoPort, startProgram } from './demo-program.ts'
import { leaksIn } from './leaks.ts'

/** One demo for the journeys that do not stop it. When they are over, nothing of what they typed may be in its log or metrics. */
export default async () => {
  const dataDir = await mkdtemp(`${tmpdir()}/fornix-e2e-`)
  // For the journeys that look at what lies on the disk.
  process.env['E2E_DATA_DIR'] = dataDir
  const log = `${dataDir}/output.log`
  const seeded = `${dataDir}-seeded`
  await (await startProgram(demoPort, dataDir)).stop()
  await cp(dataDir, seeded, { recursive: true, preserveTimestamps: true })
  process.env['E2E_SEEDED_DIR'] = seeded
  const program = await startProgram(
    demoPort,
    dataDir,
    { LOG_LEVEL: 'trace', METRICS_PORT: '0', TRUST_PROXY: '127.0.0.1,::1' },
    log,
  )
  return async () => {
    const port = /"port":(\d+),"msg":"metrics"/.exec(await readFile(log, 'utf8'))?.[1]
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    await program.stop()
    const leaks = [...leaksIn(await readFile(log, 'utf8')), ...leaksIn(metrics)]
    for (const folder of [dataDir, seeded]) await rm(folder, { recursive: true, force: true })
    if (leaks.length > 0) throw new Error(`What people typed is in the log or the metrics:\n${leaks.join('\n')}`)
  }
}
