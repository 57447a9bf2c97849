import { expect, test } from 'vitest'
import { orUnavailable } from './unreachable.ts'

const failing = (code: string) =>
  orUnavailable(() => Promise.reject(Object.assign(new Error('It failed'), { code }))).catch((error: unknown) => error)

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', '57P01'])(
  '%s means that the database is away',
  async (code) => {
    expect(await failing(code)).toMatchObject({ status: 503 })
  },
)

test.each(['57014', '53200', '23505', 'ENOENT'])('%s is an error of what was asked', async (code) => {
  expect(await failing(code)).toMatchObject({ message: 'It failed', code })
})
