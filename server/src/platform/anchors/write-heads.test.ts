import { expect, test } from 'vitest'
import type { UnsignedLine } from './anchor-line.ts'
import { type ChainHead, headWriter } from './write-heads.ts'

const minute = 60_000

test('a head is anchored when it has moved, and every ten minutes when it has not', async () => {
  const head: ChainHead = { project_id: 'one', seq: 1, hash: Buffer.from('a') }
  const quiet: ChainHead = { project_id: 'other', seq: 7, hash: Buffer.from('b') }
  const written: string[] = []
  let now = 0
  const write = headWriter(
    { systemQuery: async <Row>() => [head, quiet] as Row[] },
    {
      write: async (said: UnsignedLine[]) => void written.push(said.map((one) => ('seq' in one ? one.seq : '')).join()),
    },
    () => now,
  )
  await write()
  now = 1 * minute
  await write()
  Object.assign(head, { seq: 2, hash: Buffer.from('c') })
  await write()
  now = 10 * minute
  await write()
  now = 11 * minute
  await write()
  expect(written).toEqual(['1,7', '2', '7', '2'])
})
