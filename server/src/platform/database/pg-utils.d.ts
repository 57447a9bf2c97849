declare module 'pg/lib/utils.js' {
  /** A value as PostgreSQL reads it. */
  export const prepareValue: (value: unknown) => Buffer | string | null
}
