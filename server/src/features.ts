import { accountRoutes } from './features/accounts/routes.ts'
import { clientLogRoutes } from './features/client-log/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { patientRoutes } from './features/patients/routes.ts'
import { providerRoutes } from './features/providers/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import type { Platform } from './platform/platform.ts'
import type { Route } from './platform/route.ts'

const features = [
  signInRoutes,
  accountRoutes,
  patientRoutes,
  documentRoutes,
  draftRoutes,
  notificationRoutes,
  providerRoutes,
  clientLogRoutes,
]

export const allRoutes = (platform: Platform): Route[] => features.flatMap((routes) => routes(platform))
