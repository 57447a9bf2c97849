import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { openSecret, sealSecret } from '../../clinic/people/factors/totp-secret.ts'
import {
  type Countersignature,
  type FormRecord,
  sealed,
  sealedCountersignature,
} from '../../clinic/records/form-record.ts'
import type { Seals } from '../../clinic/records/seals.ts'
import type { KeyRing } from '../../platform/files/encryption/key-ring.ts'
import { fixedKeys, type MasterKeys } from '../../platform/files/encryption/master-keys.ts'
import { openProjectKey, ProjectKeyLost, wrapProjectKey } from '../../platform/files/encryption/project-keys.ts'
import { bytesOf, hexOf, type Rewrite, type Rewrites, type Row, textOf } from './move-rows.ts'

/** A key of the project, taken from under one master key and put under another. */
const rewrap =
  (from: MasterKeys, to: Uint8Array): Rewrite =>
  (row) => {
    const wrapped = {
      project_id: textOf(row['project_id']),
      version: z.number().parse(row['version']),
      wrapped_key: bytesOf(row['wrapped_key']),
    }
    const opened = openProjectKey(from, wrapped)
    if (!opened) throw new ProjectKeyLost(wrapped)
    return { ...row, wrapped_key: hexOf(wrapProjectKey(to, opened.key, wrapped)) }
  }

/** The secret of an authenticator app may lie under the key of another project of its login. */
const resealApp =
  (keys: KeyRing, project: string): Rewrite =>
  async (row) => {
    if (row['sealed'] === null || row['key_project'] === project) return row
    const login = textOf(row['login_id'])
    const secret = await openSecret(keys, login, {
      sealed: bytesOf(row['sealed']),
      key_project: textOf(row['key_project']),
      key_version: z.number().parse(row['key_version']),
    })
    const own = await sealSecret(keys, project, login, secret)
    return { ...row, ...own, sealed: hexOf(own.sealed) }
  }

export const leavingRewrites = (
  { masters, keys, project }: { masters: MasterKeys; keys: KeyRing; project: string },
  key: Uint8Array,
): Rewrites => ({
  project_keys: rewrap(masters, key),
  login_factors: resealApp(keys, project),
  // Their last one may be a project that stays.
  logins: (row) => ({ ...row, last_project_id: project }),
})

const bytesIn = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('\\x') && /sha256|seal/.test(name) ? bytesOf(value) : value,
    ]),
  )

/** A seal that held at the other place is made anew by this one's key; one that did not hold goes on not holding. */
const resealForm = (textOfRow: (row: Row) => Buffer, by: string, seals: Seals): Rewrite => {
  const before = createPublicKey(by)
  return (row) => {
    const text = textOfRow(row)
    return verify(null, text, before, bytesOf(row['seal'])) ? { ...row, seal: hexOf(seals.seal(text)) } : row
  }
}

export const arrivingRewrites = (
  { masters, seals, sealKey }: { masters: MasterKeys; seals: Seals; sealKey: string },
  key: Uint8Array,
): Rewrites => ({
  project_keys: rewrap(fixedKeys(Buffer.from(key)), masters.all()[0]!),
  form_signatures: resealForm((row) => sealed(bytesIn(row) as unknown as FormRecord), sealKey, seals),
  form_countersignatures: resealForm(
    (row) => sealedCountersignature(bytesIn(row) as unknown as Countersignature),
    sealKey,
    seals,
  ),
})
