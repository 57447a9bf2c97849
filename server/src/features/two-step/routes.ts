import type { Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { enrollRoutes } from './enroll.ts'
import { ownFactorRoutes } from './own-factors.ts'
import { passkeySignInRoutes } from './passkey-sign-in.ts'
import { policyRoutes } from './policy.ts'
import { stateRoutes } from './state.ts'
import { undoRoute } from './undo.ts'

export const twoStepRoutes = (platform: Platform): Route[] => [
  ...stateRoutes(platform),
  ...enrollRoutes(platform),
  ...ownFactorRoutes(platform),
  ...passkeySignInRoutes(platform),
  ...policyRoutes(platform),
  undoRoute(platform),
]
