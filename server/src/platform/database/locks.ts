/** Advisory locks belong to the whole database and are only numbers: all are listed here, so that no two collide. */
export const locks = {
  /** Creating roles. */
  roles: 7301,
  /** Running migrations: no program starts without it. */
  migrations: 7302,
  /** A backup, and briefly any job that deletes stored files. */
  deletions: 7303,
  /** Counting sign-in attempts: the first half of a two-part lock; the second half is the name. */
  signInFailures: 7311,
  /** Waiting for an email address, or getting it: the second half is the address. */
  addresses: 7312,
  /** Writes in a project that may be getting closed: the first half of a two-part lock; the second half is the project. */
  moving: 7341,
  /** Rotating keys. */
  keys: 7331,
} as const
