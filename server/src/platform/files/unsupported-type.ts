/** The bytes are not what the file's name and the allowed types say. The message is for the log, not for people. */
export class UnsupportedType extends Error {
  override name = 'UnsupportedType'
}

export const refuse = (reason: string): never => {
  throw new UnsupportedType(reason)
}

/** Looks at a file of one type while it passes: throws `UnsupportedType` as soon as it cannot be of that type. */
export type TypeCheck = {
  take(bytes: Buffer): void
  end(): void | Promise<void>
}
