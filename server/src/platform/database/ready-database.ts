import { type Addresses, addressesOf } from './addresses.ts'
import { checkWalls } from './check-walls.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { prepareRoles, type RolePasswords } from './roles.ts'

type Settings = Parameters<typeof addressesOf>[0]
type Options = { settings: Settings; passwords: RolePasswords; owner: () => Promise<string> }

/**
 * The addresses of a database ready for this version. With the owner's address, roles and schema are created here; with only the two roles'
 * addresses nothing is changed, and an outdated schema stops the start.
 */
export const readyDatabase = async ({ settings, passwords, owner }: Options): Promise<Addresses> => {
  if (settings.DATABASE_SYSTEM_URL) {
    const addresses = addressesOf(settings, passwords)
    await checkWalls(addresses)
    const pending = await pendingMigrations(addresses.systemUrl)
    if (pending.length === 0) return addresses
    throw new Error(
      `The database lacks ${pending.join(', ')}. Run npm run fornix -- migrate with the owner's address in DATABASE_OWNER_URL, then start again.`,
    )
  }
  const ownerUrl = await owner()
  await prepareRoles(ownerUrl, passwords)
  await migrate(ownerUrl)
  const addresses = addressesOf(settings, passwords, ownerUrl)
  await checkWalls(addresses)
  return addresses
}
