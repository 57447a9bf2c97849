/** The value if it is in the list, else undefined. */
export const oneOf = <const T>(values: readonly T[], value: unknown) => values.find((one) => one === value)
