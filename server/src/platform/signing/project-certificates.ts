import { dayMs } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import type { Database } from '../database/db.ts'
import { boundTo } from '../files/encryption/file-identity.ts'
import type { KeyRing } from '../files/encryption/key-ring.ts'
import { ProjectKeyLost } from '../files/encryption/project-keys.ts'
import { unwrap, wrap } from '../files/encryption/wrap.ts'
import type { SigningKey } from './cades.ts'
import { fingerprintOf, newCertificate } from './certificate.ts'

type Named = { project_id: string; certificate_id: string; key_version: number }
type Row = Named & { certificate: Buffer; wrapped_key: Buffer; not_after: string }

export type KnownCertificate = { certificate: Buffer; fingerprint: Buffer; not_after: string; is_current: boolean }

/** How long before the old certificate expires a new one is made. */
const renewalMs = 90 * dayMs

const aadOf = ({ project_id, certificate_id, key_version }: Named) =>
  boundTo('certificate key', project_id, certificate_id, key_version)

/** The certificates that projects sign with; the current one is created when first needed. */
export const projectCertificates = (
  { database, keys }: { database: Pick<Database, 'systemQuery' | 'unscoped'>; keys: KeyRing },
  clock = Date.now,
) => {
  const readCurrent = async (project: string) =>
    (
      await database.systemQuery<Row>(
        `select project_id, certificate_id, certificate, key_version, wrapped_key, not_after
           from project_certificates where project_id = $1 and replaced_at is null`,
        [project],
      )
    )[0]

  /** Undefined if the project key that wrapped it is lost: the certificate can no longer sign. */
  const open = async (row: Row): Promise<SigningKey | undefined> => {
    try {
      const key = await keys.open(row.project_id, row.key_version)
      return { certificate: row.certificate, privateKey: unwrap(key, row.wrapped_key, aadOf(row)) }
    } catch (error) {
      if (error instanceof ProjectKeyLost) return undefined
      throw error
    }
  }

  /** Replaces `old` with a new certificate, unless another node was faster. */
  const replace = async (project: string, old: Row | undefined) => {
    const [found] = await database.systemQuery<{ name: string }>('select name from projects where project_id = $1', [
      project,
    ])
    if (!found) throw new Error(`There is no project ${project}`)
    const key = await keys.current(project)
    const named = { project_id: project, certificate_id: uuid(), key_version: key.version }
    const { certificate, privateKey, not_after } = await newCertificate(found.name, new Date(clock()))
    await database.unscoped('a project signs by a new certificate', async (db) => {
      await db
        .updateTable('project_certificates')
        .set({ replaced_at: new Date(clock()).toISOString() })
        .where('project_id', '=', project)
        .where('certificate_id', '=', old?.certificate_id ?? named.certificate_id)
        .execute()
      await db
        .insertInto('project_certificates')
        .values({
          ...named,
          certificate,
          wrapped_key: wrap(key.key, privateKey, aadOf(named)),
          not_after: not_after.toISOString(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
  }

  const current = async (project: string): Promise<SigningKey> => {
    const row = await readCurrent(project)
    const isFresh = row && Date.parse(row.not_after) - clock() > renewalMs
    const opened = isFresh && (await open(row))
    if (opened) return opened
    await replace(project, row)
    const made = await readCurrent(project)
    const key = made && (await open(made))
    if (!key) throw new Error(`The certificate of project ${project} does not open`)
    return key
  }

  return {
    current,
    /** The current certificate signs nothing more, but stays for what it has signed. */
    replace: async (project: string) => {
      await replace(project, await readCurrent(project))
      return current(project)
    },
    /** All certificates that a project ever signed with, newest first. */
    all: async (project: string): Promise<KnownCertificate[]> =>
      (
        await database.systemQuery<{ certificate: Buffer; not_after: string; is_current: boolean }>(
          `select certificate, not_after, replaced_at is null as is_current
             from project_certificates where project_id = $1 order by made_at desc, certificate_id desc`,
          [project],
        )
      ).map((row) => ({ ...row, fingerprint: fingerprintOf(row.certificate) })),
  }
}
export type ProjectCertificates = ReturnType<typeof projectCertificates>
