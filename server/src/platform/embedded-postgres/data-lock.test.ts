import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './data-lock.ts'

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fornix-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const program = `
  import { lockDataFolder } from ${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)}
  try { await lockDataFolder(process.argv[1]); console.log('locked') } catch (error) { console.log(error.message) }
  setInterval(() => {}, 1000)
`

/** Another process that tries to lock the folder and stays alive; returns its output. */
const otherProcess = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

const refusal = (pid: number | undefined) =>
  `Another Fornix (process ${pid}) is using ${folder}. Stop it, or set DATA_DIR to another folder.`

test('a second process is told who uses the folder and what to do', async () => {
  await lockDataFolder(folder)
  expect((await otherProcess()).said).toBe(refusal(process.pid))
})

test('a folder that was given back can be taken by another process', async () => {
  const unlock = await lockDataFolder(folder)
  await unlock()
  await unlock()
  const { child, said } = await otherProcess()
  expect(said).toBe('locked')
  await expect(lockDataFolder(folder)).rejects.toThrow(refusal(child.pid))
})

test('the lock of a killed process does not stand in the way, even when its number belongs to a living process now', async () => {
  const { child, said } = await otherProcess()
  expect(said).toBe('locked')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await writeFile(join(folder, 'fornix.pid'), `${process.ppid}\n`)
  const unlock = await lockDataFolder(folder)
  expect((await otherProcess()).said).toBe(refusal(process.pid))
  await unlock()
})

test('of several processes that start at once exactly one gets the folder', async () => {
  const tries = await Promise.all(Array.from({ length: 4 }, otherProcess))
  expect(tries.filter(({ said }) => said === 'locked')).toHaveLength(1)
  expect(tries.filter(({ said }) => said.startsWith('Another Fornix (process '))).toHaveLength(3)
})
