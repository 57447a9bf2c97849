let addresses = 0

/** An address that nobody has. */
export const newEmail = (name: string, domain = 'patients.example') => `${name}${++addresses}@${domain}`
