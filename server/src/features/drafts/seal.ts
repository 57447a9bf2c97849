import type { DraftValues } from '@fornix/contract'
import { boundTo } from '../../platform/files/encryption/file-identity.ts'
import type { KeyRing } from '../../platform/files/encryption/key-ring.ts'
import { derive } from '../../platform/files/encryption/keys.ts'
import { unwrap, wrap } from '../../platform/files/encryption/wrap.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

const purpose = 'drafts'
/** A row moved to another person, login or form cannot be decrypted. */
const aad = ({ project, person, login }: Caller, form: string) => boundTo('draft', project, person, login, form)

export const sealDraft = async (keys: KeyRing, user: Caller, form: string, values: DraftValues) => {
  const { version, key } = await keys.current(user.project)
  return {
    key_version: version,
    sealed: wrap(derive(key, purpose), Buffer.from(JSON.stringify(values)), aad(user, form)),
  }
}

export const openDraft = async (
  keys: KeyRing,
  user: Caller,
  form: string,
  { key_version, sealed }: { key_version: number; sealed: Uint8Array },
): Promise<DraftValues> => {
  const key = derive(await keys.open(user.project, key_version), purpose)
  return JSON.parse(unwrap(key, sealed, aad(user, form)).toString())
}
