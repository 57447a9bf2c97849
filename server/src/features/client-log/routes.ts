import { logEvent, maxLogBytes } from '@fornix/contract'
import { onOpen, type Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { bareEndpoint, redacted } from './redact.ts'

/** For all browsers together, so that a flood from many addresses does not fill the disk. */
const everybody = { points: 600, seconds: 60 }

export const clientLogRoutes = ({ log, rateLimits }: Pick<Platform, 'log' | 'rateLimits'>): Route[] => [
  onOpen(logEvent, {
    before: async ({ body, request }) => {
      if (request.overLimit || Buffer.byteLength(JSON.stringify(body)) > maxLogBytes) return
      const isWelcome = await rateLimits.spendRule('clientLogOfAll', 'all', everybody).then(
        () => true,
        () => false,
      )
      if (!isWelcome) return
      log.info(
        {
          claimed_level: body.level,
          claimed_message: redacted(body.message),
          claimed_user_id: redacted(body.user_id),
          claimed_role: redacted(body.role),
          claimed_project: redacted(body.project),
          claimed_session_id: redacted(body.session_id),
          claimed_endpoint: bareEndpoint(body.endpoint),
          claimed_method: redacted(body.method),
          claimed_response_status: body.response_status,
          claimed_timestamp: redacted(body.timestamp),
          request: request.id,
        },
        'client event',
      )
    },
    // Dropped entries get the same response: it does not reveal how much is kept.
    handle: async () => ({ message: 'Logged' }),
  }),
]
