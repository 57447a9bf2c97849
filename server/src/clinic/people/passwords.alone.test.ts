import * as argon2 from '@node-rs/argon2'
import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword, isCommonPassword, passwordFits } from './passwords.ts'

// The real functions, watched.
vi.mock('@node-rs/argon2', { spy: true })
beforeEach(() => vi.clearAllMocks())

test('a password is kept as argon2id of 19 MiB and two passes, salted', async () => {
  const [one, two] = [await hashPassword('Correct-horse-9!'), await hashPassword('Correct-horse-9!')]
  for (const stored of [one, two]) expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await passwordFits(one, 'Correct-horse-9!')).toBe(true)
  expect(await passwordFits(one, 'Correct-horse-9')).toBe(false)
})

test('all of a long password counts, and how its letters are composed does not', async () => {
  const long = 'x'.repeat(127)
  const stored = await hashPassword(`${long}é`)
  expect(await passwordFits(stored, `${long}e\u0301`)).toBe(true)
  expect(await passwordFits(stored, `${long}e`)).toBe(false)
})

test('a login that does not exist costs the same work, and is never right', async () => {
  await passwordFits(null, 'warm')
  vi.clearAllMocks()
  expect(await passwordFits(null, 'no such login')).toBe(false)
  expect(argon2.verify).toHaveBeenCalledTimes(1)
  const stored = await hashPassword('Correct-horse-9!')
  vi.clearAllMocks()
  await passwordFits(stored, 'wrong')
  expect(argon2.verify).toHaveBeenCalledTimes(1)
})

test('at most four are computed at once, so that sign-ins do not use up the memory', async () => {
  let running = 0
  let most = 0
  vi.mocked(argon2.hash).mockImplementation(async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    return 'hash'
  })
  await Promise.all(Array.from({ length: 12 }, () => hashPassword('x')))
  vi.mocked(argon2.hash).mockReset()
  expect(most).toBe(4)
})

test.each([
  'Password1!',
  'P@ssw0rd',
  'passw0rd!!',
  'Welcome2026#',
  'Qwerty123!',
  '123Summer!',
  'L3tme1n!',
  'FORNIX-2026!',
])('%s is a common word with decorations', (password) => expect(isCommonPassword(password)).toBe(true))

test.each(['Correct-horse-9!', 'Lantern-fish-7!', 'Mypasswordisgreen1!'])('%s is not', (password) =>
  expect(isCommonPassword(password)).toBe(false),
)
