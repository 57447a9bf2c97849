declare module 'pg/lib/utils.js' {
  /** A value in the form that PostgreSQL reads. */
  export const prepareValue: (value: unknown) => Buffer | string | null
}
