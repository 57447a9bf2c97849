/** The value as one of those that there are, or undefined. */
export const oneOf = <const T>(values: readonly T[], value: unknown) => values.find((one) => one === value)
