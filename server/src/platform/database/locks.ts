/** Advisory locks belong to the whole database and are only numbers: each is here, so that no two mean the same one. */
export const locks = {
  /** Making roles. */
  roles: 7301,
  /** Running migrations: no program starts without it. */
  migrations: 7302,
  /** A backup, and for a moment whoever wants to delete stored files. */
  deletions: 7303,
  /** Counting attempts to sign in: the first half of a lock whose second half is the name. */
  signInFailures: 7311,
  /** Who waits for an email address, or gets it: the second half is the address. */
  addresses: 7312,
  /** What a project's people write while it may be closed: the first half of a lock whose second half is the project. */
  moving: 7341,
  /** Rotating keys. */
  keys: 7331,
} as const
