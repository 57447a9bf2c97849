import { hasOwnerWord, keysOf, namesOwnerSentence, ownerWordsOf, RegistrationForm } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { type Config, useConfig } from '../../platform/calls/config.ts'
import { translated } from '../../platform/language/t.ts'
import { longPasswordError } from '../../ui/form/long-password.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { messages } from './messages.ts'
import { errorsOf, steps } from './registration-steps.ts'
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

const names = ['first_name', 'last_name'] as const

/** What the server would refuse after the last step: shown at the password, and at a later step's name that it contains. */
const ownerErrors = (values: RegistrationValues, clinic = '') => {
  if (!hasOwnerWord(values.password, [...ownerWordsOf(values), clinic])) return {}
  const inPassword = names.filter((name) => hasOwnerWord(values.password, [values[name]]))
  return {
    password: translated(namesOwnerSentence),
    ...Object.fromEntries(inPassword.map((name) => [name, messages.nameInPassword])),
  }
}

// The schema compares fields only if each is valid on its own; users want to see all errors at once.
const validatorOf = (config: Config | undefined) => (values: RegistrationValues) => ({
  ...ownerErrors(values, config?.project_name),
  ...longPasswordError(config?.long_passwords, values.password),
  ...bySchema(values),
  ...(!values.mobile_number.trim() && { mobile_number: messages.mobileMissing }),
  ...(values.confirm_password !== values.password && { confirm_password: messages.passwordsDiffer }),
  ...(!values.terms && { terms: messages.acceptTerms }),
})

/** The registration form: a field is validated when it is left, and after its first error on every change. */
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
      // A user who goes back to it finds the message there.
      if (values.password && [...names, 'email' as const].some((name) => values[name] !== previous[name]))
        form.validateField('password')
    },
  })
  return form
}

/** The typed values and the current step; both survive a look at the sign-in. */
export const useRegistration = () => {
  const config = useConfig()
  const validate = validatorOf(config)
  const form = useRegistrationForm(validate)
  const { step, go, startOver } = useSteps()
  return {
    form,
    isLongNeeded: config?.long_passwords,
    step,
    go,
    /** Shows the step's errors, and returns them. */
    check: () => {
      const wrong = validate(form.getValues())
      // An error that a name caused in an earlier step waits there.
      form.setErrors(errorsOf(steps.slice(0, step.number), wrong))
      return errorsOf([step], wrong)
    },
    reset: () => {
      form.reset()
      startOver()
    },
  }
}
export type Registration = ReturnType<typeof useRegistration>
