import { z } from 'zod'
import { newVapidKeys } from '../platform/push/vapid.ts'
import { defineCommand } from './command.ts'

export const vapid = defineCommand({
  name: 'vapid',
  summary: 'Print a key pair with which the portal signs push notifications, as settings',
  options: z.object({}),
  run: async (_options, { print }) => {
    const { publicKey, privateKey } = newVapidKeys()
    print(`VAPID_PUBLIC_KEY=${publicKey}`)
    print(`VAPID_PRIVATE_KEY=${privateKey}`)
  },
})
