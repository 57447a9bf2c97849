import {
  confirmOperatorEmail,
  confirmPatientEmail,
  stopOperatorEmailChange,
  stopPatientEmailChange,
} from '@fornix/contract'
import type { Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { changePasswordRoute } from './change-password.ts'
import { closureRoutes } from './closure.ts'
import { confirmEmail } from './confirm-email.ts'
import { ownRoutes } from './own.ts'
import { resetRoutes } from './reset.ts'
import { checkChange, stopEmailChange } from './stop-email-change.ts'

export const accountRoutes = (platform: Platform): Route[] => [
  confirmEmail(platform, confirmPatientEmail),
  confirmEmail(platform, confirmOperatorEmail),
  checkChange,
  stopEmailChange(platform, stopPatientEmailChange),
  stopEmailChange(platform, stopOperatorEmailChange),
  ...resetRoutes(platform),
  changePasswordRoute(platform),
  ...closureRoutes(platform),
  ...ownRoutes(platform),
]
