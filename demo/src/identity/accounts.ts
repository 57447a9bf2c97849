import { isEmail } from '@fornix/contract'

/** A person of the demo identity page. `label` is what the page says of them, e.g. the role. */
export type DemoAccount = { sub: string; email: string; name: string; label: string }

const typedPrefix = 'email:'
// A subject has at most 255 characters.
const maxTyped = 255 - typedPrefix.length

/** The listed accounts, and one for every other address: its subject is the address, so it is the same after a restart. */
export const demoAccounts = (listed: readonly DemoAccount[]) => ({
  listed,
  /** The subject that signs this address in, or null when it is no address. */
  subjectOf: (typed: string): string | null => {
    const email = typed.trim().toLowerCase()
    if (!isEmail(email) || email.length > maxTyped) return null
    return listed.find((account) => account.email.toLowerCase() === email)?.sub ?? typedPrefix + email
  },
  claimsOf: (sub: string) => {
    const account = listed.find((candidate) => candidate.sub === sub)
    if (account) {
      const [given_name = '', ...rest] = account.name.split(' ')
      const { email, name } = account
      return { sub, email, email_verified: true, name, given_name, family_name: rest.join(' ') }
    }
    const email = sub.startsWith(typedPrefix) ? sub.slice(typedPrefix.length) : ''
    return isEmail(email) ? { sub, email, email_verified: true } : null
  },
})
export type DemoAccounts = ReturnType<typeof demoAccounts>
