import { passwordAlone } from '@fornix/contract'
import { messages } from '../../platform/base/messages.ts'

/** The message beside the password if nothing else will protect the account, before the server refuses it. */
export const longPasswordError = (isNeeded: boolean | undefined, password: string) =>
  isNeeded && !passwordAlone.met(password) ? { password: messages.password.long } : undefined
