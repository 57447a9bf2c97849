/** The keys of an object that has only those its type names. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[]

/** Only these fields of a record. */
export const pick = <T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>
