import { rm } from 'node:fs/promises'
import { test } from '@playwright/test'
import { seededFolder, startProgram } from './demo-program.ts'

/** For all tests of a file: a program of their own on this port, which asks for fresh proof as the one in production does. */
export const useOwnProgram = (port: number) => {
  test.use({ baseURL: `http://localhost:${port}` })
  const own: { dataDir: string; program?: Awaited<ReturnType<typeof startProgram>> } = { dataDir: '' }
  test.beforeAll(async () => {
    own.dataDir = await seededFolder()
    own.program = await startProgram(port, own.dataDir, { FRESH_PROOF: 'true' })
  })
  test.afterAll(async () => {
    await own.program?.stop()
    await rm(own.dataDir, { recursive: true, force: true })
  })
  return own
}
