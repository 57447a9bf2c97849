import { listScanQuality } from '@fornix/contract'
import { on, type Route } from '../../platform/calls/route.ts'
import { qualityAmong } from './queries.ts'

export const scanQualityRoutes = (): Route[] => [
  on(listScanQuality, async ({ db, body }) => ({ studies: await qualityAmong(db, body.studies) })),
]
