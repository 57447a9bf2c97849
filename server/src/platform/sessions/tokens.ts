import { createHash, createHmac, createPublicKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Audience } from '@fornix/contract'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { ed25519KeyOf } from '../base/ed25519.ts'

const accessTokenSeconds = 600
const issuer = 'fornix'
const maxVerified = 10_000

export type SessionName = { project: string; session: string }
const Claims = z.object({ sid: z.uuid(), prj: z.uuid() })

/** Access tokens identify a session and nothing else: role and rights are read from the database on every request. */
export const accessTokens = (seed: Uint8Array) => {
  const privateKey = ed25519KeyOf(seed)
  const publicKey = createPublicKey(privateKey)
  const verified = new Map<string, { name: SessionName; expires: number }>()
  const read = async (token: string, now?: Date): Promise<SessionName | null> => {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        issuer,
        typ: 'at+jwt',
        algorithms: ['EdDSA'],
        currentDate: now,
      })
      const claims = Claims.safeParse(payload)
      const name = claims.success ? { session: claims.data.sid, project: claims.data.prj } : null
      if (name && !now && payload.exp) remember(token, { name, expires: payload.exp * 1000 })
      return name
    } catch (error) {
      if (error instanceof errors.JWTExpired && !now) return null
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
  // A verified signature stays valid until its token expires. Whether the session is still alive is checked in the database each time.
  const remember = (token: string, found: { name: SessionName; expires: number }) => {
    if (verified.size >= maxVerified) verified.clear()
    verified.set(token, found)
  }
  const readCached = (token: string) => {
    const cached = verified.get(token)
    return cached && cached.expires > Date.now() ? cached.name : undefined
  }
  return {
    issue: ({ session, project }: SessionName, audience: Audience) =>
      new SignJWT({ sid: session, prj: project })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${accessTokenSeconds}s`)
        .sign(privateKey),
    read: async (token: string) => readCached(token) ?? read(token),
    /** The session that a token identifies, expired or not: a refresh must stay within one session. */
    nameOf: (token: string) => read(token, new Date(0)),
  }
}
export type AccessTokens = ReturnType<typeof accessTokens>

/** Refresh tokens are a session, a generation and their MAC: a token's successor can be computed again, so nothing is stored. */
export const refreshTokens = (key: Uint8Array) => {
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    issue: ({ project, session }: SessionName, generation: number) => {
      const text = `${project}.${session}.${generation}`
      return `${text}.${mac(text).toString('base64url')}`
    },
    read: (token: string): (SessionName & { generation: number }) | null => {
      const parts = /^(([0-9a-f-]{36})\.([0-9a-f-]{36})\.(\d{1,9}))\.([\w-]{43})$/.exec(token)
      if (!parts) return null
      const [, text = '', project = '', session = '', generation, given = ''] = parts
      return timingSafeEqual(mac(text), Buffer.from(given, 'base64url'))
        ? { project, session, generation: Number(generation) }
        : null
    },
  }
}
export type RefreshTokens = ReturnType<typeof refreshTokens>

/** A secret for a mailed link: 256 bits. Only its hash is stored. */
export const newSecret = () => randomBytes(32).toString('base64url')
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()
