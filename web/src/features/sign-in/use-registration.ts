import { keysOf, RegistrationForm } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useConfig } from '../../platform/calls/config.ts'
import { longPasswordError } from '../../ui/form/long-password.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { messages } from './messages.ts'
import { useSteps } from './use-steps.ts'

const empty = {
  email: '',
  password: '',
  confirm_password: '',
  first_name: '',
  last_name: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  zip_code: '',
  mobile_number: '',
  terms: false,
}
export type RegistrationValues = typeof empty

const bySchema = schemaResolver(RegistrationForm)

// The schema compares fields only when each of them is valid by itself; a person wants to hear it all at once.
const validatorOf = (isLongNeeded: boolean | undefined) => (values: RegistrationValues) => ({
  ...longPasswordError(isLongNeeded, values.password),
  ...bySchema(values),
  ...(!values.mobile_number.trim() && { mobile_number: messages.mobileMissing }),
  ...(values.confirm_password !== values.password && { confirm_password: messages.passwordsDiffer }),
  ...(!values.terms && { terms: messages.acceptTerms }),
})

/** The registration form: a field is checked when it is left, and from its first error on with every change. */
const useRegistrationForm = (validate: ReturnType<typeof validatorOf>) => {
  const form = useForm<RegistrationValues>({
    initialValues: empty,
    validate,
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange: (values, previous) => {
      for (const name of keysOf(values))
        if (values[name] !== previous[name] && form.errors[name]) form.validateField(name)
      if (values.password !== previous.password && form.errors['confirm_password'])
        form.validateField('confirm_password')
    },
  })
  return form
}

/** What was typed, and the step that is shown; both outlive a look at the sign-in. */
export const useRegistration = () => {
  const isLongNeeded = useConfig()?.long_passwords
  const validate = validatorOf(isLongNeeded)
  const form = useRegistrationForm(validate)
  const { step, go, startOver } = useSteps()
  return {
    form,
    isLongNeeded,
    step,
    go,
    /** Shows what is wrong in the step, and returns it. */
    check: () => {
      const wrong = validate(form.getValues())
      const found = Object.entries(wrong).filter(([field]) => step.fields.some((one) => one === field))
      const errors = Object.fromEntries(found)
      form.setErrors(errors)
      return errors
    },
    reset: () => {
      form.reset()
      startOver()
    },
  }
}
export type Registration = ReturnType<typeof useRegistration>
