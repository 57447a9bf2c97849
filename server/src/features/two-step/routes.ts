import type { Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { enrollRoutes } from './enroll.ts'
import { freshProofRoutes } from './fresh-proof.ts'
import { ownFactorRoutes } from './own-factors.ts'
import { passkeySignInRoutes } from './passkey-sign-in.ts'
import { policyRoutes } from './policy.ts'
import { confirmRoute } from './recovery/confirm.ts'
import { ownRecoveryRoutes } from './recovery/start.ts'
import { stopRoutes } from './recovery/stop.ts'
import { stateRoutes } from './state.ts'
import { undoRoute } from './undo.ts'

export const twoStepRoutes = (platform: Platform): Route[] => [
  ...stateRoutes(platform),
  ...freshProofRoutes(platform),
  ...enrollRoutes(platform),
  ...ownFactorRoutes(platform),
  ...passkeySignInRoutes(platform),
  ...policyRoutes(platform),
  undoRoute(platform),
  ...ownRecoveryRoutes(platform),
  confirmRoute(platform),
  ...stopRoutes(platform),
]
