import { messages } from './messages.ts'

export type ChosenFiles = {
  /** Uploads what was chosen and resolves to the ids of the files; rejects with `NotAttached` when one did not arrive. */
  upload: () => Promise<string[]>
  /** Those with these ids were deleted since they arrived: each is to be removed, or is uploaded anew. */
  uploadAgain: (ids: readonly string[]) => void
}

export class NotAttached extends Error {
  constructor() {
    super(messages.write.notAttached)
  }
}
