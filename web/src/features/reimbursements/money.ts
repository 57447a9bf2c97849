import { locale } from '../../platform/language/language.ts'

/** Created with the first amount: a phone takes a while for it. */
let dollars: Intl.NumberFormat | undefined
const cents = (amount: string) => Math.round(Number(amount) * 100)

/** `48.00` as `$48.00`. The amounts have two decimals and at most five digits, so cents are exact whole numbers. */
export const formatMoney = (amount: string) => {
  dollars ??= new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  return dollars.format(cents(amount) / 100)
}

/** What is still to be paid. */
export const dueOf = (total: string, paid: string) => ((cents(total) - cents(paid)) / 100).toFixed(2)
