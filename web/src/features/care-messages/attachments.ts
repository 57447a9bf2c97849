import { messages } from './messages.ts'

export type ChosenFiles = {
  /** Uploads what was chosen and resolves to the ids of the files; rejects with `NotAttached` when one did not arrive. */
  upload: () => Promise<string[]>
  /** One of those that have arrived was deleted since: each is to be removed, or is uploaded anew. */
  startOver: () => void
}

export class NotAttached extends Error {
  constructor() {
    super(messages.write.notAttached)
  }
}
