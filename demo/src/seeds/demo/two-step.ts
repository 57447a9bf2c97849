import { getTwoStepPolicy, saveTwoStepPolicy } from '@fornix/contract'
import type { SignedIn } from './sign-in.ts'

/**
 * The second project shows two-step sign-in by one account that nobody needs for anything else: a code arrives in the demo's mailbox until
 * a passkey or an app is set up. It is the last section: the others sign in by the password alone.
 */
export const twoStep = async (as: SignedIn) => {
  const admin = await as('admin@lakeview.example')
  const { people: _, admins_always: __, ...policy } = await admin.call(getTwoStepPolicy, {})
  await admin.call(saveTwoStepPolicy, {
    body: { ...policy, roles: ['SuperAdmin'], since: '2026-01-01', grace_days: 0, mail: true },
  })
}
