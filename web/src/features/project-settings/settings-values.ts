import { type getProjectSettings, pick, plainSettings, type ResponseOf, type SettingsValues } from '@fornix/contract'

const inContact = ['address', 'email', 'phone', 'social'] as const

export const settingsValues = (settings: ResponseOf<typeof getProjectSettings>): SettingsValues => ({
  ...pick(settings, plainSettings),
  ...settings.contact,
})

/** The changes to send: undefined values are not serialized. */
export const changeOf = (changes: Partial<SettingsValues>) => ({
  ...pick(changes, plainSettings),
  contact: inContact.some((name) => changes[name] !== undefined) ? pick(changes, inContact) : undefined,
})
