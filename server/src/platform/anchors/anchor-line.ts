import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { SigningKey } from './audit-key.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const keyId = z.string().regex(/^[0-9a-f]{32}$/)
const common = {
  /** A log has one writer and one chain of lines; `count` is the line's position in it. */
  log: z.uuid(),
  count: z.number().int().min(1),
  at: z.iso.datetime(),
  /** SHA-256 of the previous line as written; at the start of a log, of the unsigned lines before it. */
  previous: sha256,
  key: keyId,
}

/** The first line of a log. `unsigned`: how many lines by versions that did not sign come before it. */
const Start = z.object({
  kind: z.literal('start'),
  ...common,
  public_key: z.base64(),
  unsigned: z.number().int().min(0),
})
/** The head of a project's chain. */
const Head = z.object({
  kind: z.literal('head'),
  ...common,
  project: z.uuid(),
  seq: z.number().int().min(0),
  hash: sha256,
})
/** The key of the lines that follow, announced by the previous key. */
const NextKey = z.object({ kind: z.literal('key'), ...common, next: keyId, public_key: z.base64() })
/** An operator explained why the database is older than its anchors: earlier anchors on rows after `agreed` no longer count. */
const Restore = z.object({
  kind: z.literal('restore'),
  ...common,
  reason: z.string(),
  projects: z.array(z.object({ project: z.uuid(), agreed: z.number().int().min(0) })),
  /** Logs of which copies have more lines than the data folder, or different ones. */
  logs: z.array(z.uuid()),
})

const AnchorLine = z.discriminatedUnion('kind', [Start, Head, NextKey, Restore])
export type AnchorLine = z.output<typeof AnchorLine>
export type Restored = z.output<typeof Restore>
type Said<L> = L extends unknown ? Omit<L, keyof typeof common> : never
/** What a line says, without its position. */
export type UnsignedLine = Said<AnchorLine>
export type LinePlace = Pick<AnchorLine, 'log' | 'count' | 'at' | 'previous'>

/** As written by versions that did not sign. */
const UnsignedHead = z.object({ at: z.string(), project: z.string(), seq: z.number().int(), hash: z.string() })
export type UnsignedHead = z.output<typeof UnsignedHead>

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const mark = ',"signature":"'
export const isSigned = (text: string) => text.includes(mark)

/** One line of JSON; the signature is its last member and covers the line without that member. */
export const signedLine = (place: LinePlace, saying: UnsignedLine, key: SigningKey) => {
  const body = JSON.stringify({ ...place, key: key.id, ...saying })
  return `${body.slice(0, -1)}${mark}${sign(null, Buffer.from(body), key.privateKey).toString('base64')}"}`
}

export type Parsed =
  | { line: AnchorLine; text: string; isSignedBy: (key: KeyObject) => boolean }
  | { unsigned: UnsignedHead; text: string }
  | { unreadable: true; text: string }

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a line, even if a syslog server put its own words before it. */
export const parseLine = (raw: string): Parsed => {
  const text = raw.slice(Math.max(0, raw.indexOf('{'))).trimEnd()
  const at = text.lastIndexOf(mark)
  if (at < 0) {
    const old = UnsignedHead.safeParse(json(text))
    return old.success ? { unsigned: old.data, text } : { unreadable: true, text }
  }
  const body = Buffer.from(`${text.slice(0, at)}}`)
  const signature = Buffer.from(text.slice(at + mark.length, -2), 'base64')
  // Parse exactly the bytes that were signed, so that no duplicate member can win.
  const signed = AnchorLine.safeParse(json(body.toString()))
  if (!signed.success || !text.endsWith('"}')) return { unreadable: true, text }
  return { line: signed.data, text, isSignedBy: (key) => verify(null, body, key, signature) }
}
