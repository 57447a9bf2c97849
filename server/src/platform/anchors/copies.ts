import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import type { Log } from '../base/log.ts'
import { runEvery } from '../base/run-every.ts'
import { anchorsCopied } from '../base/signals.ts'
import { anchorFiles, wholeLines } from './anchor-folder.ts'
import { parseLine } from './anchor-line.ts'
import { sendToSyslog } from './syslog.ts'

/** A destination elsewhere that gets every line of every log, in order and at least once. */
export type Copy = { name: 'file' | 'syslog'; target: string; deliver: (lines: string[]) => Promise<void> }
type Settings = { AUDIT_COPY_FILE?: string | undefined; AUDIT_SYSLOG_URL?: string | undefined }

export const copiesOf = ({ AUDIT_COPY_FILE: path, AUDIT_SYSLOG_URL: url }: Settings): Copy[] => [
  ...(path ? [{ name: 'file', target: path, deliver: (lines) => appendLines(path, lines) } satisfies Copy] : []),
  ...(url
    ? [{ name: 'syslog', target: url, deliver: (lines) => sendToSyslog(new URL(url), lines) } satisfies Copy]
    : []),
]

/** The file may be append-only, so nothing is taken back: what a full disk cut off stays as a line of its own. */
export const appendLines = async (path: string, lines: string[]) => {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    const isCut = size > 0 && last[0] !== 10
    await file.appendFile(`${isCut ? '\n' : ''}${lines.join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The byte offset up to which the copy has each log. */
const Sent = z.record(z.string(), z.number().int().min(0))
const sentPath = (folder: string, { target }: Copy) =>
  `${folder}/audit-copy-${createHash('sha256').update(target).digest('hex').slice(0, 12)}.json`
const readSent = async (path: string) => {
  const text = existsSync(path) ? await readFile(path, 'utf8') : '{}'
  try {
    return Sent.parse(JSON.parse(text))
  } catch {
    // A crash left the note half written: sending everything again is fine, too.
    return {}
  }
}

const maxLines = 200

/** Delivers new lines in the folder's logs. */
export const catchUpCopy = async (folder: string, copy: Copy, log: Log, stopping?: AbortSignal) => {
  const path = sentPath(folder, copy)
  const sent = await readSent(path)
  for (const file of await anchorFiles(folder)) {
    const name = basename(file)
    if ((await stat(file)).size < (sent[name] ?? 0)) {
      log.error(
        { alert: 'audit', copy: copy.name },
        `${name} is shorter than what was copied of it: it was cut or set back`,
      )
      sent[name] = 0
    }
    let lines: string[] = []
    const flush = async (end: number) => {
      if (lines.length === 0) return
      await copy.deliver(lines).catch((error: unknown) => {
        publishLag(copy, lines[0])
        throw error
      })
      lines = []
      sent[name] = end
      await writeFile(`${path}.new`, JSON.stringify(sent), { mode: 0o600 })
      await rename(`${path}.new`, path)
    }
    let last = sent[name] ?? 0
    for await (const { text, end } of wholeLines(file, last)) {
      lines.push(text)
      last = end
      if (lines.length === maxLines) await flush(end)
      if (stopping?.aborted) break
    }
    await flush(last)
  }
  publishLag(copy)
}

/** Publishes the age of the oldest line that a copy lacks. */
const publishLag = ({ name }: Copy, oldest?: string) => {
  const parsed = oldest === undefined ? undefined : parseLine(oldest)
  const at = parsed && ('line' in parsed ? parsed.line.at : 'unsigned' in parsed ? parsed.unsigned.at : undefined)
  anchorsCopied.publish({ copy: name, waitingSince: oldest === undefined ? null : at ? Date.parse(at) : Date.now() })
}

/** Each copy runs independently, so that one that hangs delays no other. The last lines are tried once more at the end. */
export const startCopying = (folder: string, copies: Copy[], log: Log) => {
  const started = copies.map((copy) => {
    const bring = (stopping?: AbortSignal) => catchUpCopy(folder, copy, log, stopping)
    const failure = `the anchors of the audit trail were not copied (${copy.name})`
    const stop = runEvery({ job: `audit-copy-${copy.name}`, everyMs: 60_000, firstMs: 5000, log, failure }, bring)
    return async () => {
      await stop()
      await bring().catch((err: Error) => log.warn({ err }, failure))
    }
  })
  return async () => {
    await Promise.all(started.map((stop) => stop()))
  }
}
