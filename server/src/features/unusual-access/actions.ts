import { type ActionRules, type AuditActions, actionsExcept, actionsWith } from '../../platform/audit/action-rules.ts'

const isReading = ({ access }: ActionRules) => access === 'reading'
const isPreview = ({ access }: ActionRules) => access === 'preview'

/**
 * How the rules see the actions of the trail. What is not declared, of another version of the program, is a reading and no reason for one.
 */
export const countedActions = (actions: AuditActions) => ({
  /** Neither a reading nor a preview. */
  others: actionsExcept(actions, (rules) => isReading(rules) || isPreview(rules)),
  previews: actionsWith(actions, isPreview),
  work: actionsWith(actions, ({ access }) => access === 'work' || access === 'request'),
  requests: actionsWith(actions, ({ access }) => access === 'request'),
})
export type CountedActions = ReturnType<typeof countedActions>
