/** The code of a thrown error, a SQLSTATE or a Node code such as ENOENT, or an empty string. */
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The thrown value as an Error, for APIs that accept nothing else. */
export const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
