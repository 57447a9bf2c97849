import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import { Agent } from 'undici'
import { afterAll } from 'vitest'
import { authority } from './certificates.ts'

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
const text = (value: string) => Buffer.from(value)

/** What a browser does with what it gets: RFC 8291 from the side of the reader. */
export const openPush = (sealed: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }) => {
  const [salt, size, length] = [sealed.subarray(0, 16), sealed.readUInt32BE(16), sealed.readUInt8(20)]
  const sender = sealed.subarray(21, 21 + length)
  const record = sealed.subarray(21 + length)
  if (record.length > size) throw new Error('A record is longer than its header says')
  const info = Buffer.concat([text('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, text('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, text('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  if (plain.at(-1) !== 2) throw new Error('The last record has no mark of its end')
  return plain.subarray(0, -1).toString()
}

/** The subscription of a browser at a push service. */
export const browserAt = (service: string) => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `${service}/send/${randomBytes(8).toString('hex')}`
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { endpoint, keys, open: (sealed: Buffer) => openPush(sealed, { ecdh, auth }) }
}

type Arrived = { path: string; headers: Record<string, unknown>; body: Buffer }

/** A push service over real HTTPS. It answers with `status`, and refuses what real ones refuse: a signature for somebody else. */
export const pushService = async () => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-push-`)
  const ca = await authority(folder, 'Push')
  const { certificate, key } = await ca.sign('localhost')
  const arrived: Arrived[] = []
  const service = { status: 201, isSilent: false }
  const server = createServer(
    { cert: await readFile(certificate), key: await readFile(key) },
    async (request, response) => {
      const body = await buffer(request)
      arrived.push({ path: request.url ?? '', headers: request.headers, body })
      if (service.isSilent) return response.destroy()
      response.writeHead(service.status, { location: 'https://localhost:1/inner' }).end()
    },
  )
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const dispatcher = new Agent({ connect: { ca: await readFile(ca.certificate) } })
  afterAll(async () => {
    await dispatcher.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const origin = `https://${host}`
  return { host, origin, dispatcher, arrived, service, browser: () => browserAt(origin) }
}

/** Who signed a request to a push service, and for whom (RFC 8292). Throws where the signature is not that of `k`. */
export const readVapid = async (header: unknown) => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(String(header)) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const { payload, protectedHeader } = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'),
  )
  return { key, payload, protectedHeader }
}
