import { Readable } from 'node:stream'
import { uploadDocument } from '@fornix/contract'
import { expect, test } from 'vitest'
import { uploadReceiver } from './upload.ts'

/** As Fastify has it when the sender is gone before anybody read the body: the parts never come, and never end. */
const leftRequest = () => {
  const raw = new Readable({ read() {} })
  raw.destroy()
  async function* parts() {
    yield await new Promise<never>(() => {})
  }
  return { raw, parts, isMultipart: () => true, caller: { person: 'nora' } }
}

test('who went away while the database was waited for takes no turn from what the person sends next', async () => {
  const receive = uploadReceiver({} as never)
  const rule = uploadDocument.upload
  for (let time = 0; time < 3; time++)
    await expect(receive(leftRequest() as never, rule as never, {} as never)).rejects.toMatchObject({ status: 400 })
})
