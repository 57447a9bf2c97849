/** The code of what was thrown, a SQLSTATE or a name of Node's such as ENOENT, or an empty text. */
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What was thrown as an error, for those who take nothing else. */
export const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
