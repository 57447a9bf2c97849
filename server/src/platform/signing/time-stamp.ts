import { randomBytes } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { sha256, type TimeStamp } from './cades.ts'

const sha256Algorithm = '2.16.840.1.101.3.4.2.1'
const patienceMs = 5000
const mostBytes = 32_768
const granted = [0, 1]

/** The time authority gave no token, or one of something else. */
export class NoTimeStamp extends Error {
  override name = 'NoTimeStamp'
}

const requestFor = (digest: Buffer, nonce: Buffer) =>
  new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256Algorithm, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: digest }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })

const ask = async (url: string, body: ArrayBuffer) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const bytes = await answer.arrayBuffer()
  if (!answer.ok || bytes.byteLength > mostBytes) throw new NoTimeStamp(`it answered ${answer.status}`)
  return bytes
}

/** The time in a token over these bytes, once its own signature has been checked; null when it is of other bytes or broken. */
export const timeIn = async (token: SignedData, stamped: Uint8Array): Promise<Date | null> => {
  const content = token.encapContentInfo.eContent
  if (!content) return null
  const isValid = await token.verify({ signer: 0, data: Uint8Array.from(stamped).buffer }).catch(() => false)
  return isValid ? TSTInfo.fromBER(content.getValue()).genTime : null
}

/** Tokens of a time stamping authority (RFC 3161). */
export const timeStamps =
  (url: string): TimeStamp =>
  async (signature) => {
    const nonce = randomBytes(8)
    nonce[0] = (nonce[0]! & 0x7f) | 0x40
    try {
      const answer = TimeStampResp.fromBER(await ask(url, requestFor(sha256(signature), nonce).toSchema().toBER()))
      if (!granted.includes(answer.status.status) || !answer.timeStampToken) throw new NoTimeStamp('it refused')
      const token = new SignedData({ schema: answer.timeStampToken.content })
      if (!(await timeIn(token, signature))) throw new NoTimeStamp('its token is of something else')
      const info = TSTInfo.fromBER(token.encapContentInfo.eContent!.getValue())
      if (!info.nonce || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce))
        throw new NoTimeStamp('its token answers another question')
      return new Uint8Array(answer.timeStampToken.toSchema().toBER())
    } catch (cause) {
      throw cause instanceof NoTimeStamp ? cause : new NoTimeStamp('it did not answer', { cause })
    }
  }
