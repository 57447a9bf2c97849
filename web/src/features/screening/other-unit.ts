import type { ScreeningQuestion } from '@fornix/contract'
import { messages } from './messages.ts'

/** How many of the required unit are in one of the typed unit. */
const sizes: Record<string, Record<string, number>> = {
  lb: { kg: 1 / 0.453_592_37 },
  in: { cm: 1 / 2.54, m: 100 / 2.54 },
}
const initials: Record<string, string> = { k: 'kg', c: 'cm', m: 'm' }

/** What to type instead of `72 kg` or `1,70 m`; nothing if another kind of text was typed. */
export const fromOtherUnit = ({ range }: ScreeningQuestion, typed: string) => {
  const [, digits = '', initial = ''] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*([kcm])[a-zí]*\.?$/i.exec(typed.trim()) ?? []
  const unit = initials[initial.toLowerCase()] ?? ''
  const size = range && sizes[range.unit]?.[unit]
  if (!size) return undefined
  const amount = Math.round(Number(digits.replace(',', '.')) * size)
  if (amount < range.least || amount > range.most) return undefined
  return messages.otherUnit(`${digits} ${unit}`, `${amount} ${range.unit}`, String(amount))
}
