import type { RolePasswords } from './roles.ts'

/** The database addresses of the server's two roles, and of the one connection that listens. */
export type Addresses = { appUrl: string; systemUrl: string; listenUrl?: string }

const withRole = (url: string, role: string, password: string) =>
  Object.assign(new URL(url), { username: role, password: encodeURIComponent(password) }).href

/** The addresses of the roles that `prepareRoles` created alongside this owner. */
export const roleAddresses = (ownerUrl: string, { appPassword, systemPassword }: RolePasswords): Addresses => ({
  appUrl: withRole(ownerUrl, 'fornix_app', appPassword),
  systemUrl: withRole(ownerUrl, 'fornix_system', systemPassword),
})

type Settings = {
  DATABASE_URL?: string | undefined
  DATABASE_SYSTEM_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
}

/** The addresses from the settings, or else derived from the owner's. */
export const addressesOf = (settings: Settings, passwords: RolePasswords, ownerUrl = ''): Addresses => {
  const { DATABASE_URL, DATABASE_SYSTEM_URL, DATABASE_DIRECT_URL } = settings
  if (DATABASE_URL && DATABASE_SYSTEM_URL)
    return { appUrl: DATABASE_URL, systemUrl: DATABASE_SYSTEM_URL, listenUrl: DATABASE_DIRECT_URL ?? DATABASE_URL }
  return {
    ...roleAddresses(DATABASE_URL ?? ownerUrl, passwords),
    listenUrl: roleAddresses(ownerUrl, passwords).appUrl,
  }
}
