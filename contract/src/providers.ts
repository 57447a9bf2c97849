import { z } from 'zod'
import { defineCall } from './call.ts'
import { admins } from './roles.ts'

export const getOperatorNumber = defineCall({
  method: 'GET',
  path: '/admin/get_operator_number/',
  summary: 'How many providers the project has',
  allow: admins,
  limit: 'session',
  audit: { none: 'a single number, of nobody' },
  reply: z.object({ operator_number: z.number().int() }),
})
