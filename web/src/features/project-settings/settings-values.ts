import type { getProjectSettings, Reply, SettingsValues } from '@fornix/contract'

export const settingsValues = ({
  name,
  contact,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
}: Reply<typeof getProjectSettings>): SettingsValues => ({
  name,
  ...contact,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
})

/** What is sent of what changed. */
export const changeOf = ({
  name,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
  ...contact
}: Partial<SettingsValues>) => ({
  ...(name !== undefined && { name }),
  ...(blocked_email_domains !== undefined && { blocked_email_domains }),
  ...(patient_id_issuers !== undefined && { patient_id_issuers }),
  ...(retention_years !== undefined && { retention_years }),
  ...(Object.keys(contact).length > 0 && { contact }),
})
