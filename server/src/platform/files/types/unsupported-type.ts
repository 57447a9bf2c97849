import type { FileSentence } from '@fornix/contract'

/** The reason for the log, and a message for people if the type is right but something else is wrong. */
export type Refusal = { reason: string; sentence?: FileSentence }

/** The bytes do not match the file's name and the allowed types, or must not be kept. */
export class UnsupportedType extends Error {
  override name = 'UnsupportedType'
  readonly refusal: Refusal
  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.reason, options)
    this.refusal = refusal
  }
}

export const refuse = (reason: string, sentence?: FileSentence): never => {
  throw new UnsupportedType({ reason, sentence })
}

/** What a reader in a separate process returns: null if nothing is wrong. */
export type TypeCheckResult = Refusal | null

/** Returns a refusal as a value; anything else thrown is a bug. */
export const checkResultOf = async (check: () => unknown): Promise<TypeCheckResult> => {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof UnsupportedType) return error.refusal
    throw error
  }
}

/** Checks a file of one type as it passes: throws `UnsupportedType` as soon as it cannot be of that type. */
export type TypeCheck = {
  take(bytes: Buffer): void
  end(): void | Promise<void>
}
