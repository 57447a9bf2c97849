import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent } from 'undici'

const internal = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/127',
  // Addresses in these two embed an IPv4 address.
  '64:ff9b::/96',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]) {
  const [address = '', bits] = range.split('/')
  internal.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an IP address is on the internet, not in this network or on this machine. */
const isPublicIp = (address: string) => !internal.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const refusal = () => new Error('The identity provider names an address of the internal network')

/** Checked during name resolution, so that a name cannot resolve to something else between check and connection. */
const publicLookup: LookupFunction = (hostname, options, done) =>
  resolve(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) done(error, '')
    else if (!found.every(({ address }) => isPublicIp(address))) done(refusal(), '')
    else if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })

const limits = { maxHeaderSize: 16 * 1024, maxResponseSize: 64 * 1024 }

/** The issuer may be in the clinic's own network; other hosts named in its responses may not. */
export const identityReach = (trusted: string[]) => {
  const hosts = new Set(trusted.map((address) => new URL(address).hostname))
  const trustedAgent = new Agent(limits)
  const others = new Agent({ ...limits, connect: { lookup: publicLookup } })
  return {
    trusts: (hostname: string) => hosts.has(hostname),
    dispatcherFor: (hostname: string) => {
      if (hosts.has(hostname)) return trustedAgent
      const bare = hostname.replace(/^\[|\]$/g, '')
      // An IP address needs no lookup, so it would go unchecked.
      if (isIP(bare) && !isPublicIp(bare)) throw refusal()
      return others
    },
  }
}
export type IdentityReach = ReturnType<typeof identityReach>
