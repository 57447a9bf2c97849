import { z } from 'zod'
import { recoveryHours } from './account-recovery.ts'
import { byAdmins, callsOf } from './call.ts'
import { requiredLine } from './fields.ts'
import { role } from './session.ts'

const defineCall = callsOf('two-step')

const maxGraceDays = 90
const graceRange = `Please write a number of days from 0 to ${maxGraceDays}`
const hoursRange = `Please write a number of hours from ${recoveryHours.least} to ${recoveryHours.most}`
const values = z.array(requiredLine('Please write the value', 200)).max(10, 'Please use at most 10 values')

/** Which roles of a project need two factors, and since when. */
export const TwoStepPolicy = z.object({
  roles: z.array(role),
  since: z.iso.date('Please choose a date'),
  grace_days: z.int(graceRange).min(0, graceRange).max(maxGraceDays, graceRange),
  /** Whether a code by email is enough for a user who has set up nothing else. */
  mail: z.boolean(),
  /**
   * What is requested of the sign-in provider (`acr_values`), and the claims (`acr`, `amr`) for which its sign-in counts as two factors.
   */
  acr: values,
  amr: values,
  /** Between the second confirmation of the person's identity and their new second step. */
  recovery_hours: z.int(hoursRange).min(recoveryHours.least, hoursRange).max(recoveryHours.most, hoursRange),
})
export type TwoStepPolicy = z.output<typeof TwoStepPolicy>

const Saved = TwoStepPolicy.extend({
  version: z.number().int(),
  /** Admins need two factors here, whatever the project's policy. */
  admins_always: z.boolean(),
  /** People with an account, by role, and how many of them have no second step. */
  people: z.array(z.object({ role, all: z.number().int(), without: z.number().int() })).default([]),
})
const both = { ...byAdmins, path: '/admin/two_step_policy/', response: Saved } as const

export const getTwoStepPolicy = defineCall({
  ...both,
  method: 'GET',
  summary: 'Who needs two steps to sign in to the project',
  audit: { none: 'holds nothing of a person' },
})
export const saveTwoStepPolicy = defineCall({
  ...both,
  method: 'POST',
  summary: 'Change who needs two steps to sign in',
  proof: 'fresh',
  idempotent: true,
  audit: 'project.change_two_step',
  body: TwoStepPolicy.extend({ version: z.number().int() }),
})
