import { operatorNames, operators, type ProjectRights, rights, rightTexts } from '@fornix/contract'

export const amountText = (amount: string | null) => (amount === null ? 'never' : `above $${amount}`)

/** For the audit row: `nurses: export off, email on; two people for money: above $100.00`. */
export const changesBetween = (before: ProjectRights, now: ProjectRights) => {
  const ofRoles = operators.flatMap((role) => {
    const words = rights.flatMap((right) => {
      const [was, is] = [before, now].map(({ withheld }) => withheld[role]?.includes(right) ?? false)
      return was === is ? [] : [`${rightTexts[right].title.toLowerCase()} ${is ? 'off' : 'on'}`]
    })
    return words.length > 0 ? [`${operatorNames[role]}: ${words.join(', ')}`] : []
  })
  const ofMoney =
    before.two_person_amount === now.two_person_amount
      ? []
      : [`two people for money: ${amountText(now.two_person_amount)}`]
  return [...ofRoles, ...ofMoney].join('; ') || 'nothing'
}
