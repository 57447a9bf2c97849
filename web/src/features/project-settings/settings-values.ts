import type { getProjectSettings, Reply, SettingsValues } from '@fornix/contract'

export const settingsValues = ({
  name,
  contact,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
  answer_days,
  countersign_forms,
  own_images_open,
}: Reply<typeof getProjectSettings>): SettingsValues => ({
  name,
  ...contact,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
  answer_days,
  countersign_forms,
  own_images_open,
})

/** What is sent of what changed. */
export const changeOf = ({
  name,
  blocked_email_domains,
  patient_id_issuers,
  retention_years,
  answer_days,
  countersign_forms,
  own_images_open,
  ...contact
}: Partial<SettingsValues>) => ({
  ...(name !== undefined && { name }),
  ...(blocked_email_domains !== undefined && { blocked_email_domains }),
  ...(patient_id_issuers !== undefined && { patient_id_issuers }),
  ...(retention_years !== undefined && { retention_years }),
  ...(answer_days !== undefined && { answer_days }),
  ...(countersign_forms !== undefined && { countersign_forms }),
  ...(own_images_open !== undefined && { own_images_open }),
  ...(Object.keys(contact).length > 0 && { contact }),
})
