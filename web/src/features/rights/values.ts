import { operators, type ProjectRights, type Right, rights, type Withheld } from '@fornix/contract'
import { messages } from './messages.ts'

type Cell = `${(typeof operators)[number]}/${Right}`
/** One field per role and right, so that two admins who change different ones do not conflict. */
export type RightsValues = Record<Cell | 'two_person_amount', string>

const { yes, no } = messages
const cells = operators.flatMap((role) => rights.map((right) => ({ role, right, name: `${role}/${right}` as Cell })))

export const rightsValues = ({ withheld, two_person_amount }: ProjectRights) =>
  Object.fromEntries([
    ...cells.map(({ role, right, name }) => [name, withheld[role]?.includes(right) ? no : yes]),
    ['two_person_amount', two_person_amount ?? ''],
  ]) as RightsValues

export const bodyOf = (values: RightsValues) => ({
  withheld: Object.fromEntries(
    operators.map((role) => [role, rights.filter((right) => values[`${role}/${right}`] === no)]),
  ) as Withheld,
  two_person_amount: values.two_person_amount.trim() || null,
})

export const labels = Object.fromEntries([
  ...cells.map(({ role, right, name }) => [name, messages.cell(role, right)]),
  ['two_person_amount', messages.amount],
]) as Record<keyof RightsValues, string>
