import { type Args, register } from '@fornix/contract'
import { ApiFailure } from '../../platform/calls/api.ts'
import { exchange } from '../../platform/http/http.ts'
import { messages } from './messages.ts'

export type Outcome = { ok: true } | { ok: false; sentence: string; fields: Record<string, string> }

const refused = (sentence: string, fields: Record<string, string> = {}): Outcome => ({ ok: false, sentence, fields })

/** Sends the registration and says what its answer means: the specification tells four outcomes apart by status. */
export const registerAccount = async (body: Args<typeof register>['body']): Promise<Outcome> => {
  try {
    const { status } = await exchange(register, { body }, { token: null, project: null })
    return status === register.status ? { ok: true } : refused(messages.notRegistered)
  } catch (error) {
    const isRefusal = error instanceof ApiFailure && error.status === 400
    return isRefusal ? refused(messages.registrationRefused, error.body?.fields) : refused(messages.registrationFailed)
  }
}
