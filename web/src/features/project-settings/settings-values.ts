import { type getProjectSettings, pick, plainSettings, type Reply, type SettingsValues } from '@fornix/contract'

const inContact = ['address', 'email', 'phone', 'social'] as const

export const settingsValues = (settings: Reply<typeof getProjectSettings>): SettingsValues => ({
  ...pick(settings, plainSettings),
  ...settings.contact,
})

/** What is sent of what changed: what is undefined does not travel. */
export const changeOf = (changes: Partial<SettingsValues>) => ({
  ...pick(changes, plainSettings),
  contact: inContact.some((name) => changes[name] !== undefined) ? pick(changes, inContact) : undefined,
})
