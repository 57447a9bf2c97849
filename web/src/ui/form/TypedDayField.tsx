import { readMonthsIn, typedDay } from '@fornix/contract'
import { TextInput, type TextInputProps } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { locale } from '../../platform/language/language.ts'
import { dayInWords } from '../display/days.ts'

readMonthsIn(locale)

/** `11/21/2026`: a day as people in the US type it. */
export const typedForm = (day: string | null) => {
  const [year, month, date] = day?.split('-') ?? []
  return year ? `${month}/${date}/${year}` : ''
}

/** A day typed in any format, and repeated in words. */
export const TypedDayField = (props: TextInputProps & { value?: string }) => {
  const day = typedDay(props.value ?? '')
  return <TextInput description={day ? dayInWords(day) : messages.dayHint} autoComplete="off" {...props} />
}
