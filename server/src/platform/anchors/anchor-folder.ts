import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** The log of the running program. */
export const ownLog = 'audit-anchors.jsonl'
/** The log of a command, or of an installation that was restored here. */
export const namedLog = (id: string) => `audit-anchors-${id}.jsonl`

/** The logs in a data folder, the program's own first. */
export const anchorFiles = async (folder: string) => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => /^audit-anchors(-[0-9a-f-]{36})?\.jsonl$/.test(name))
    .sort((a, b) => Number(b === ownLog) - Number(a === ownLog) || a.localeCompare(b))
    .map((name) => join(folder, name))
}

/** The log's lines from a byte offset on, each with the offset after it; an unfinished last line is skipped unless wanted. */
export const wholeLines = async function* (from: string | Readable, start = 0, rest = { isWanted: false }) {
  const source = typeof from === 'string' ? createReadStream(from, { start }) : from
  let [open, end] = [Buffer.alloc(0), start]
  for await (const piece of source) {
    open = Buffer.concat([open, Buffer.from(piece)])
    let from = 0
    for (let at = open.indexOf(10); at >= 0; at = open.indexOf(10, from)) {
      end += at + 1 - from
      yield { text: open.toString('utf8', from, at), end }
      from = at + 1
    }
    open = open.subarray(from)
  }
  if (rest.isWanted && open.length > 0) yield { text: open.toString('utf8'), end: end + open.length }
}
