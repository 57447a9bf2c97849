import { Readable } from 'node:stream'
import {
  getProjectLogo,
  getProjectSettings,
  logoMediaTypes,
  logoTypes,
  plainSettings,
  saveProjectSettings,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { isStale } from '../../clinic/records/field-changes.ts'
import type { Project } from '../../clinic/records/projects.ts'
import { logoUrl } from '../../clinic/records/projects.ts'
import { invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import { on, onOpen, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'
import { checkedLogo } from './logo.ts'

const settingsOf = async (db: Db, { lock = false } = {}) => {
  const project = db
    .selectFrom('projects')
    .select([...plainSettings, 'contact', 'time_zone', 'settings_version as version'])
    .$narrowType<Pick<Project, 'contact'>>()
  const row = await (lock ? project.forUpdate() : project).executeTakeFirstOrThrow()
  const logo = await db.selectFrom('project_logos').select('logo_id').executeTakeFirst()
  return { ...row, logo_url: logoUrl(logo?.logo_id ?? null) }
}

type Logo = Awaited<ReturnType<typeof checkedLogo>>
const replaceLogo = async (db: Db, logo: Logo | null) => {
  await db.deleteFrom('project_logos').execute()
  if (logo)
    await db
      .insertInto('project_logos')
      .values({ logo_id: uuid(), ...logo })
      .execute()
}

type Issuers = { project: string; saved: string[]; wanted: string[] | undefined }

/**
 * In a PACS, the issuer alone says whose a study is: an admin of one project must not claim that of another, named in its settings or by
 * scans of its patients. Scans of nobody do not count: they may be listed there only because no project has named their issuer yet.
 */
const refuseClaimedIssuers = async (
  { database, config }: Pick<Platform, 'database' | 'config'>,
  { project, saved, wanted = [] }: Issuers,
) => {
  const added = wanted.filter((issuer) => !saved.includes(issuer))
  if (!config.DICOMWEB_URL || added.length === 0) return
  const [taken] = await database.systemQuery<{ issuer: string }>(
    `select issuer from projects, unnest(patient_id_issuers) issuer where project_id <> $1 and issuer = any($2)
      union all
     select btrim(dicom_issuer) from studies
      where project_id <> $1 and patient_id is not null and btrim(dicom_issuer) = any($2)
      limit 1`,
    [project, added],
  )
  if (taken)
    throw invalidFieldsError({ patient_id_issuers: `${taken.issuer} is an issuer of another project in this portal` })
}

export const projectSettingsRoutes = (platform: Pick<Platform, 'database' | 'config'>): Route[] => [
  on(getProjectSettings, ({ db }) => settingsOf(db)),

  on(saveProjectSettings, async ({ db, user, body: { version, logo, contact, ...fields } }) => {
    const current = await settingsOf(db, { lock: true })
    if (isStale(version, current.version))
      throw staleError('Someone else changed the settings while you were editing.', { current })
    await refuseClaimedIssuers(platform, {
      project: user.project,
      saved: current.patient_id_issuers,
      wanted: fields.patient_id_issuers,
    })
    if (logo !== undefined) await replaceLogo(db, logo && (await checkedLogo(logo)))
    await db
      .updateTable('projects')
      .set({
        ...fields,
        ...(contact && { contact: JSON.stringify({ ...current.contact, ...contact }) }),
        settings_version: current.version + 1,
      })
      .where('project_id', '=', user.project)
      .execute()
    return settingsOf(db)
  }),

  onOpen(getProjectLogo, {
    handle: async ({ db, params }) => {
      const logo = await db
        .selectFrom('project_logos')
        .select(['file_type', 'bytes'])
        .where('logo_id', '=', params.logo_id)
        .executeTakeFirst()
      const type = logoTypes.find((name) => name === logo?.file_type)
      if (!logo || !type) throw notFound()
      return {
        stream: Readable.from([logo.bytes]),
        fileName: `logo.${type}`,
        mediaType: logoMediaTypes[type],
        size: logo.bytes.length,
        isPublic: true,
      }
    },
  }),
]
