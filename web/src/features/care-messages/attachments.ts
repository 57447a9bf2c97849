import { messages } from './messages.ts'

/** Uploads what was chosen and resolves to the ids of the files; rejects with `NotAttached` when one did not arrive. */
export type SendAttachments = () => Promise<string[]>

export class NotAttached extends Error {
  constructor() {
    super(messages.write.notAttached)
  }
}
