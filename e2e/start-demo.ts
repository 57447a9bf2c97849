import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { demoPort, startProgram } from './demo-program.ts'

/** One demo for the journeys that do not stop it. */
export default async () => {
  const dataDir = await mkdtemp(`${tmpdir()}/fornix-e2e-`)
  // For the journeys that look at what lies on the disk.
  process.env['E2E_DATA_DIR'] = dataDir
  const program = await startProgram(demoPort, dataDir)
  return async () => {
    await program.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
