/** The names of an object that has no others than its type says. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[]

/** These fields of a record and no others. */
export const pick = <T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>
