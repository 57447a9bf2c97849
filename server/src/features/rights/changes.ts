import { operators, type ProjectRights, rights } from '@fornix/contract'

export const amountText = (amount: string | null) => (amount === null ? 'never' : `above $${amount}`)

/** What the audit row says: `Nurse: no export, again send_email; two people for money: above $100.00`. */
export const changesBetween = (before: ProjectRights, now: ProjectRights) => {
  const ofRoles = operators.flatMap((role) => {
    const words = rights.flatMap((right) => {
      const [was, is] = [before, now].map(({ withheld }) => withheld[role]?.includes(right) ?? false)
      return was === is ? [] : [`${is ? 'no' : 'again'} ${right}`]
    })
    return words.length > 0 ? [`${role}: ${words.join(', ')}`] : []
  })
  const ofMoney =
    before.two_person_amount === now.two_person_amount
      ? []
      : [`two people for money: ${amountText(now.two_person_amount)}`]
  return [...ofRoles, ...ofMoney].join('; ') || 'nothing'
}
