import { randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import type { Config } from '../settings/config.ts'
import { boundedBody } from './bounded-body.ts'
import { sha256 } from './cades.ts'

const sha256Algorithm = '2.16.840.1.101.3.4.2.1'
const tstInfo = '1.2.840.113549.1.9.16.1.4'
const extendedKeyUsage = '2.5.29.37'
const timeStamping = '1.3.6.1.5.5.7.3.8'
const timeoutMs = 5000
/** Clocks differ, and a response takes a moment. */
const maxDriftMs = 5 * 60_000
const maxBytes = 32_768
const granted = [0, 1]

/** The time-stamping authority returned no token, or one for something else. */
export class NoTimeStamp extends Error {
  override name = 'NoTimeStamp'
}

/** Where tokens come from; if certificates are given, each token's chain must end at one of them. */
export type TimeAuthority = { url: string; trusted: X509Certificate[] }

const certificatesIn = (path: string) => {
  const pem = readFileSync(path, 'utf8')
  const found = [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)]
  if (found.length === 0) throw new Error('The file that TSA_CA_FILE names holds no certificate in PEM')
  return found.map(([one]) => new X509Certificate(one))
}

export const timeAuthority = ({
  TSA_URL: url,
  TSA_CA_FILE,
}: Pick<Config, 'TSA_URL' | 'TSA_CA_FILE'>): TimeAuthority | undefined =>
  url ? { url, trusted: TSA_CA_FILE ? certificatesIn(TSA_CA_FILE) : [] } : undefined

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
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new NoTimeStamp(`it answered ${response.status}`)
  }
  const bytes = await boundedBody(response, maxBytes)
  if (!bytes) throw new NoTimeStamp('its response is too long')
  return Uint8Array.from(bytes).buffer
}

type Token = { info: TSTInfo; signer: X509Certificate; others: X509Certificate[] }

const x509 = (certificate: { toSchema(): { toBER(): ArrayBuffer } }) =>
  new X509Certificate(Buffer.from(certificate.toSchema().toBER()))

/** Reads a token for these bytes, signed by a certificate for time stamping only; null if it is for other bytes or broken. */
const readToken = async (token: SignedData, stamped: Uint8Array): Promise<Token | null> => {
  const { eContent, eContentType } = token.encapContentInfo
  if (!eContent || eContentType !== tstInfo || token.signerInfos.length !== 1) return null
  const data = Uint8Array.from(stamped).buffer
  const checked = await token.verify({ signer: 0, data, extendedMode: true }).catch(() => null)
  if (!checked?.signatureVerified || !checked.signerCertificate) return null
  const info = TSTInfo.fromBER(eContent.getValue())
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const isOfBytes = sha256(stamped).equals(Buffer.from(hashedMessage.valueBlock.valueHexView))
  if (hashAlgorithm.algorithmId !== sha256Algorithm || !isOfBytes) return null
  const signer = x509(checked.signerCertificate)
  // RFC 3161, 2.3: no other use, and critical, so that software that does not know this use rejects the certificate.
  const usage = checked.signerCertificate.extensions?.find(({ extnID }) => extnID === extendedKeyUsage)
  if (signer.keyUsage?.join(' ') !== timeStamping || !usage?.critical) return null
  const others = (token.certificates ?? []).flatMap((one) => ('subject' in one ? [x509(one)] : []))
  return { info, signer, others }
}

/** The time in a token for these bytes; null if it is for other bytes or broken. */
export const timeIn = async (token: SignedData, stamped: Uint8Array): Promise<Date | null> =>
  (await readToken(token, stamped))?.info.genTime ?? null

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** No authority sends more; with many that issued each other, every path would have to be tried. */
const maxCertificates = 10
const maxLinks = 5

type Chain = [X509Certificate, ...X509Certificate[]]
const endOf = (chain: Chain) => chain.at(-1) ?? chain[0]

/** A chain of certificates that are all valid at that time, from this one to a trusted one. Each is tried once. */
export const chainTo = (
  trusted: X509Certificate[],
  from: X509Certificate,
  others: X509Certificate[],
  at: Date,
): Chain | undefined => {
  if (others.length > maxCertificates) return undefined
  const isTrusted = (one: X509Certificate) => trusted.some(({ raw }) => raw.equals(one.raw))
  const isGood = (one: X509Certificate) => at >= one.validFromDate && at <= one.validToDate
  const left = new Set([...trusted, ...others])
  let chains: Chain[] = isGood(from) ? [[from]] : []
  for (let link = 0; link < maxLinks && !chains.some((one) => isTrusted(endOf(one))); link++)
    chains = [...left].flatMap((issuer): Chain[] => {
      const chain = issuer.ca && isGood(issuer) && chains.find((one) => isIssuedBy(endOf(one), issuer))
      if (!chain) return []
      left.delete(issuer)
      return [[...chain, issuer]]
    })
  return chains.find((one) => isTrusted(endOf(one)))
}

/** A token, and the certificates from its own to a trusted one; none if no trust is configured. */
export type Stamped = { token: Uint8Array; chain: X509Certificate[] }
export type Stamping = (signature: Uint8Array) => Promise<Stamped>

/** Tokens from a time-stamping authority (RFC 3161). */
export const timeStamps =
  ({ url, trusted }: TimeAuthority): Stamping =>
  async (signature) => {
    const nonce = randomBytes(8)
    nonce[0] = (nonce[0]! & 0x7f) | 0x40
    try {
      const response = TimeStampResp.fromBER(await ask(url, requestFor(sha256(signature), nonce).toSchema().toBER()))
      if (!granted.includes(response.status.status) || !response.timeStampToken) throw new NoTimeStamp('it refused')
      const token = await readToken(new SignedData({ schema: response.timeStampToken.content }), signature)
      if (!token) throw new NoTimeStamp('its token is of something else')
      const { info, signer, others } = token
      if (!info.nonce || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce))
        throw new NoTimeStamp('its token answers another question')
      if (Math.abs(info.genTime.getTime() - Date.now()) > maxDriftMs) throw new NoTimeStamp('its time is not now')
      const chain = chainTo(trusted, signer, others, info.genTime)
      if (trusted.length > 0 && !chain) throw new NoTimeStamp('its certificate is not one of TSA_CA_FILE')
      return { token: new Uint8Array(response.timeStampToken.toSchema().toBER()), chain: chain ?? [] }
    } catch (cause) {
      throw cause instanceof NoTimeStamp ? cause : new NoTimeStamp('it did not answer', { cause })
    }
  }
