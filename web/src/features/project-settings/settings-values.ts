import type { getProjectSettings, Reply, SettingsValues } from '@fornix/contract'

export const settingsValues = ({
  name,
  contact,
  blocked_email_domains,
}: Reply<typeof getProjectSettings>): SettingsValues => ({ name, ...contact, blocked_email_domains })

/** What is sent of what changed. */
export const changeOf = ({ name, blocked_email_domains, ...contact }: Partial<SettingsValues>) => ({
  ...(name !== undefined && { name }),
  ...(blocked_email_domains !== undefined && { blocked_email_domains }),
  ...(Object.keys(contact).length > 0 && { contact }),
})
