import type { FileSentence } from '@fornix/contract'

/** Why not: a reason for the log, and a sentence for people where the type is right and something else is not. */
export type Refusal = { reason: string; sentence?: FileSentence }

/** The bytes are not what the file's name and the allowed types say, or not fit to be kept. */
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

/** What a reader in a process of its own answers: null where nothing is wrong. */
export type Verdict = Refusal | null

/** A refusal as a value; whatever else is thrown is a mistake. */
export const verdictOf = async (check: () => unknown): Promise<Verdict> => {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof UnsupportedType) return error.refusal
    throw error
  }
}

/** Looks at a file of one type while it passes: throws `UnsupportedType` as soon as it cannot be of that type. */
export type TypeCheck = {
  take(bytes: Buffer): void
  end(): void | Promise<void>
}
