import { type Call, calls, staff } from '@fornix/contract'
import { expect, test } from 'vitest'
import { readActions } from '../../clinic/records/read-actions.ts'
import { ignoredActions, requestActions } from './actions.ts'

/** A reply that nobody misses if it is lost: nothing was changed. */
const onlyReads = ({ method, ifLost }: Call) => method === 'GET' || ifLost === 'nothing'

test('everything that staff can read of a record counts as reading it', () => {
  /** They name no record, or only what somebody did with it. */
  const others = [
    'patient.list',
    'patient.list_merges',
    'registration.compare',
    'account_recovery.list',
    'report.export',
    'access.list',
    'unmatched_study.list',
    'scan.arrived',
    'audit_log.read',
    'audit_log.export',
    'unusual_access.list',
    'emergency_access.list',
    'special_care.read',
    'work_queue.read',
    'provider.list',
    'provider.read',
    'notification.read_all',
  ]
  const read = Object.values<Call>(calls).flatMap((call) => {
    const { allow, audit } = call
    const isOfStaff = allow !== 'anyone' && staff.some((role) => allow.includes(role))
    return isOfStaff && onlyReads(call) && typeof audit === 'string' ? [audit] : []
  })
  expect(
    [...new Set(read)].filter((action) => ![...readActions, ...ignoredActions, ...others].includes(action)),
  ).toEqual([])
  const known: unknown[] = Object.values(calls).map(({ audit }) => audit)
  const written = [
    'images.read',
    'images.download',
    'images.open',
    'scan.arrived',
    'patient.propose_email',
    'patient.read_merged',
    'refused',
  ]
  expect(
    [...readActions, ...requestActions, ...ignoredActions].filter(
      (action) => !known.includes(action) && !written.includes(action),
    ),
  ).toEqual([])
})
