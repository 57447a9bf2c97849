import type { X509Certificate } from 'node:crypto'
import { hourMs } from '@fornix/contract'
import { Certificate, CertificateRevocationList, CRLDistributionPoints } from 'pkijs'
import { boundedBody } from './bounded-body.ts'

const distributionPoints = '2.5.29.31'
/** A delta list, which does not contain earlier revocations. */
const deltaList = '2.5.29.27'
const uri = 6
const timeoutMs = 5000
/** Each form includes it. */
const maxBytes = 262_144
const maxAgeMs = 12 * hourMs
const retryMs = 5 * 60_000
/** Clocks differ. */
const driftMs = 5 * 60_000

const parsed = (certificate: X509Certificate) => Certificate.fromBER(Uint8Array.from(certificate.raw))

/** Where a certificate's authority publishes its revocations. */
const addressesIn = (certificate: Certificate) => {
  const points = certificate.extensions?.find(({ extnID }) => extnID === distributionPoints)?.parsedValue
  if (!(points instanceof CRLDistributionPoints)) return []
  return points.distributionPoints
    .flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []))
    .flatMap(({ type, value }) => (type === uri && /^https?:/i.test(value) ? [String(value)] : []))
}

const fetchList = async (address: string) => {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (response.ok) return boundedBody(response, maxBytes)
  await response.body?.cancel()
  return undefined
}

type Kept = { der: Buffer; list: CertificateRevocationList; nextUpdate: number }
/** The list, if it is from this authority, current and complete; otherwise undefined. */
const listIn = async (der: Buffer, issuer: Certificate, now: number): Promise<Kept | undefined> => {
  const list = CertificateRevocationList.fromBER(Uint8Array.from(der))
  const nextUpdate = list.nextUpdate?.value.getTime() ?? 0
  if (list.thisUpdate.value.getTime() > now + driftMs || nextUpdate <= now) return undefined
  if (list.crlExtensions?.extensions.some(({ extnID }) => extnID === deltaList)) return undefined
  return (await list.verify({ issuerCertificate: issuer })) ? { der, list, nextUpdate } : undefined
}

export type Revocation = { isRevoked: boolean; der: Buffer }

/** The authorities' revocation lists; fetched again when half a day old, or expired. */
export const revocationLists = (clock = Date.now) => {
  const cache = new Map<string, { kept: Kept | undefined; askAgain: number }>()

  const listAt = async (address: string, issuer: Certificate) => {
    const now = clock()
    const before = cache.get(address)
    if (before && now < before.askAgain) return before.kept
    const found = await fetchList(address)
      .then((der) => der && listIn(der, issuer, now))
      .catch(() => undefined)
    const kept = found ?? (before?.kept && before.kept.nextUpdate > now ? before.kept : undefined)
    const askAgain = found ? Math.min(found.nextUpdate, now + maxAgeMs) : now + retryMs
    cache.set(address, { kept, askAgain })
    return kept
  }

  /** Undefined if the authority names no list, or no valid one. */
  return async (certificate: X509Certificate, issuedBy: X509Certificate): Promise<Revocation | undefined> => {
    const [own, issuer] = [parsed(certificate), parsed(issuedBy)]
    for (const address of addressesIn(own)) {
      const found = await listAt(address, issuer)
      if (found) return { isRevoked: found.list.isCertificateRevoked(own), der: found.der }
    }
    return undefined
  }
}
