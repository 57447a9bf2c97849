import { type getProjectSettings, ProjectSettings, type Reply } from '@fornix/contract'
import { z } from 'zod'

type Settings = Reply<typeof getProjectSettings>

const { name, contact, blocked_email_domains } = ProjectSettings.shape
/** The fields of the form, flat, so that a conflict names each. */
export const SettingsForm = z.object({ name, ...contact.shape, blocked_email_domains })
export type SettingsValues = z.input<typeof SettingsForm>

export const settingsValues = ({ name, contact, blocked_email_domains }: Settings): SettingsValues => ({
  name,
  ...contact,
  blocked_email_domains,
})

export const changeOf = ({ name, blocked_email_domains, ...contact }: Partial<SettingsValues>) => {
  return {
    ...(name !== undefined && { name }),
    ...(blocked_email_domains !== undefined && { blocked_email_domains }),
    ...(Object.keys(contact).length > 0 && { contact }),
  }
}
