import {
  type OperatorRole,
  operatorNames,
  operators,
  type ProjectRights,
  type Right,
  rights,
  rightTexts,
} from '@fornix/contract'

export const amountText = (amount: string | null) => (amount === null ? 'never' : `above $${amount}`)

const titleOf = (right: Right) => rightTexts[right].title.toLowerCase()

type Rights = Pick<ProjectRights, 'withheld' | 'two_person_amount'>

/** For the audit row: `nurses: export off, email on; two people for money: above $100.00`. Evidence reads it back. */
export const changesBetween = (before: Rights, now: Rights) => {
  const ofRoles = operators.flatMap((role) => {
    const words = rights.flatMap((right) => {
      const [was, is] = [before, now].map(({ withheld }) => withheld[role]?.includes(right) ?? false)
      return was === is ? [] : [`${titleOf(right)} ${is ? 'off' : 'on'}`]
    })
    return words.length > 0 ? [`${operatorNames[role]}: ${words.join(', ')}`] : []
  })
  const ofMoney =
    before.two_person_amount === now.two_person_amount
      ? []
      : [`two people for money: ${amountText(now.two_person_amount)}`]
  return [...ofRoles, ...ofMoney].join('; ') || 'nothing'
}

export type RightChange = { role: OperatorRole; right: Right; isWithheld: boolean }

/** Rows are kept for years: a title that changes stays here. */
const formerTitles: Partial<Record<Right, string[]>> = { decide_money: ['decide on money'] }

const roleIn = (words: string) => operators.find((role) => [role, operatorNames[role]].includes(words))
const rightIn = (words: string) =>
  rights.find((right) => [right, titleOf(right), ...(formerTitles[right] ?? [])].includes(words))
const changed = /^(?:(?<formerly>no|again) (?<name>\w+)|(?<title>.+) (?<now>off|on))$/
const changeIn = (role: OperatorRole, words: string): RightChange | undefined => {
  const { formerly, name, title, now } = changed.exec(words)?.groups ?? {}
  const right = rightIn(name ?? title ?? '')
  return right && { role, right, isWithheld: formerly === 'no' || now === 'off' }
}

/**
 * What `changesBetween` wrote, also in its first form: `Nurse: no export, again send_email`.
 * Undefined stands for what cannot be read.
 */
export const rightChangesIn = (row: string): (RightChange | undefined)[] => {
  if (row === 'nothing') return []
  return row.split('; ').flatMap((part) => {
    if (/^two people for money: (never|above \$[\d.]+)$/.test(part)) return []
    const [who = '', words = ''] = part.split(': ')
    const role = roleIn(who)
    return role ? words.split(', ').map((one) => changeIn(role, one)) : [undefined]
  })
}
