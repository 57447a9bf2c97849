import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Figure } from '../report.ts'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** What a first visit loads before any page: the entry script and what it names for preloading. */
export const measureWeb = async (): Promise<Figure[]> => {
  const html = await readFile(`${dist}index.html`, 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  const sizes = await Promise.all(scripts.map(async (file) => gzipSync(await readFile(dist + file)).length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return [{ what: 'JavaScript of the web entry, gzipped', value: total / 1024, unit: 'KB', atMost: 190 }]
}
