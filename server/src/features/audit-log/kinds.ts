import type { AuditKind } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { type AuditActions, actionsExcept, actionsWith } from '../../platform/audit/action-rules.ts'
import { notIn } from '../../platform/database/not-in.ts'

export const actionsOfKind = (actions: AuditActions, kind: AuditKind) =>
  actionsWith(actions, (rules) => rules.kind === kind)
export const refusalsOf = (actions: AuditActions) => actionsWith(actions, ({ isRefusal }) => isRefusal === true)

/** The rows of a kind. An undeclared action, of another version of the program, may have opened a record. */
export const ofKind = (actions: AuditActions, kind: AuditKind): RawBuilder<unknown> =>
  kind === 'records'
    ? notIn(
        'e.action',
        actionsExcept(actions, (rules) => rules.kind === kind),
      )
    : sql`e.action = any(${actionsOfKind(actions, kind)}::text[])`
