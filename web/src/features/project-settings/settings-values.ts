import type { getProjectSettings, Reply, SettingsValues } from '@fornix/contract'

export const settingsValues = ({
  name,
  contact,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
  answer_days,
  countersign_forms,
}: Reply<typeof getProjectSettings>): SettingsValues => ({
  name,
  ...contact,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
  answer_days,
  countersign_forms,
})

/** What is sent of what changed. */
export const changeOf = ({
  name,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
  answer_days,
  countersign_forms,
  ...contact
}: Partial<SettingsValues>) => ({
  ...(name !== undefined && { name }),
  ...(blocked_email_domains !== undefined && { blocked_email_domains }),
  ...(patient_id_issuers !== undefined && { patient_id_issuers }),
  ...(retention_years !== undefined && { retention_years }),
  ...(answer_days !== undefined && { answer_days }),
  ...(countersign_forms !== undefined && { countersign_forms }),
  ...(Object.keys(contact).length > 0 && { contact }),
})
