import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, calls, staff } from '@fornix/contract'
import { expect, test } from 'vitest'
import { auditActions } from '../src/features.ts'
import { actionsWith, wordsForStaff } from '../src/platform/audit/action-rules.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const declared = Object.keys(auditActions)

test('each action is declared once, and none of the declarations is left out of the list of features', () => {
  const written = globSync('server/src/**/audit-actions.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/^ {4}'?([a-z_.]+)'?: \w+\(/gm)].map(([, action]) => action),
  )
  expect(written.toSorted()).toEqual(declared.toSorted())
})

const areas = new Set(declared.map((action) => action.split('.')[0]))
const isFileName = /\.(pdf|zip|ics|csv|ndjson)$/
/** What the types do not see: texts that begin like an action, and whatever is compared with one in SQL, whose aliases are shorter. */
const actionsIn = (code: string) =>
  code.split('\n').flatMap((line, n, lines) => {
    const isOfTrail = /\baction\b|audit_events/.test(lines.slice(Math.max(0, n - 3), n + 1).join(' '))
    return [...line.matchAll(/'(([a-z_]{4,})\.[a-z_]+)'/g)]
      .filter(([, , area = '']) => isOfTrail || areas.has(area))
      .flatMap(([, action = '']) => (isFileName.test(action) ? [] : [action]))
  })

test('what SQL and other texts name is declared, too', () => {
  const files = ['server/src/**/*.ts', 'server/migrations/*.sql', 'demo/src/**/*.ts', 'contract/src/*.ts'].flatMap(
    (pattern) => globSync(pattern, { cwd: root, exclude: ['**/*.test.ts'] }),
  )
  const named = files.flatMap((file) => actionsIn(read(file)).map((action) => ({ file, action })))
  expect(named.filter(({ action }) => !declared.includes(action))).toEqual([])
  expect(actionsIn("where e.action in ('made.up')")).toEqual(['made.up'])
  expect(actionsIn("const opened = 'patient.opened'")).toEqual(['patient.opened'])
})

test('every action has words that speak to admins', () => {
  const words = declared.filter((action) => action !== 'refused').map((action) => wordsForStaff(auditActions, action))
  expect(words.filter((text) => !/^[A-Z]/.test(text) || /\byou(rs?)?\b/i.test(text))).toEqual([])
})

test('what staff only read counts as reading, and is no reason to have opened a record', () => {
  const onlyRead = Object.values<Call>(calls).flatMap(({ allow, audit, method, ifLost }) => {
    const isOfStaff = allow !== 'anyone' && staff.some((role) => allow.includes(role))
    return isOfStaff && (method === 'GET' || ifLost === 'nothing') && typeof audit === 'string' ? [audit] : []
  })
  const read = [...new Set(onlyRead)]
  const reasons = actionsWith(auditActions, ({ access }) => access === 'work' || access === 'request')
  // Its rows that name a record are those of a study that arrived.
  expect(read.filter((action) => reasons.includes(action))).toEqual(['scan.arrived'])
  const neutral = actionsWith(auditActions, ({ access }) => access === 'neutral')
  expect(read.filter((action) => neutral.includes(action)).toSorted()).toEqual([
    'emergency_access.read',
    'patient.export',
    'patient.focus',
    'special_care.read',
  ])
})

test('an export is no reason to have opened a record', () => {
  const reasons = actionsWith(auditActions, ({ access }) => access === 'work' || access === 'request')
  expect(reasons.filter((action) => auditActions[action]?.kind === 'exports')).toEqual([])
})

// Nothing else checks that the rows of these name no record: whoever adds one has looked at what it writes.
test('the actions that never name a record are these', () => {
  const none = {
    access: ['list'],
    account_recovery: ['list'],
    admin: ['invite'],
    audit: ['accept_restore', 'begin_anchors', 'change_key'],
    audit_log: ['export', 'read'],
    demo: ['seed'],
    email_template: ['add', 'change', 'remove', 'reset'],
    emergency_access: ['list'],
    feedback: ['submit'],
    notification: ['read', 'read_all', 'undo_read'],
    patient: ['list', 'list_merges', 'seed'],
    project: [
      'back_up',
      'change_rights',
      'change_settings',
      'change_two_step',
      'create',
      'drill',
      'evidence',
      'export',
      'import',
      'release',
      'replace_certificate',
      'restore',
      'rotate_keys',
      'set_host',
    ],
    provider: [
      'change_role',
      'correct_email',
      'delete',
      'invite',
      'list',
      'propose_email',
      'read',
      'register',
      'rename',
      'update',
    ],
    registration: ['compare'],
    report: ['export'],
    scanner: ['add', 'change', 'order', 'remove', 'service'],
    scheduling: ['change'],
    unmatched_study: ['list', 'purge', 'reject'],
    unusual_access: ['list'],
    work_queue: ['read'],
  }
  const listed = Object.entries(none).flatMap(([area, actions]) => actions.map((action) => `${area}.${action}`))
  expect(actionsWith(auditActions, ({ access }) => access === 'none').toSorted()).toEqual(listed.toSorted())
})
