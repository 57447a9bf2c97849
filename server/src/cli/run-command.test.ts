import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { accessDocument, checkAccess } from './access.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const run = async (...args: string[]) => {
  const [printed, complaints]: [string[], string[]] = [[], []]
  const code = await runCommand(args, {
    environment: {},
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  })
  return { code, printed: printed.join('\n'), complaints: complaints.join('\n') }
}

test('the help names every command and what it does', async () => {
  const { code, printed } = await run('--help')
  expect(code).toBe(0)
  for (const { name, summary } of commands) {
    expect(printed).toContain(name)
    expect(printed).toContain(summary)
  }
})

test('the help of a command explains its options', async () => {
  const { code, printed } = await run('project', 'create', '--help')
  expect(code).toBe(0)
  expect(printed).toMatch(/--time-zone +in which appointments are told/)
})

test.each([
  [['nonsense'], 'There is no command "nonsense"'],
  [['seed'], '--patients is missing'],
  [['seed', '--patients', 'many'], '--patients "many": A whole number, please'],
  [['seed', '--patients', '0'], '--patients "0": At least 1, please'],
  [['seed', '--patientz', '3'], "Unknown option '--patientz'"],
  [
    ['project', 'create', '--slug', 'No', '--name', 'x', '--time-zone', 'Mars'],
    '--time-zone "Mars": A name of the IANA',
  ],
  [['admin', 'invite', '--email', 'vera'], '--email "vera": An email address, please'],
])('%j is refused with a sentence that helps', async (args, sentence) => {
  const { code, complaints } = await run(...args)
  expect(code).toBe(1)
  expect(complaints).toContain(sentence)
})

test('the check of docs/ACCESS.md fails on a stale file and on a missing one', async () => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-access-`)
  const file = pathToFileURL(`${folder}/ACCESS.md`)
  await expect(checkAccess(file)).rejects.toThrow('docs/ACCESS.md is stale. Run: npm run fornix -- access')
  await writeFile(file, accessDocument())
  await checkAccess(file)
  await writeFile(file, accessDocument().replace('✓', ' '))
  await expect(checkAccess(file)).rejects.toThrow('stale')
})

test('the access document gives patients no staff call', () => {
  const staffOnly = accessDocument()
    .split('\n')
    .find((line) => line.includes('GET /operator/get_all_patients/'))
  expect(
    staffOnly
      ?.split('|')
      .slice(2, 10)
      .map((cell) => cell.trim()),
  ).toEqual(['', '', '', '✓', '✓', '✓', '✓', '✓'])
})
