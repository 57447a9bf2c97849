import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { browserAt, openPush } from '../../../test/push-service.ts'
import { vapidPublicKey } from '../settings/vapid-public-key.ts'
import { encryptPush, isPushKey } from './encrypt.ts'
import { isPushEndpoint } from './endpoint.ts'
import { newVapidKeys } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const pairOf = (secret: string) => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes(secret))
  return pair
}
/** RFC 8291 section 5 and appendix A. */
const rfc = {
  text: 'When I grow up, I want to be a watermelon',
  own: pairOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  ecdh: pairOf('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is sealed byte for byte as in the example of RFC 8291, and opens', () => {
  expect(encryptPush(rfc.text, rfc, rfc).toString('base64url')).toBe(rfc.sealed)
  expect(openPush(bytes(rfc.sealed), { ecdh: rfc.ecdh, auth: bytes(rfc.auth) })).toBe(rfc.text)
})

test('each message has a key of its own, and no other browser opens it', () => {
  const [ana, ben] = [browserAt('https://push.example'), browserAt('https://push.example')]
  const [first, second] = [encryptPush('News', ana.keys), encryptPush('News', ana.keys)]
  expect(first.equals(second)).toBe(false)
  expect([ana.open(first), ana.open(second)]).toEqual(['News', 'News'])
  expect(() => ben.open(first)).toThrow()
})

test('only a point of the curve is a key', () => {
  expect(isPushKey(rfc.p256dh)).toBe(true)
  expect(isPushKey(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url'))).toBe(false)
})

test('the public key of settings is that of the private one', () => {
  const { publicKey, privateKey } = newVapidKeys()
  expect([publicKey.length, privateKey.length]).toEqual([87, 43])
  expect(vapidPublicKey(privateKey)).toBe(publicKey)
  expect(vapidPublicKey('A'.repeat(43))).toBeUndefined()
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-db5p.notify.windows.com/w/?token=abc',
  'https://push.inner.example:8443/abc',
])('%s is a push service', (endpoint) => expect(isPushEndpoint(endpoint, ['push.inner.example:8443'])).toBe(true))

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evilpush.apple.com/abc',
  'https://push.apple.com.evil.example/abc',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/abc',
  'file:///etc/passwd',
  'nonsense',
])('%s is none', (endpoint) => expect(isPushEndpoint(endpoint, [])).toBe(false))
