import type { getProjectSettings, Reply, SettingsValues } from '@fornix/contract'

export const settingsValues = ({
  name,
  contact,
  blocked_email_domains,
  patient_id_issuers,
}: Reply<typeof getProjectSettings>): SettingsValues => ({
  name,
  ...contact,
  blocked_email_domains,
  patient_id_issuers,
})

/** What is sent of what changed. */
export const changeOf = ({ name, blocked_email_domains, patient_id_issuers, ...contact }: Partial<SettingsValues>) => ({
  ...(name !== undefined && { name }),
  ...(blocked_email_domains !== undefined && { blocked_email_domains }),
  ...(patient_id_issuers !== undefined && { patient_id_issuers }),
  ...(Object.keys(contact).length > 0 && { contact }),
})
